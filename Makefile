# Signalbox. `make` builds the programs into this folder; `make help` lists the rest.

VERSION = 0.1.0
PREFIX = /usr/local
DESTDIR =
CC = gcc
STATIC = 1
FLAVOR = release# release, asan, coverage or fuzz: each has its own objects and, but for release, its own programs

# -- what there is -----------------------------------------------------------------------------------------------------

PROGRAMS = xbad xbad2 xboard xbonus xchoice xclients xgames xgrade xlegal xmanager xmap xref xreplay xserver xstate xstrategy \
	$(if $(HAVE_CAIRO),xvisualize)
PAINTERS = harness/canvas harness/window# need cairo

# Everything else is what lies in its folder: a program is its own object, and what it uses of two libraries.
CORE = $(basename $(sort $(wildcard core/*/*.c core/*/*.S)))
HARNESS = $(filter-out $(if $(HAVE_CAIRO),,$(PAINTERS)) harness/xvisualize $(PROGRAMS:%=harness/%),\
	$(basename $(sort $(wildcard harness/*.c))))
UNIT = $(basename $(sort $(wildcard Tests/unit/*.c)))
FUZZ = $(filter-out fuzz replay,$(basename $(notdir $(sort $(wildcard Tests/fuzz/*.c)))))
FUZZED = $(FUZZ:%=$(BUILD)/fuzz/%)

BUILD_PACKAGES = gcc libc6-dev libcairo2-dev libjson-c-dev libseccomp-dev make
TEST_PACKAGES = bats libxml2-utils xvfb
LINT_PACKAGES = clang clang-format clang-tidy cppcheck shellcheck valgrind gcovr
FUZZ_PACKAGES = clang libclang-rt-14-dev# libFuzzer

# -- how it is built ---------------------------------------------------------------------------------------------------

BUILD = build/$(FLAVOR)
BIN = $(if $(filter release,$(FLAVOR)),.,$(BUILD))

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wwrite-strings -Wcast-qual -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wnull-dereference
HARDENING = -fstack-protector-strong -D_FORTIFY_SOURCE=2
OPTIMIZE = -O2 $(HARDENING) -ffunction-sections -fdata-sections# so that the linker can leave out what nobody calls
LDFLAGS = -Wl,-z,relro,-z,now,--gc-sections
ifeq ($(FLAVOR),asan)
OPTIMIZE = -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
STATIC = 0
endif
ifeq ($(FLAVOR),coverage)
OPTIMIZE = -O0 --coverage -fprofile-update=atomic
STATIC = 0
endif
ifeq ($(FLAVOR),fuzz)
CC = clang
OPTIMIZE = -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
STATIC = 0
endif
CFLAGS = -std=c17 -g $(OPTIMIZE)
ifdef DEVELOPER
CFLAGS += -Werror $(WARNINGS)
else
CFLAGS += -Wall
endif
CPPFLAGS = -D_GNU_SOURCE -DSIGNALBOX_VERSION='"$(VERSION)"' -Icore -Iharness
ifdef GREATEST
UNIT_CPPFLAGS = -isystem $(GREATEST)
endif
CFLAGS += -fPIE
LDFLAGS += $(if $(filter 1,$(STATIC)),-static-pie,-pie)
CPPFLAGS += $(if $(filter 1,$(STATIC)),-DSIGNALBOX_STATIC)# no names of hosts can be looked up
LDLIBS = -ljson-c -lm -pthread

# xvisualize alone needs cairo, and is linked dynamically for its sake; without cairo it is left out.
CAIRO_CFLAGS := $(shell pkg-config --cflags cairo-xlib 2>/dev/null || echo -I/usr/include/cairo)
CAIRO_LIBS := $(shell pkg-config --libs cairo-xlib x11 2>/dev/null || echo -lcairo -lX11)
HAVE_CAIRO := $(shell echo '\#include <cairo-xlib.h>' | $(CC) $(CAIRO_CFLAGS) -E - >/dev/null 2>&1 && echo 1)

# `make V=1` shows the commands, `make` only what they make.
SAY = $(if $(V),,@echo '  $@' && )

LIBRARY = $(BUILD)/libcore.a
LIBRARIES = $(BUILD)/libharness.a $(LIBRARY)
BUILT = $(if $(filter .,$(BIN)),$(PROGRAMS),$(PROGRAMS:%=$(BIN)/%))

.PHONY: all
all: $(BUILT)
ifndef HAVE_CAIRO
	@echo 'xvisualize is left out: it needs cairo; "make deps-build" installs it'
endif

ifeq ($(BIN),.)
$(PROGRAMS): %: $(BUILD)/harness/%.o $(LIBRARIES)
	$(LINK)
else
$(BUILT): $(BIN)/%: $(BUILD)/harness/%.o $(LIBRARIES)
	$(LINK)
endif
$(filter %xvisualize,$(BUILT)): private STATIC = 0
$(filter %xvisualize,$(BUILT)): private LDLIBS += $(CAIRO_LIBS)
$(patsubst %,$(BUILD)/%.o,$(PAINTERS) harness/xvisualize): private CPPFLAGS += $(CAIRO_CFLAGS)
LINK = $(SAY)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -o $@

$(LIBRARY): $(CORE:%=$(BUILD)/%.o)
$(BUILD)/libharness.a: $(HARNESS:%=$(BUILD)/%.o)
$(LIBRARIES): $(BUILD)/members
	@rm -f $@
	$(SAY)$(AR) rcs $@ $(filter %.o,$^)

$(BUILD)/unit: $(UNIT:%=$(BUILD)/%.o) $(LIBRARY)
	$(LINK)

$(BUILD)/Tests/unit/%.o $(BUILD)/Tests/fuzz/%.o: private CPPFLAGS += -ITests/unit $(UNIT_CPPFLAGS)
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Filters of system calls are made by libseccomp while building, so that programs need not be linked with it.
$(BUILD)/core/process/filter.o: $(BUILD)/filter/filters.inc
$(BUILD)/core/process/filter.o: private CPPFLAGS += -I$(BUILD)/filter
$(BUILD)/filter/filters.inc: core/process/filter/make.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) -D_GNU_SOURCE -std=c17 -O1 $(if $(DEVELOPER),-Werror $(WARNINGS)) $< -lseccomp -o $(@D)/make && $(@D)/make > $@.part && mv $@.part $@

# The files that pages are made of become part of the library.
$(BUILD)/core/%/assets.o: core/%/assets.S $(BUILD)/flags core/base/asset.inc $(wildcard core/*/*.html core/*/*.css core/*/*.js)
	@mkdir -p $(@D)
	$(SAY)$(CC) -c $< -o $@

# Objects are made anew when the flags change, and libraries when a source comes or goes. What a target adds to the flags is
# private: else its prerequisites, the file of flags among them, would have it too.
FLAGS = $(CC) $(CPPFLAGS) $(UNIT_CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(BUILD)/flags: TEXT = $(FLAGS)
$(BUILD)/members: TEXT = $(CORE) $(HARNESS)
$(BUILD)/flags $(BUILD)/members: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(TEXT))' | cmp -s - $@ || echo '$(subst ','\'',$(TEXT))' > $@
FORCE:
.PHONY: FORCE

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# -- what can be done with it ------------------------------------------------------------------------------------------

.PHONY: help
help:
	@echo 'make                build the programs (STATIC=0: linked dynamically, DEVELOPER=1: all warnings are errors,'
	@echo '                    CC=clang, GREATEST=DIR: the folder of greatest.h)'
	@echo 'make test           all tests'
	@echo 'make test-browser   the pages, in Chromium; installs what is missing'
	@echo 'make lint           format, clang-tidy, cppcheck, shellcheck, directions of includes'
	@echo 'make asan           all tests, with AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make valgrind       the fixtures under valgrind'
	@echo 'make mutations      10,000 spoiled inputs for each program'
	@echo 'make mutants        which of COUNT=200 changes to single operators in core/ no test notices (SEED=1: which changes)'
	@echo 'make faults         every allocation of every program fails once'
	@echo 'make fuzz           libFuzzer on everything that reads foreign bytes, SECONDS=60 for each target'
	@echo 'make coverage       line coverage of core/ by the tests'
	@echo 'make bench          speed, as ratios to a floor'
	@echo 'make format         let clang-format have its way'
	@echo 'make install        programs and docs into PREFIX (and DESTDIR); make uninstall'
	@echo 'make deps           install the Debian packages that are missing'
	@echo 'make clean'

# Programs that can be made to run out of memory, for Tests/faults.
FAULTY = $(patsubst %,$(BUILD)/faults/%,$(filter-out xvisualize,$(PROGRAMS)))
FAULTS = $(if $(filter release,$(FLAVOR)),$(FAULTY) $(BUILD)/faults/sweep $(BUILD)/faults/faults.so)

.PHONY: test test-programs
test-programs: all $(BUILD)/unit $(BUILD)/mutate $(BUILD)/record $(BUILD)/attacker $(BUILD)/rogue $(BUILD)/turncoat $(BUILD)/bot $(if $(HAVE_CAIRO),$(BUILD)/window)
test: test-programs $(FAULTS) $(FUZZED)
	BIN=$(BIN) BUILD=$(BUILD) Tests/run

.PHONY: test-browser
test-browser: all
	BIN=$(BIN) BUILD=$(BUILD) Tests/browser/run

.PHONY: asan
asan:
	DEADLINE=3 $(MAKE) FLAVOR=asan test

.PHONY: fixtures
fixtures: all
	./xgrade . fixtures/x* fixtures/bad-input/x*

.PHONY: mutations
mutations: all $(BUILD)/mutate
	BIN=$(BIN) BUILD=$(BUILD) Tests/mutations 10000 $(notdir $(wildcard fixtures/x*))

# Not part of CI: a change takes seconds if a unit test notices it, and minutes if nothing does.
COUNT = 200
SEED = 1
.PHONY: mutants
mutants:
	Tests/mutants $(COUNT) $(SEED)

# Of a dynamic build: valgrind does not see the allocations of a static one.
.PHONY: valgrind
valgrind:
	$(MAKE) FLAVOR=coverage all
	build/coverage/xgrade --isolate none --timeout 60 \
		--wrap 'valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all' \
		build/coverage fixtures/x* fixtures/bad-input/x*

.PHONY: coverage
coverage:
	find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) FLAVOR=coverage test
	gcovr --root . --filter core/ --exclude-throw-branches --print-summary build/coverage | \
		tee build/coverage/report.txt | grep -E "^(File|TOTAL|lines|core/)"

# Fuzz targets, each a program: libFuzzer's, or in other flavors one that is given files.
FUZZ_MAINS = $(patsubst %,$(BUILD)/fuzz/mains/%.o,xbad xbad2 xboard xchoice xgames xlegal xmanager xmap xref xreplay xstate xstrategy)
FUZZ_SHARED = $(BUILD)/Tests/fuzz/fuzz.o $(patsubst %,$(BUILD)/Tests/unit/%.o,reading peer maze_table)
$(FUZZED): $(BUILD)/fuzz/%: $(BUILD)/Tests/fuzz/%.o $(FUZZ_SHARED) $(if $(filter fuzz,$(FLAVOR)),,$(BUILD)/Tests/fuzz/replay.o) $(LIBRARIES)
	@mkdir -p $(@D)
	$(LINK)
ifeq ($(FLAVOR),fuzz)
$(FUZZED): private LDFLAGS += -fsanitize=fuzzer
endif
$(BUILD)/fuzz/programs: $(FUZZ_MAINS)
$(FUZZ_MAINS): $(BUILD)/fuzz/mains/%.o: $(BUILD)/harness/%.o
	@mkdir -p $(@D)
	$(SAY)objcopy --redefine-sym main=$*_main $< $@
.PHONY: fuzz-targets
fuzz-targets: $(FUZZED)

SECONDS = 60
.PHONY: fuzz
fuzz: deps-fuzz
	$(MAKE) FLAVOR=fuzz fuzz-targets
	Tests/fuzz/run $(SECONDS) $(FUZZ)

$(BUILD)/attacker $(BUILD)/mutate $(BUILD)/rogue $(BUILD)/turncoat: $(BUILD)/%: Tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -o $@

# The programs once more, linked dynamically, so that Tests/faults/faults.c can be preloaded.
$(FAULTY): private STATIC = 0
$(FAULTY): $(BUILD)/faults/%: $(BUILD)/harness/%.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(LINK)
$(BUILD)/faults/sweep: Tests/faults/sweep.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -o $@
$(BUILD)/faults/faults.so: Tests/faults/faults.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) -fPIC -shared $< -o $@

.PHONY: faults
faults: $(FAULTS)
	$(BUILD)/faults/sweep $(BUILD)/faults Tests/faults/cases
	$(BUILD)/faults/sweep $(BUILD)/faults Tests/faults/sampled-cases

# As docs/bots.md says.
$(BUILD)/bot: docs/bot.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) -O2 -g $(if $(DEVELOPER),-Werror) -Wall -Wextra $< -ljson-c -o $@

