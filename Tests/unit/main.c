#define GREATEST_FALLBACK_CODE
#include "unit.h"

SUITE_EXTERN(arena);
SUITE_EXTERN(grade_cases);
SUITE_EXTERN(grade_compare);
SUITE_EXTERN(grade_records);
SUITE_EXTERN(grade_runs);
SUITE_EXTERN(json_at);
SUITE_EXTERN(json_scanning);
SUITE_EXTERN(json_streaming);
SUITE_EXTERN(maze);
SUITE_EXTERN(observers);
SUITE_EXTERN(processes);
SUITE_EXTERN(random_numbers);
SUITE_EXTERN(sha256);
SUITE_EXTERN(tournament_rounds);
SUITE_EXTERN(tournament_series);
SUITE_EXTERN(trains_codec);
SUITE_EXTERN(trains_destinations);
SUITE_EXTERN(trains_games);
SUITE_EXTERN(trains_map);
SUITE_EXTERN(trains_proposal);
SUITE_EXTERN(trains_rules);
SUITE_EXTERN(trains_scoring);
SUITE_EXTERN(trains_strategy);

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(arena);
    RUN_SUITE(json_scanning);
    RUN_SUITE(json_streaming);
    RUN_SUITE(json_at);
    RUN_SUITE(sha256);
    RUN_SUITE(grade_cases);
    RUN_SUITE(grade_compare);
    RUN_SUITE(grade_records);
    RUN_SUITE(observers);
    RUN_SUITE(random_numbers);
    RUN_SUITE(processes);
    RUN_SUITE(grade_runs);
    RUN_SUITE(tournament_rounds);
    RUN_SUITE(tournament_series);
    RUN_SUITE(trains_map);
    RUN_SUITE(trains_rules);
    RUN_SUITE(trains_strategy);
    RUN_SUITE(trains_codec);
    RUN_SUITE(trains_proposal);
    RUN_SUITE(trains_destinations);
    RUN_SUITE(trains_scoring);
    RUN_SUITE(trains_games);
    RUN_SUITE(maze);
    GREATEST_MAIN_END();
}
