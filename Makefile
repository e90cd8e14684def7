# Signalbox. `make` builds the programs into this folder; `make help` lists the rest.

VERSION = 0.1.0
PREFIX = /usr/local
DESTDIR =
CC = gcc
STATIC = 1
FLAVOR = release# release, asan or coverage: each has its own objects and, but for release, its own programs

# -- what there is -----------------------------------------------------------------------------------------------------

PROGRAMS += xbad
PROGRAMS += xbad2
PROGRAMS += xboard
PROGRAMS += xbonus
PROGRAMS += xchoice
PROGRAMS += xclients
PROGRAMS += xgames
PROGRAMS += xgrade
PROGRAMS += xlegal
PROGRAMS += xmanager
PROGRAMS += xmap
PROGRAMS += xref
PROGRAMS += xreplay
PROGRAMS += xserver
PROGRAMS += xstate
PROGRAMS += xstrategy
PROGRAMS += $(if $(HAVE_CAIRO),xvisualize)

CORE += base/arena
CORE += base/clock
CORE += base/error
CORE += base/json_at
CORE += base/json_build
CORE += base/json_scan
CORE += base/json_show
CORE += base/json_stream
CORE += base/json_text
CORE += base/names
CORE += base/observer
CORE += base/random
CORE += base/sha256
CORE += base/text
CORE += base/utf8
CORE += draw/board
CORE += draw/coverage
CORE += draw/font
CORE += draw/geometry
CORE += draw/grid
CORE += draw/labels
CORE += draw/map
CORE += draw/map_scene
CORE += draw/marks
CORE += draw/routes
CORE += draw/scene
CORE += draw/style
CORE += draw/svg
CORE += grade/capture
CORE += grade/cases
CORE += grade/cast
CORE += grade/cells
CORE += grade/compare
CORE += grade/compare_show
CORE += grade/compare_unordered
CORE += grade/content
CORE += grade/feed
CORE += grade/fest
CORE += grade/judge
CORE += grade/log
CORE += grade/number
CORE += grade/record
CORE += grade/report
CORE += grade/report_diff
CORE += grade/report_failure
CORE += grade/report_files
CORE += grade/report_html
CORE += grade/report_terminal
CORE += grade/results
CORE += grade/run
CORE += grade/session
CORE += grade/session_jobs
CORE += grade/session_update
CORE += grade/sheet
CORE += grade/suite
CORE += grade/talk
CORE += grade/value
CORE += grade/value_text
CORE += grade/worker
CORE += maze/board
CORE += maze/codec_board
CORE += maze/codec_state
CORE += maze/generate
CORE += maze/log
CORE += maze/player
CORE += maze/referee
CORE += maze/rules
CORE += maze/series
CORE += maze/show
CORE += maze/state
CORE += maze/strategy
CORE += maze/tile
CORE += process/doctor
CORE += process/folder
CORE += process/keeper
CORE += process/landlock
CORE += process/process
CORE += process/start
CORE += process/tree
CORE += process/wall
CORE += remote/bots
CORE += remote/live
CORE += remote/maze_call
CORE += remote/maze_dialect
CORE += remote/maze_hall
CORE += remote/maze_memo
CORE += remote/maze_memo_client
CORE += remote/net
CORE += remote/signup
CORE += remote/spoil
CORE += remote/trains_dialect
CORE += remote/trains_message
CORE += remote/trains_proxy_player
CORE += remote/trains_proxy_referee
CORE += remote/wire
CORE += replay/assets
CORE += replay/line
CORE += replay/maze
CORE += replay/replay
CORE += replay/trains
CORE += replay/trains_game
CORE += tournament/rounds
CORE += tournament/series
CORE += trains/cards
CORE += trains/codec_game
CORE += trains/codec_map
CORE += trains/codec_proposal
CORE += trains/codec_state
CORE += trains/codec_text
CORE += trains/destinations
CORE += trains/log
CORE += trains/manager
CORE += trains/map
CORE += trains/observer
CORE += trains/player
CORE += trains/proposal
CORE += trains/referee
CORE += trains/round
CORE += trains/rules
CORE += trains/score
CORE += trains/series
CORE += trains/state
CORE += trains/strategy