$(BUILD)/record: $(BUILD)/Tests/record.o $(LIBRARY)
	$(LINK)

$(BUILD)/window: Tests/window.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -lX11 -o $@

BENCH = $(addprefix $(BUILD)/bench/,choices empty games grade parse spectators start turn)
$(BUILD)/bench/%: bench/%.c $(LIBRARY) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< $(filter %.a,$^) $(LDLIBS) -o $@

.PHONY: bench
bench: all $(BENCH)
	BUILD=$(BUILD) bench/run

SOURCES = $(wildcard core/*/*.[ch] core/process/filter/*.c harness/*.[ch] Tests/*.c Tests/faults/*.c Tests/fuzz/*.[ch] Tests/unit/*.[ch] bench/*.c docs/*.c)
SCRIPTS = .ci/run run-all.sh xtest bench/run bench/worst bench/make-map bench/make-board Tests/run Tests/same Tests/fest Tests/mutations Tests/mutants Tests/includes Tests/architecture \
	Tests/remote Tests/remote-maze Tests/hostile Tests/hostile-maze Tests/record-session Tests/browser/run \
	Tests/faults/serve Tests/faults/grade Tests/fuzz/run Tests/fuzz/seed

.PHONY: format
format:
	clang-format -i $(SOURCES)

.PHONY: lint
lint: lint-format lint-includes lint-shell lint-cppcheck lint-tidy

.PHONY: lint-format lint-includes lint-shell lint-cppcheck lint-tidy
lint-format:
	$(SAY)clang-format --dry-run --Werror $(SOURCES)
lint-includes:
	$(SAY)Tests/includes && Tests/architecture
lint-shell:
	$(SAY)shellcheck $(SCRIPTS) Tests/*.bats Tests/*.bash
lint-cppcheck:
	$(SAY)cppcheck --quiet --error-exitcode=1 --enable=warning,performance,portability --inline-suppr --std=c11 \
		--suppress=missingIncludeSystem -D_GNU_SOURCE -DSIGNALBOX_VERSION='"x"' -Icore -Iharness -ITests/unit $(filter %.c,$(SOURCES))
lint-tidy: $(patsubst %.c,build/tidy/%.ok,$(filter %.c,$(SOURCES)))
build/tidy/%.ok: %.c .clang-tidy $(filter %.h,$(SOURCES)) $(BUILD)/filter/filters.inc
	@mkdir -p $(@D)
	$(SAY)clang-tidy --quiet --warnings-as-errors='*' $< -- $(CPPFLAGS) -I$(BUILD)/filter $(CAIRO_CFLAGS) -ITests/unit -std=c17 2>$(@:.ok=.log) || { cat $(@:.ok=.log); false; }
	@touch $@

BINDIR = $(DESTDIR)$(PREFIX)/bin
DOCDIR = $(DESTDIR)$(PREFIX)/share/doc/signalbox

.PHONY: install uninstall
install: all
	install -d $(BINDIR) $(DOCDIR)
	install $(BUILT) $(BINDIR)
	install -m 644 LICENSE README.md docs/*.md $(DOCDIR)
uninstall:
	rm -f $(patsubst %,$(BINDIR)/%,$(PROGRAMS) xvisualize)
	rm -rf $(DOCDIR)

PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES) $(LINT_PACKAGES)
.PHONY: deps deps-build deps-test deps-fuzz
deps-build: PACKAGES = $(BUILD_PACKAGES)
deps-test: PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
deps-fuzz: PACKAGES = $(BUILD_PACKAGES) $(FUZZ_PACKAGES)
deps deps-build deps-test deps-fuzz:
	@missing=; for p in $(PACKAGES); do dpkg -s $$p 2>/dev/null | grep -q '^Status: .* installed$$' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
		echo "installing$$missing"; \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -q >/dev/null && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends $$missing >/dev/null; \
	fi

.PHONY: clean
clean:
	rm -rf build $(PROGRAMS) xvisualize
