#include "trains/player.h"

const char *const trains_call_names[TRAINS_CALLS + 1] = {
    [TRAINS_CALL_START] = "start",   [TRAINS_CALL_LOSSES] = "losses", [TRAINS_CALL_SETUP] = "setup",
    [TRAINS_CALL_PICK] = "pick",     [TRAINS_CALL_PLAY] = "play",     [TRAINS_CALL_MORE] = "more",
    [TRAINS_CALL_UPDATE] = "update", [TRAINS_CALL_WIN] = "win",       [TRAINS_CALL_END] = "end",
};