UNIT += arena
UNIT += draw_board
UNIT += draw_map
UNIT += grade_cases
UNIT += grade_compare
UNIT += grade_records
UNIT += grade_run
UNIT += json_at
UNIT += json_scan
UNIT += json_stream
UNIT += live
UNIT += main
UNIT += maze
UNIT += maze_table
UNIT += names
UNIT += observer
UNIT += peer
UNIT += process
UNIT += random
UNIT += reading
UNIT += remote_bulk
UNIT += remote_dialect
UNIT += remote_hall
UNIT += remote_maze
UNIT += remote_proxy
UNIT += remote_session
UNIT += remote_signup
UNIT += remote_wire
UNIT += replay
UNIT += rounds
UNIT += series
UNIT += sha256
UNIT += text
UNIT += trains_codec
UNIT += trains_destinations
UNIT += trains_game
UNIT += trains_map
UNIT += trains_proposal
UNIT += trains_round
UNIT += trains_rules
UNIT += trains_score
UNIT += trains_strategy
UNIT += trains_text

BUILD_PACKAGES = gcc libc6-dev libcairo2-dev libjson-c-dev make
TEST_PACKAGES = bats libxml2-utils pkg-config xvfb
LINT_PACKAGES = clang clang-format clang-tidy cppcheck shellcheck valgrind gcovr

# -- how it is built ---------------------------------------------------------------------------------------------------

BUILD = build/$(FLAVOR)
BIN = $(if $(filter release,$(FLAVOR)),.,$(BUILD))

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wwrite-strings -Wcast-qual -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wnull-dereference
HARDENING = -fstack-protector-strong -D_FORTIFY_SOURCE=2
OPTIMIZE = -O2 $(HARDENING)
LDFLAGS = -Wl,-z,relro,-z,now
ifeq ($(FLAVOR),asan)
OPTIMIZE = -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
STATIC = 0
endif
ifeq ($(FLAVOR),coverage)
OPTIMIZE = -O0 --coverage -fprofile-update=atomic
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
OBJECTS = $(CORE:%=$(BUILD)/core/%.o)
BUILT = $(if $(filter .,$(BIN)),$(PROGRAMS),$(PROGRAMS:%=$(BIN)/%))

.PHONY: all
all: $(BUILT)
ifndef HAVE_CAIRO
	@echo 'xvisualize is left out: it needs cairo; "make deps-build" installs it'
endif

ifeq ($(BIN),.)
$(PROGRAMS): %: $(BUILD)/harness/%.o $(BUILD)/harness/harness.o $(LIBRARY)
	$(LINK)
else
$(BUILT): $(BIN)/%: $(BUILD)/harness/%.o $(BUILD)/harness/harness.o $(LIBRARY)
	$(LINK)
endif
of = $(if $(filter .,$(BIN)),$(1),$(1:%=$(BIN)/%))
$(call of,xbonus xclients xref xmanager xserver): $(BUILD)/harness/trains_run.o $(BUILD)/harness/watch.o
$(call of,xbonus xclients xserver): $(BUILD)/harness/server.o $(BUILD)/harness/stop.o
$(call of,xbonus xclients): $(BUILD)/harness/clients.o $(BUILD)/harness/trains_clients.o
$(call of,xclients): $(BUILD)/harness/maze_clients.o
$(call of,xserver): $(BUILD)/harness/xserver_maze.o $(BUILD)/harness/xserver_trains.o
$(call of,xbad xbad2 xboard xchoice xgames xstate): $(BUILD)/harness/maze_run.o $(BUILD)/harness/watch.o
$(call of,xbad xbad2 xboard xbonus xchoice xclients xgames xmanager xref xserver xstate): $(BUILD)/harness/programs.o
$(call of,xgrade): $(patsubst %,$(BUILD)/harness/grade_%.o,fest options picture reports show single watch) $(BUILD)/harness/stop.o
$(call of,xbad xbad2 xboard xbonus xchoice xclients xgames xmanager xref xserver xstate): $(BUILD)/harness/file.o # for watch.o
PAINTERS = $(BUILD)/harness/canvas.o $(BUILD)/harness/window.o
$(call of,xvisualize): $(PAINTERS) $(BUILD)/harness/file.o
$(call of,xvisualize): private STATIC = 0
$(call of,xvisualize): private LDLIBS += $(CAIRO_LIBS)
$(PAINTERS) $(BUILD)/harness/xvisualize.o: private CPPFLAGS += $(CAIRO_CFLAGS)
LINK = $(SAY)$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -o $@

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	$(SAY)$(AR) rcs $@ $^

$(BUILD)/unit: $(UNIT:%=$(BUILD)/Tests/unit/%.o) $(LIBRARY)
	$(LINK)

