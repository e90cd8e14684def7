#define GREATEST_FALLBACK_CODE
#include "unit.h"

#define EACH(suite) SUITE_EXTERN(suite)
#include "suites.h"
#undef EACH

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
#define EACH(suite) RUN_SUITE(suite)
#include "suites.h"
    GREATEST_MAIN_END();
}
