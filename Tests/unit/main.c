#define GREATEST_FALLBACK_CODE
#include "unit.h"

SUITE_EXTERN(arena);
SUITE_EXTERN(draw_boards);
SUITE_EXTERN(draw_maps);
SUITE_EXTERN(json_at);
SUITE_EXTERN(json_scanning);
SUITE_EXTERN(json_streaming);
SUITE_EXTERN(maze);
SUITE_EXTERN(names);
SUITE_EXTERN(observers);
SUITE_EXTERN(random_numbers);
SUITE_EXTERN(remote_bulk);
SUITE_EXTERN(remote_dialects);
SUITE_EXTERN(remote_proxies);
SUITE_EXTERN(remote_sessions);
SUITE_EXTERN(remote_signup);
SUITE_EXTERN(remote_wire);
SUITE_EXTERN(texts);
SUITE_EXTERN(tournament_rounds);
SUITE_EXTERN(tournament_series);
SUITE_EXTERN(trains_codec);
SUITE_EXTERN(trains_destinations);
SUITE_EXTERN(trains_games);
SUITE_EXTERN(trains_map);
SUITE_EXTERN(trains_proposal);
SUITE_EXTERN(trains_rounds);
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
    RUN_SUITE(names);
    RUN_SUITE(texts);
    RUN_SUITE(observers);
    RUN_SUITE(random_numbers);
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
    RUN_SUITE(trains_rounds);
    RUN_SUITE(maze);
    RUN_SUITE(remote_wire);
    RUN_SUITE(remote_bulk);
    RUN_SUITE(remote_signup);
    RUN_SUITE(remote_dialects);
    RUN_SUITE(remote_proxies);
    RUN_SUITE(remote_sessions);
    RUN_SUITE(draw_maps);
    RUN_SUITE(draw_boards);
    GREATEST_MAIN_END();
}
