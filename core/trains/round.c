#include "trains/round.h"

#include <pthread.h>
#include <stdatomic.h>

struct kept {
    const struct trains_event *event;
    struct kept *next;
};

/* A game, and the events that its observers have not been told yet. */
struct slot {
    struct line *line;
    int game;
    bool over;
    struct arena arena;
    struct kept *first, **last;
    struct observer observer, *list[2];
};

/* All games of the round. The lock protects everything but `next`. */
struct line {
    const struct trains_round *round;
    pthread_mutex_t lock;
    int head; /* the game whose events are passed on immediately */
    struct slot *slot;
    _Atomic int next;   /* game to play */
    struct error error; /* why a game failed */
};

struct worker {
    struct line *line;
    int number;
    pthread_t thread;
};

static bool keep(struct slot *s, const struct trains_event *event)
{
    struct kept *kept = arena_array(&s->arena, 1, sizeof *kept);
    if (!kept || !(kept->event = trains_event_keep(event, &s->arena))) {
        return false;
    }
    *s->last = kept;
    s->last = &kept->next;
    return true;
}

/* An event that cannot be kept would be missing, so the observers are told nothing more. */
static void drop_observers(struct observer *const *observers)
{
    for (; *observers; observers++) {
        if ((*observers)->error.kind == ERROR_NONE) {
            error_memory(&(*observers)->error);
        }
    }
}

static bool see(void *self, const void *event, struct error *err)
{
    struct slot *s = self;
    (void)err;
    pthread_mutex_lock(&s->line->lock);
    if (s->game == s->line->head) {
        observer_tell(s->line->round->observers, event);
    } else if (!keep(s, event)) {
        drop_observers(s->line->round->observers);
    }
    pthread_mutex_unlock(&s->line->lock);
    return true;
}

static void tell_kept(struct slot *s)
{
    for (const struct kept *kept = s->first; kept; kept = kept->next) {
        observer_tell(s->line->round->observers, kept->event);
    }
    arena_free(&s->arena);
}

/* A game has failed: stops further ones from starting. */
static void give_up(struct line *line, const struct error *why)
{
    pthread_mutex_lock(&line->lock);
    line->error = *why;
    pthread_mutex_unlock(&line->lock);
    atomic_store(&line->next, line->round->games);
}

/* A game is over: passes on the events of the next ones in line, up to the first that is still being played. */
static void move_up(struct slot *s)
{
    struct line *line = s->line;
    pthread_mutex_lock(&line->lock);
    s->over = true;
    while (line->head < line->round->games && line->slot[line->head].over) {
        line->head++;
        if (line->head < line->round->games) {
            tell_kept(&line->slot[line->head]);
        }
    }
    pthread_mutex_unlock(&line->lock);
}

static void *work(void *argument)
{
    struct worker *w = argument;
    const struct trains_round *round = w->line->round;
    struct error why = {.kind = ERROR_NONE};
    int game;
    while ((game = atomic_fetch_add(&w->line->next, 1)) < round->games) {
        struct slot *s = &w->line->slot[game];
        if (!round->play(round->context, w->number, game, round->observers ? s->list : NULL, &why)) {
            give_up(w->line, &why);
        }
        move_up(s);
    }
    return NULL;
}

bool trains_round_play(const struct trains_round *round, struct error *err)
{
    struct arena arena = {0};
    struct line line = {.round = round, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker worker[TRAINS_ROUND_JOBS_MAX];
    int jobs = round->jobs < round->games ? round->jobs : round->games, started = 0;
    line.slot = arena_array(&arena, (size_t)round->games, sizeof *line.slot);
    if (!line.slot) {
        return error_memory(err);
    }
    for (int i = 0; i < round->games; i++) {
        struct slot *s = &line.slot[i];
        *s = (struct slot){.line = &line, .game = i, .last = &s->first, .observer = {.see = see, .self = s}};
        s->list[0] = &s->observer;
    }
    for (; started < jobs && started < TRAINS_ROUND_JOBS_MAX; started++) {
        worker[started] = (struct worker){.line = &line, .number = started};
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]) != 0) {
            break; /* the other threads do its share */
        }
    }
    for (int i = 0; i < started; i++) {
        pthread_join(worker[i].thread, NULL);
    }
    for (int i = 0; i < round->games; i++) {
        arena_free(&line.slot[i].arena); /* left by games after one that failed */
    }
    arena_free(&arena);
    if (started == 0) {
        return error_set(err, ERROR_MEMORY, "cannot start a thread");
    }
    if (line.error.kind != ERROR_NONE) {
        *err = line.error;
    }
    return line.error.kind == ERROR_NONE;
}
