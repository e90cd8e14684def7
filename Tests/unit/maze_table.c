#include "maze_table.h"

#include <unistd.h>

bool maze_table_open(struct maze_table *t)
{
    *t = (struct maze_table){.names = {"Ann", "Ben"}};
    for (int i = 0; i < MAZE_TABLE_PLAYERS; i++) {
        t->proxy[i].wire.in = t->proxy[i].wire.out = -1;
    }
    t->text = read_text("fixtures/remote/maze.json");
    struct reading *r = &t->reading;
    return t->text && reading_start(r, t->text) && maze_codec_setup(&r->at[1], &r->arena, &t->setup, &r->error) &&
           t->setup.state.players == MAZE_TABLE_PLAYERS &&
           maze_trial_init(&t->trial, &t->setup.state.board, &r->arena, &r->error);
}

const char *maze_table_close(struct maze_table *t)
{
    const char *wrong = "";
    for (int i = 0; i < MAZE_TABLE_PLAYERS; i++) {
        maze_proxy_player_close(&t->proxy[i]);
        if (t->peer[i].script && !wrong[0]) {
            wrong = peer_join(&t->peer[i]);
        } else if (t->peer[i].script) {
            peer_join(&t->peer[i]);
        }
    }
    maze_hub_close(&t->hub);
    reading_end(&t->reading);
    free(t->text);
    return wrong;
}

void maze_table_wire(struct maze_table *t, int player, int fd, int64_t allowed)
{
    t->proxy[player].wire = wire_open(fd, fd, -1, allowed);
}

bool maze_table_script(struct maze_table *t, int player, const char *script, int64_t allowed)
{
    int fd = peer_start(&t->peer[player], false, script);
    if (fd < 0) {
        return false;
    }
    maze_table_wire(t, player, fd, allowed);
    return true;
}

bool maze_table_meet(struct maze_table *t)
{
    maze_hub_open(&t->hub, t->proxy, MAZE_TABLE_PLAYERS);
    const struct maze_event begin = {
        .kind = MAZE_EVENT_GAME, .state = &t->setup.state, .names = t->names, .goals = t->setup.goal};
    return t->hub.observer.see(t->hub.observer.self, &begin, &t->reading.error);
}

struct maze_house_player maze_table_house(struct maze_table *t)
{
    return maze_house_player(&(struct maze_entry){.strategy = MAZE_EUCLID}, &t->trial);
}
