#include "harness_help.h"

const char harness_version[] = SIGNALBOX_VERSION;