$(BUILD)/Tests/unit/%.o: CPPFLAGS += -ITests/unit $(UNIT_CPPFLAGS)
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# The files that pages are made of become part of the library.
$(BUILD)/core/%/assets.o: core/%/assets.S $(BUILD)/flags $(wildcard core/*/*.html core/*/*.css core/*/*.js)
	@mkdir -p $(@D)
	$(SAY)$(CC) -c $< -o $@

# Objects made with other flags are made anew.
FLAGS = $(CC) $(CPPFLAGS) $(UNIT_CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(FLAGS))' > $@
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
	@echo 'make coverage       line coverage of core/ by the tests'
	@echo 'make bench          speed, as ratios to a floor'
	@echo 'make format         let clang-format have its way'
	@echo 'make install        into PREFIX (and DESTDIR); make uninstall'
	@echo 'make deps           install the Debian packages that are missing'
	@echo 'make clean'

.PHONY: test
test: all $(BUILD)/unit $(BUILD)/mutate $(BUILD)/record $(BUILD)/rogue $(BUILD)/turncoat $(BUILD)/bot $(if $(HAVE_CAIRO),$(BUILD)/window)
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

$(BUILD)/mutate $(BUILD)/rogue $(BUILD)/turncoat: $(BUILD)/%: Tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY)$(CC) $(CPPFLAGS) -std=c17 -O2 -g $(if $(DEVELOPER),-Werror $(WARNINGS),-Wall) $< -o $@

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

SOURCES = $(wildcard core/*/*.[ch] harness/*.[ch] Tests/*.c Tests/unit/*.[ch] bench/*.c docs/*.c)
SCRIPTS = .ci/run run-all.sh xtest bench/run bench/make-map Tests/run Tests/same Tests/fest Tests/mutations Tests/includes \
	Tests/remote Tests/remote-maze Tests/hostile Tests/hostile-maze Tests/record-session Tests/browser/run

.PHONY: format
format:
	clang-format -i $(SOURCES)

.PHONY: lint
lint: lint-format lint-includes lint-shell lint-cppcheck lint-tidy

.PHONY: lint-format lint-includes lint-shell lint-cppcheck lint-tidy
lint-format:
	$(SAY)clang-format --dry-run --Werror $(SOURCES)
lint-includes:
	$(SAY)Tests/includes
lint-shell:
	$(SAY)shellcheck $(SCRIPTS) Tests/*.bats Tests/*.bash
lint-cppcheck:
	$(SAY)cppcheck --quiet --error-exitcode=1 --enable=warning,performance,portability --inline-suppr --std=c11 \
		--suppress=missingIncludeSystem -D_GNU_SOURCE -DSIGNALBOX_VERSION='"x"' -Icore -Iharness -ITests/unit $(filter %.c,$(SOURCES))
lint-tidy: $(patsubst %.c,build/tidy/%.ok,$(filter %.c,$(SOURCES)))
build/tidy/%.ok: %.c .clang-tidy $(filter %.h,$(SOURCES))
	@mkdir -p $(@D)
	$(SAY)clang-tidy --quiet --warnings-as-errors='*' $< -- $(CPPFLAGS) $(CAIRO_CFLAGS) -ITests/unit -std=c17 2>$(@:.ok=.log) || { cat $(@:.ok=.log); false; }
	@touch $@

LIBDIR = $(DESTDIR)$(PREFIX)/lib
INCLUDEDIR = $(DESTDIR)$(PREFIX)/include/signalbox

.PHONY: install uninstall
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(LIBDIR)/pkgconfig $(INCLUDEDIR)
	install $(BUILT) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(LIBRARY) $(LIBDIR)/libsignalbox.a
	cd core && find . -name '*.h' -exec install -D -m 644 '{}' '$(abspath $(INCLUDEDIR))/{}' ';'
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: signalbox' 'Version: $(VERSION)' \
		'Description: Referees, rules and players of Trains and Maze' 'Requires: json-c' \
		'Cflags: -I$${prefix}/include/signalbox' 'Libs: -L$${prefix}/lib -lsignalbox -lm -pthread' \
		> $(LIBDIR)/pkgconfig/signalbox.pc
uninstall:
	rm -f $(patsubst %,$(DESTDIR)$(PREFIX)/bin/%,$(PROGRAMS) xvisualize) $(LIBDIR)/libsignalbox.a $(LIBDIR)/pkgconfig/signalbox.pc
	rm -rf $(INCLUDEDIR)

PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES) $(LINT_PACKAGES)
.PHONY: deps deps-build deps-test
deps-build: PACKAGES = $(BUILD_PACKAGES)
deps-test: PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
deps deps-build deps-test:
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
