# Signalbox. `make` builds the programs into this folder; `make help` lists the rest.

VERSION = 1.0.0
PREFIX = /usr/local
DESTDIR =
CC = gcc
STATIC = 1
FLAVOR = release# or asan, coverage, fuzz, deb, shared, shared-asan: each has its own objects and, but for release, its own programs

# -- what there is -----------------------------------------------------------------------------------------------------

PROGRAMS = xbad xbad2 xboard xbonus xchoice xclients xgames xgrade xlegal xmanager xmap xref xreplay xserver xstate xstrategy \
	$(if $(HAVE_CAIRO),xvisualize) $(if $(HAVE_HTTP),xlive)
PAINTERS = harness/canvas harness/window# need cairo
SERVERS = harness/live_answers harness/live_visitors harness/live_web# need libmicrohttpd

# Everything else is what lies in its folder: a program is its own object, and what it uses of two libraries.
CORE = $(basename $(sort $(wildcard core/*/*.c core/*/*.S)))
HARNESS = $(filter-out $(if $(HAVE_CAIRO),,$(PAINTERS)) $(if $(HAVE_HTTP),,$(SERVERS)) harness/xvisualize harness/xlive $(PROGRAMS:%=harness/%),\
	$(basename $(sort $(wildcard harness/*.c))))
UNIT = $(basename $(sort $(wildcard Tests/unit/*.c)))
FUZZ = $(filter-out fuzz replay,$(basename $(notdir $(sort $(wildcard Tests/fuzz/*.c)))))
FUZZED = $(FUZZ:%=$(BUILD)/fuzz/%)

BUILD_PACKAGES = gcc libc6-dev libcairo2-dev libjson-c-dev libmicrohttpd-dev libseccomp-dev make
TEST_PACKAGES = bats git libxml2-utils musl-tools unzip xvfb
ENGINE_PACKAGES = munge parallel slurm-wlm# for Tests/engine.bats, which is skipped without them
LINT_PACKAGES = clang clang-format clang-tidy cppcheck shellcheck valgrind gcovr
PACKAGING_PACKAGES = debootstrap dpkg-dev lintian man-db
FUZZ_PACKAGES = clang libclang-rt-14-dev# libFuzzer

# -- how it is built ---------------------------------------------------------------------------------------------------

BUILD = build/$(FLAVOR)
BIN = $(if $(filter release,$(FLAVOR)),.,$(BUILD))

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wwrite-strings -Wcast-qual -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wnull-dereference
HARDENING = -fstack-protector-strong -D_FORTIFY_SOURCE=2
OPTIMIZE = -O2 $(HARDENING) -ffunction-sections -fdata-sections# so that the linker can leave out what nobody calls
LDFLAGS = -Wl,-z,relro,-z,now,--gc-sections
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
ifeq ($(FLAVOR),asan)
OPTIMIZE = -O1 -fno-omit-frame-pointer $(SANITIZE)
STATIC = 0
endif
ifeq ($(FLAVOR),coverage)
OPTIMIZE = -O0 --coverage -fprofile-update=atomic
STATIC = 0
endif
ifeq ($(FLAVOR),fuzz)
CC = clang
OPTIMIZE = -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link $(SANITIZE)
STATIC = 0
endif
# For Tests/mutants: one object and one library are made anew for each change, and no program is; functions that are called
# are noted.
SHARED = $(filter shared shared-asan,$(FLAVOR))
ifneq ($(SHARED),)
OPTIMIZE = -O1 -g1 -gno-column-info -finstrument-functions
STATIC = 0
LDFLAGS += -Wl,-rpath,$(CURDIR)/$(BUILD)
endif
ifeq ($(FLAVOR),shared-asan)
CC = clang
OPTIMIZE += $(SANITIZE)
endif
CFLAGS = -std=c17 -g $(OPTIMIZE)
ifdef DEVELOPER
CFLAGS += -Werror $(WARNINGS)
else
CFLAGS += -Wall
endif
CPPFLAGS = -D_GNU_SOURCE -Icore -Iharness
ifdef GREATEST
UNIT_CPPFLAGS = -isystem $(GREATEST)
endif
CFLAGS += $(if $(SHARED),-fPIC,-fPIE)
LDFLAGS += $(if $(filter 1,$(STATIC)),-static-pie,-pie)
CPPFLAGS += $(if $(filter-out release,$(FLAVOR)),-DSIGNALBOX_FREE_ALL)# programs free everything before they exit
LDLIBS = -ljson-c -lm -pthread

# With musl (Debian's musl-gcc), json-c is Debian's own static library, which expects what glibc's headers would have called,
# and headers of json-c and Linux have to be shown to a compiler that looks in no other folder than musl's.
HOSTCC = $(if $(MUSL),gcc,$(CC))# for programs that run while building
MUSL = $(findstring musl,$(notdir $(CC)))
ifneq ($(findstring musl,$(notdir $(CC))),)
MUSL_HEADERS = $(BUILD)/musl
CPPFLAGS += -isystem $(MUSL_HEADERS)
LDFLAGS := $(filter-out -static-pie -pie,$(LDFLAGS)) -static
LDLIBS = $(shell gcc -print-file-name=libjson-c.a) -lm
$(shell mkdir -p $(MUSL_HEADERS) && for h in json-c linux asm-generic $(shell gcc -print-multiarch)/asm; do \
	ln -sfn /usr/include/$$h $(MUSL_HEADERS)/; done)
endif

# xvisualize alone needs cairo, and is linked dynamically for its sake; without cairo it is left out.
CAIRO_CFLAGS := $(shell pkg-config --cflags cairo-xlib 2>/dev/null || echo -I/usr/include/cairo)
CAIRO_LIBS := $(shell pkg-config --libs cairo-xlib x11 2>/dev/null || echo -lcairo -lX11)
HAVE_CAIRO := $(if $(MUSL),,$(shell $(CC) $(CAIRO_CFLAGS) -include cairo-xlib.h -E -x c /dev/null >/dev/null 2>&1 && echo 1))

# The same holds for xlive and libmicrohttpd.
HAVE_HTTP := $(if $(MUSL),,$(shell $(CC) -include microhttpd.h -E -x c /dev/null >/dev/null 2>&1 && echo 1))

# `make V=1` shows the commands, `make` only what they make.
SAY = $(if $(V),,@echo '  $@' && )

LIBRARY = $(BUILD)/libcore.$(if $(SHARED),so,a)
LIBRARIES = $(BUILD)/libharness.a $(LIBRARY)
BUILT = $(if $(filter .,$(BIN)),$(PROGRAMS),$(PROGRAMS:%=$(BIN)/%))

.PHONY: all
all: $(BUILT)
ifndef HAVE_CAIRO
	@echo 'xvisualize is left out: it needs cairo; "make deps-build" installs it'
endif
ifndef HAVE_HTTP
	@echo 'xlive is left out: it needs libmicrohttpd; "make deps-build" installs it'
endif

ifeq ($(BIN),.)
$(PROGRAMS): %: $(BUILD)/harness/%.o $(LIBRARIES)
	$(LINK)
else
$(BUILT): $(BIN)/%: $(BUILD)/harness/%.o $(LIBRARIES)
	$(LINK)
endif
$(filter %xvisualize %xlive,$(BUILT)): private STATIC = 0
$(filter %xlive,$(BUILT)): private LDLIBS += -lmicrohttpd
$(filter %xvisualize,$(BUILT)): private LDLIBS += $(CAIRO_LIBS)
$(patsubst %,$(BUILD)/%.o,$(PAINTERS) harness/xvisualize): private CPPFLAGS += $(CAIRO_CFLAGS)
$(if $(MUSL),$(BUILT)): $(BUILD)/packaging/musl.o
LINK = $(SAY)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a %.so,$^) $(LDLIBS) -o $@ && $(COPY)

# A linker writes a program in small pieces, and the kernel keeps it in its cache in those; a copy is kept in large ones,
# of which a run maps many pages at once. That is a twentieth of the time of a short run. --reflink=never: by large writes.
COPY = mv $@ $@.linked && cp --reflink=never $@.linked $@ && rm $@.linked

$(LIBRARY): $(CORE:%=$(BUILD)/%.o) $(if $(SHARED),$(BUILD)/Tests/reach.o)
$(BUILD)/libharness.a: $(HARNESS:%=$(BUILD)/%.o)
$(LIBRARIES): $(BUILD)/members
$(filter %.a,$(LIBRARIES)):
	@rm -f $@
	$(SAY)$(AR) rcs $@ $(filter %.o,$^)
$(filter %.so,$(LIBRARIES)):
	$(SAY)$(CC) -shared -Wl,-soname,$(@F) $(filter %.o,$^) -o $@

$(BUILD)/unit: $(UNIT:%=$(BUILD)/%.o) $(LIBRARY)
	$(LINK)

$(BUILD)/Tests/unit/%.o $(BUILD)/Tests/fuzz/%.o: private CPPFLAGS += -ITests/unit $(UNIT_CPPFLAGS)
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# --version names the commit, unless that is the release itself. Only one object knows it.
COMMIT := $(shell [ -e .git ] && ! git describe --exact-match --tags --match 'v$(VERSION)' >/dev/null 2>&1 && \
	git rev-parse --short=7 HEAD 2>/dev/null | sed 's/^/+/')
$(BUILD)/harness/version.o: private CPPFLAGS += -DSIGNALBOX_VERSION='"$(VERSION)$(COMMIT)"'
$(BUILD)/harness/version.o: $(BUILD)/version

# Filters of system calls are made by libseccomp while building, so that programs need not be linked with it.
$(BUILD)/core/process/filter.o: $(BUILD)/filter/filters.inc
$(BUILD)/core/process/filter.o: private CPPFLAGS += -I$(BUILD)/filter
$(BUILD)/filter/filters.inc: core/process/filter/make.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(HOSTCC) -D_GNU_SOURCE -std=c17 -O1 $(if $(DEVELOPER),-Werror $(WARNINGS)) $< -lseccomp -o $(@D)/make && $(@D)/make > $@.part && mv $@.part $@

# The files that pages are made of become part of the library.
$(BUILD)/core/%/assets.o: core/%/assets.S $(BUILD)/flags core/base/asset.inc $(wildcard core/*/*.html core/*/*.css core/*/*.js)
	@mkdir -p $(@D)
	$(SAY)$(CC) -c $< -o $@

# Objects are made anew when the flags change, and libraries when a source comes or goes. What a target adds to the flags is
# private: else its prerequisites, the file of flags among them, would have it too.
FLAGS = $(CC) $(CPPFLAGS) $(UNIT_CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(BUILD)/flags: TEXT = $(FLAGS)
$(BUILD)/members: TEXT = $(CORE) $(HARNESS)
$(BUILD)/version: TEXT = $(VERSION)$(COMMIT)
$(BUILD)/flags $(BUILD)/members $(BUILD)/version: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(TEXT))' | cmp -s - $@ || echo '$(subst ','\'',$(TEXT))' > $@
FORCE:
.PHONY: FORCE

-include $(shell find $(BUILD) -name '*.d' -type f 2>/dev/null)

# -- what can be done with it ------------------------------------------------------------------------------------------

.PHONY: help
help:
	@echo 'make                build the programs (STATIC=0: linked dynamically, DEVELOPER=1: all warnings are errors,'
	@echo '                    CC=clang, GREATEST=DIR: the folder of greatest.h)'
	@echo 'make test           the tests that take no longer than 3 minutes together'
	@echo 'make test-all       all tests'
	@echo 'make test-browser   the pages, in Chromium; installs what is missing'
	@echo 'make test-engine    fests of 20,000 cells by Slurm and GNU parallel, with whatever can go wrong'
	@echo 'make lint           format, clang-tidy, cppcheck, shellcheck, directions of includes'
	@echo 'make asan           most tests, with AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make valgrind       the fixtures under valgrind'
	@echo 'make mutations      10,000 spoiled inputs for each program, and requests for xlive'
	@echo 'make mutants        which of COUNT=200 changes to single operators in core/ no test notices (SEED=1: which changes;'
	@echo '                    AGAIN=1: those that went unnoticed the last time)'
	@echo 'make faults         every allocation and system call fails once; of servers and graders, a sample'
	@echo 'make soak           server, clients, spectators and graders side by side for MINUTES=2: nothing may grow or be left'
	@echo 'make fuzz           libFuzzer on everything that reads foreign bytes, SECONDS=60 for each target;'
	@echo '                    make fuzz-coverage: which part of each room that reaches'
	@echo 'make coverage       line coverage of core/ by the tests'
	@echo 'make bench          speed, as ratios to a floor'
	@echo 'make format         let clang-format have its way'
	@echo 'make install        programs, manual pages, completions, docs and examples into PREFIX (and DESTDIR); make uninstall'
	@echo 'make deb            a Debian package, build/signalbox_VERSION_ARCH.deb'
	@echo 'make test-package   install the package in a minimal Debian, and do there what README.md says'
	@echo 'make dist           a tarball of the sources, build/signalbox-VERSION.tar.gz'
	@echo 'make deps           install the Debian packages that are missing'
	@echo 'make clean'

# The players of examples/ that are compiled. Prerequisites are expanded where they are read, so this comes first.
PLAYERS = $(BUILD)/players/maze $(BUILD)/players/trains

# Programs that can be made to run out of memory, for Tests/faults.
FAULTY = $(PROGRAMS:%=$(BUILD)/faults/%)
FAULTS = $(if $(filter release shared,$(FLAVOR)),$(FAULTY) $(BUILD)/faults/sweep $(BUILD)/faults/faults.so)

.PHONY: test test-all test-sanitized test-programs test-mutants
test-programs: all $(BUILD)/unit $(BUILD)/mutate $(BUILD)/record $(BUILD)/attacker $(BUILD)/rogue $(BUILD)/turncoat $(PLAYERS) $(if $(HAVE_CAIRO),$(BUILD)/window)
test-mutants: test-programs $(FAULTS)
test: test-programs
	BIN=$(BIN) BUILD=$(BUILD) Tests/run quick
test-sanitized: test-programs $(FUZZED)
	BIN=$(BIN) BUILD=$(BUILD) Tests/run sanitized
test-all: test-programs $(FAULTS) $(FUZZED)
	BIN=$(BIN) BUILD=$(BUILD) Tests/run all

# Not part of CI: takes many minutes.
.PHONY: test-engine
test-engine: all
	BIN=$(BIN) Tests/engine/long

.PHONY: test-browser
test-browser: all
	BIN=$(BIN) BUILD=$(BUILD) Tests/browser/run

.PHONY: asan
asan:
	$(MAKE) FLAVOR=asan test-sanitized

.PHONY: fixtures
fixtures: all
	./xgrade . fixtures/x* fixtures/bad-input/x*

.PHONY: mutations
mutations: all $(BUILD)/mutate
	BIN=$(BIN) BUILD=$(BUILD) Tests/mutations 10000 $(notdir $(wildcard fixtures/x*))
	BIN=$(BIN) BUILD=$(BUILD) REQUESTS=10000 bats -f 'spoiled requests' Tests/xlive.bats

# Not part of CI: a change takes seconds if a test notices it, and two minutes if nothing does.
COUNT = 200
SEED = 1
.PHONY: mutants
mutants:
	Tests/mutants $(if $(AGAIN),again,$(COUNT) $(SEED))

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
	$(MAKE) FLAVOR=coverage test-all
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

# Of what `make fuzz` has collected.
.PHONY: fuzz-coverage
fuzz-coverage:
	$(MAKE) FLAVOR=coverage fuzz-targets
	Tests/fuzz/coverage $(FUZZ)

$(BUILD)/attacker $(BUILD)/mutate $(BUILD)/rogue $(BUILD)/turncoat: $(BUILD)/%: Tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -o $@

# The programs once more, linked dynamically, so that Tests/faults/faults.c can be preloaded.
$(FAULTY): private STATIC = 0
$(filter %xvisualize,$(FAULTY)): private LDLIBS += $(CAIRO_LIBS)
$(filter %xlive,$(FAULTY)): private LDLIBS += -lmicrohttpd
$(FAULTY): $(BUILD)/faults/%: $(BUILD)/harness/%.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(LINK)
$(BUILD)/faults/sweep: Tests/faults/sweep.c
$(BUILD)/faults/faults.so: Tests/faults/faults.c
$(BUILD)/faults/faults.so: private CPPFLAGS += -fPIC -shared
$(BUILD)/faults/sweep $(BUILD)/faults/faults.so: Tests/faults/calls.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $(filter %.c,$^) -o $@

.PHONY: faults
faults: $(FAULTS)
	code=0; for kind in alloc calls; do for cases in cases sampled-cases slow-cases; do \
		$(BUILD)/faults/sweep $$kind $(BUILD)/faults Tests/faults/$$cases || code=1; done; done; exit $$code

MINUTES = 2
.PHONY: soak
soak: all
	Tests/soak $(MINUTES)

# The players among the examples, made as they say.
$(PLAYERS): $(BUILD)/players/%: examples/players/%.c examples/players/table.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) -O2 -g $(if $(DEVELOPER),-Werror) -Wall -Wextra $< -ljson-c -o $@

$(BUILD)/record: $(BUILD)/Tests/record.o $(LIBRARY)
	$(LINK)

$(BUILD)/window: Tests/window.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -lX11 -o $@

BENCH = $(addprefix $(BUILD)/bench/,choices empty games grade layers parse spectators start turn)
$(BUILD)/bench/%: bench/%.c $(LIBRARY) $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< $(filter %.a,$^) $(LDLIBS) -o $@ && $(COPY)

.PHONY: bench
bench: all $(BENCH)
	BUILD=$(BUILD) bench/run

SOURCES = $(wildcard core/*/*.[ch] core/process/filter/*.c harness/*.[ch] Tests/*.c Tests/faults/*.[ch] Tests/fuzz/*.[ch] Tests/unit/*.[ch] bench/*.c examples/players/*.[ch])
SCRIPTS = .ci/run run-all.sh xtest packaging/commands packaging/completions packaging/deb packaging/manual packaging/share bench/run bench/class bench/site bench/worst bench/engines bench/simulate bench/make-map bench/make-board docs/walk/hand-in Tests/run Tests/docs Tests/package Tests/same Tests/fest Tests/mutations Tests/mutants Tests/includes Tests/architecture \
	Tests/remote Tests/remote-maze Tests/hostile Tests/hostile-maze Tests/record-session Tests/browser/run \
	Tests/engine/long Tests/engine/make-fest Tests/engine/slurm Tests/engine/ssh Tests/faults/course Tests/faults/draw Tests/faults/serve Tests/faults/watch Tests/faults/grade Tests/fuzz/run Tests/fuzz/seed Tests/fuzz/coverage Tests/soak

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
# How many states of a function the analyzer looks at. It takes four times as long to look at 225000, which is its default.
TIDY_STATES = 50000
lint-tidy: $(patsubst %.c,build/tidy/%.ok,$(filter %.c,$(SOURCES)))
build/tidy/%.ok: %.c .clang-tidy $(filter %.h,$(SOURCES)) $(BUILD)/filter/filters.inc
	@mkdir -p $(@D)
	$(SAY)clang-tidy --quiet --warnings-as-errors='*' $< -- $(CPPFLAGS) -DSIGNALBOX_VERSION='"x"' -I$(BUILD)/filter $(CAIRO_CFLAGS) -ITests/unit -std=c17 -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_STATES) 2>$(@:.ok=.log) || { cat $(@:.ok=.log); false; }
	@touch $@

BINDIR = $(DESTDIR)$(PREFIX)/bin
DATADIR = $(DESTDIR)$(PREFIX)/share
DOCDIR = $(DATADIR)/doc/signalbox
MANDIR = $(DATADIR)/man
BASHDIR = $(DATADIR)/bash-completion/completions
ZSHDIR = $(DATADIR)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISHDIR = $(DATADIR)/fish/vendor_completions.d

# Manual pages and completions, made of what the programs say about themselves.
SHARE = $(BUILD)/share
$(SHARE)/_signalbox: $(BUILT) $(wildcard packaging/*)
	$(SAY)VERSION=$(VERSION) DOCDIR=$(PREFIX)/share/doc/signalbox packaging/share $(BIN) $(SHARE) $(PROGRAMS)

.PHONY: install uninstall
install: all $(SHARE)/_signalbox
	install -d $(BINDIR) $(DOCDIR)/docs $(MANDIR)/man1 $(MANDIR)/man7 $(BASHDIR) $(ZSHDIR) $(FISHDIR)
	install $(BUILT) $(BINDIR)
	install -m 644 CHANGELOG.md CONTRIBUTING.md LICENSE README.md $(DOCDIR)
	install -m 644 docs/*.md docs/*.svg $(DOCDIR)/docs
	cp -r docs/ci docs/walk $(DOCDIR)/docs
	cp -r examples $(DOCDIR)
	chmod -R u=rwX,go=rX $(DOCDIR)
	rm -rf $(DOCDIR)/examples/players/__pycache__
	install -m 644 $(SHARE)/man1/* $(MANDIR)/man1
	install -m 644 $(SHARE)/man7/* $(MANDIR)/man7
	install -m 644 $(SHARE)/bash $(BASHDIR)/xgrade
	for p in $(filter-out xgrade,$(PROGRAMS)); do ln -sf xgrade $(BASHDIR)/$$p; done
	install -m 644 $(SHARE)/_signalbox $(ZSHDIR)
	install -m 644 $(SHARE)/fish/* $(FISHDIR)
uninstall: private EVER = $(sort $(PROGRAMS) xvisualize xlive)# what may have been installed
uninstall:
	rm -f $(patsubst %,$(BINDIR)/%,$(EVER)) $(patsubst %,$(MANDIR)/man1/%.1,$(EVER)) $(MANDIR)/man1/xgrade-*.1 \
		$(MANDIR)/man7/signalbox.7 $(patsubst %,$(BASHDIR)/%,$(EVER)) $(ZSHDIR)/_signalbox $(patsubst %,$(FISHDIR)/%.fish,$(EVER))
	rm -rf $(DOCDIR)

# A package for Debian, linked dynamically as Debian wants it, and a tarball of the sources.
ARCH = $(shell dpkg --print-architecture)
.PHONY: deb dist test-package
test-package: deb
	Tests/package build/signalbox_$(VERSION)_$(ARCH).deb
deb: deps-package
	$(MAKE) FLAVOR=deb STATIC=0 all
	+packaging/deb $(VERSION) $(ARCH)
dist:
	@mkdir -p build
	git archive --prefix=signalbox-$(VERSION)/ -o build/signalbox-$(VERSION).tar.gz HEAD

PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES) $(LINT_PACKAGES)
.PHONY: deps deps-build deps-test deps-fuzz deps-package
deps deps-test: OPTIONAL = $(ENGINE_PACKAGES)
deps-build: PACKAGES = $(BUILD_PACKAGES)
deps-test: PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
deps-fuzz: PACKAGES = $(BUILD_PACKAGES) $(FUZZ_PACKAGES)
deps-package: PACKAGES = $(BUILD_PACKAGES) $(PACKAGING_PACKAGES)
deps deps-build deps-test deps-fuzz deps-package:
	@sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	install() { \
		missing=; for p; do dpkg -s $$p 2>/dev/null | grep -q '^Status: .* installed$$' || missing="$$missing $$p"; done; \
		if [ -n "$$missing" ]; then \
			echo "installing$$missing"; \
			$$sudo apt-get update -q >/dev/null && \
			$$sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -yq --no-install-recommends $$missing >/dev/null; \
		fi; \
	}; \
	install $(PACKAGES) && { install $(OPTIONAL) || echo 'not installed; tests that need them are skipped'; }

.PHONY: clean
clean:
	rm -rf build $(PROGRAMS) xvisualize xlive
