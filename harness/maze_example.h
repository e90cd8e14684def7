/* The state in the examples of xstate and xchoice --help. */
#ifndef MAZE_EXAMPLE_H
#define MAZE_EXAMPLE_H

#define MAZE_EXAMPLE \
    "    {\"board\": {\"connectors\": [[\"┌\", \"─\"], [\"└\", \"│\"]],\n" \
    "               \"treasures\": [[[\"ruby\", \"beryl\"], [\"ruby\", \"zircon\"]],\n" \
    "                             [[\"beryl\", \"zircon\"], [\"diamond\", \"ruby\"]]]},\n" \
    "     \"spare\": {\"tilekey\": \"┴\", \"1-image\": \"diamond\", \"2-image\": \"beryl\"},\n" \
    "     \"plmt\": [{\"current\": {\"row#\": 0, \"column#\": 0}, \"home\": {\"row#\": 1, \"column#\": 1},\n" \
    "               \"color\": \"red\"}],\n" \
    "     \"last\": null}\n"

#endif
