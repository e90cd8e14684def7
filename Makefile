# Signalbox. `make` builds the programs into this folder; `make help` lists the rest.

VERSION = 0.1.0
PREFIX = /usr/local
DESTDIR =
CC = gcc
STATIC = 1
FLAVOR = release# release, asan or coverage: each has its own objects and, but for release, its own programs

# -- what there is -----------------------------------------------------------------------------------------------------

PROGRAMS += xlegal
PROGRAMS += xmap
PROGRAMS += xstrategy

CORE += base/arena
CORE += base/error
CORE += base/json_at
CORE += base/json_scan
CORE += base/json_stream
CORE += trains/cards
CORE += trains/codec_map
CORE += trains/codec_proposal
CORE += trains/codec_state
CORE += trains/map
CORE += trains/proposal
CORE += trains/rules
CORE += trains/state
CORE += trains/strategy

UNIT += arena
UNIT += json_at
UNIT += json_scan
UNIT += json_stream
UNIT += main
UNIT += read_text
UNIT += trains_codec
UNIT += trains_map
UNIT += trains_proposal
UNIT += trains_rules
UNIT += trains_strategy

BUILD_PACKAGES = gcc libc6-dev libjson-c-dev make pkg-config
TEST_PACKAGES = bats
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
OPTIMIZE = -O0 --coverage
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
ifeq ($(STATIC),1)
CFLAGS += -fPIE
LDFLAGS += -static-pie
else
CFLAGS += -fPIE
LDFLAGS += -pie
endif
LDLIBS = -ljson-c -lm

LIBRARY = $(BUILD)/libcore.a
OBJECTS = $(CORE:%=$(BUILD)/core/%.o)
BUILT = $(if $(filter .,$(BIN)),$(PROGRAMS),$(PROGRAMS:%=$(BIN)/%))

.PHONY: all
all: $(BUILT)

ifeq ($(BIN),.)
$(PROGRAMS): %: $(BUILD)/harness/%.o $(BUILD)/harness/harness.o $(LIBRARY)
	$(LINK)
else
$(BUILT): $(BIN)/%: $(BUILD)/harness/%.o $(BUILD)/harness/harness.o $(LIBRARY)
	$(LINK)
endif
LINK = $(CC) $(CFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@

$(LIBRARY): $(OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/unit: $(UNIT:%=$(BUILD)/Tests/unit/%.o) $(LIBRARY)
	$(LINK)

$(BUILD)/Tests/unit/%.o: CPPFLAGS += -ITests/unit $(UNIT_CPPFLAGS)
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Objects made with other flags are made anew.
FLAGS = $(CC) $(CPPFLAGS) $(UNIT_CPPFLAGS) $(CFLAGS) $(LDFLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(FLAGS))' > $@
FORCE:
.PHONY: FORCE

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
