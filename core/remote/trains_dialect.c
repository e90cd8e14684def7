#include "remote/trains_dialect.h"

#include <string.h>

enum {
    /* where the map's cities list others, one object deeper */
    WRAPPED_MAP_REPEATS_AT = TRAINS_MAP_REPEATS_AT + 1,
};

#define BIT(call) (1U << TRAINS_CALL_##call)

static const unsigned silent_calls = BIT(LOSSES) | BIT(SETUP) | BIT(MORE) | BIT(UPDATE) | BIT(WIN) | BIT(END);

/* Writes the one argument that most calls have. taken: which kind of state, see trains_codec_write_state. */
static void write_argument(struct text *out, const struct trains_message *m, bool taken)
{
    switch (m->call) {
    case TRAINS_CALL_START:
        text_boolean(out, true);
        break;
    case TRAINS_CALL_LOSSES:
        text_integer(out, m->losses);
        break;
    case TRAINS_CALL_PICK:
        trains_message_write_offer(out, m);
        break;
    case TRAINS_CALL_MORE:
        trains_codec_write_colors(out, m->cards.cards, m->cards.count);
        break;
    case TRAINS_CALL_WIN:
    case TRAINS_CALL_END:
        text_boolean(out, m->won);
        break;
    default:
        trains_codec_write_state(out, m->view, taken);
        break;
    }
}

/* Reads the arguments of a call. */
static bool read_arguments(enum trains_call call, const struct json_at *argument, struct trains_listener *l,
                           struct trains_message *out, struct error *err)
{
    bool read;
    *out = (struct trains_message){.call = call};
    switch (call) {
    case TRAINS_CALL_START:
        l->started = true;
        return true; /* ignores the argument, if any */
    case TRAINS_CALL_LOSSES:
        return json_at_natural(argument, INT_MAX, &out->losses, err);
    case TRAINS_CALL_SETUP:
        return trains_message_setup(l, argument, out, err);
    case TRAINS_CALL_PICK:
        return trains_message_pick(l, argument, out, err);
    case TRAINS_CALL_MORE:
        return trains_message_more(l, argument, out, err);
    case TRAINS_CALL_WIN:
    case TRAINS_CALL_END:
        return json_at_boolean(argument, &out->won, err);
    default:
        read = trains_message_state(l, argument, false, out, err);
        out->call = call; /* not always for a turn */
        return read;
    }
}

/* -- call: [name, [argument, ...]], every call is answered -- */

static const char *const call_play[] = {"[\"play\",[", "]]"};

static void write_arguments(struct text *out, const struct trains_message *m)
{
    if (m->call != TRAINS_CALL_SETUP) {
        write_argument(out, m, false);
        return;
    }
    trains_codec_write_map(out, m->map);
    text_format(out, ",%d,", m->rails);
    trains_codec_write_colors(out, m->cards.cards, m->cards.count);
}

static void call_write(struct text *out, const struct trains_message *m)
{
    text_string(out, "[\"");
    text_string(out, trains_call_names[m->call]);
    text_string(out, "\",[");
    write_arguments(out, m);
    text_string(out, "]]");
}

static bool call_read(const struct json_at *at, struct trains_listener *l, struct trains_message *out,
                      struct error *err)
{
    static const char *const names[] = {"start", "losses", "setup", "pick", "play", "more", "win", "end", NULL};
    static const enum trains_call calls[] = {TRAINS_CALL_START, TRAINS_CALL_LOSSES, TRAINS_CALL_SETUP, TRAINS_CALL_PICK,
                                             TRAINS_CALL_PLAY,  TRAINS_CALL_MORE,   TRAINS_CALL_WIN,   TRAINS_CALL_END};
    int which;
    struct json_at part[2], argument[3];
    if (!json_at_elements(at, 2, 2, part, err) || !json_at_word(&part[0], names, &which, err)) {
        return false;
    }
    size_t count = calls[which] == TRAINS_CALL_SETUP ? 3 : 1;
    return json_at_elements(&part[1], calls[which] == TRAINS_CALL_START ? 0 : count, count, argument, err) &&
           read_arguments(calls[which], argument, l, out, err);
}

/* -- plain: messages have no names; what came before tells what they are -- */

static const char *const plain_play[] = {"", ""};

static void plain_write(struct text *out, const struct trains_message *m)
{
    if (m->call != TRAINS_CALL_SETUP) {
        write_argument(out, m, true);
        return;
    }
    text_string(out, "{\"Map\":");
    trains_codec_write_map(out, m->map);
    text_format(out, ",\"rails\":%d,\"Cards\":", m->rails);
    trains_codec_write_colors(out, m->cards.cards, m->cards.count);
    text_string(out, "}");
}

static bool plain_read_object(const struct json_at *at, struct trains_listener *l, struct trains_message *out,
                              struct error *err)
{
    static const char *const names[] = {"Map", "rails", "Cards", NULL};
    struct json_at member[3];
    if (json_object_object_get_ex(at->object, "destination1", NULL)) {
        return trains_message_state(l, at, true, out, err);
    }
    return json_at_members(at, names, member, err) && trains_message_setup(l, member, out, err);
}

static bool plain_read_array(const struct json_at *at, struct trains_listener *l, struct trains_message *out,
                             struct error *err)
{
    if (json_at_count(at) > 0 && json_object_is_type(json_at_element(at, 0).object, json_type_array)) {
        return trains_message_pick(l, at, out, err);
    }
    return trains_message_more(l, at, out, err);
}

static bool plain_read(const struct json_at *at, struct trains_listener *l, struct trains_message *out,
                       struct error *err)
{
    if (json_object_is_type(at->object, json_type_array)) {
        return plain_read_array(at, l, out, err);
    }
    if (json_object_is_type(at->object, json_type_object)) {
        return plain_read_object(at, l, out, err);
    }
    *out = (struct trains_message){.call = !l->started  ? TRAINS_CALL_START
                                           : l->in_game ? TRAINS_CALL_WIN
                                                        : TRAINS_CALL_END};
    l->started = true;
    l->in_game = false;
    return json_at_boolean(at, &out->won, err);
}

/* -- message: objects with a type -- */

static const char *const message_types[TRAINS_CALLS + 1] = {
    [TRAINS_CALL_START] = "StartMessage",     [TRAINS_CALL_LOSSES] = "LossesMessage",
    [TRAINS_CALL_SETUP] = "InitialInfo",      [TRAINS_CALL_PICK] = "AvailableDestinations",
    [TRAINS_CALL_PLAY] = "ActiveGameState",   [TRAINS_CALL_MORE] = "MoreCards",
    [TRAINS_CALL_UPDATE] = "PlayerGameState", [TRAINS_CALL_WIN] = "GameResult",
    [TRAINS_CALL_END] = "TournamentResult",
};

static const char *const message_play[] = {"{\"type\":\"ActiveGameState\",\"state\":", "}"};

/* The members of each message. */
static const char *const message_members[TRAINS_CALLS][5] = {
    [TRAINS_CALL_START] = {"type", "message"},
    [TRAINS_CALL_LOSSES] = {"type", "losses"},
    [TRAINS_CALL_SETUP] = {"type", "map", "rails", "hand"},
    [TRAINS_CALL_PICK] = {"type", "destinations"},
    [TRAINS_CALL_PLAY] = {"type", "state"},
    [TRAINS_CALL_MORE] = {"type", "cards"},
    [TRAINS_CALL_UPDATE] = {"type", "state"},
    [TRAINS_CALL_WIN] = {"type", "won"},
    [TRAINS_CALL_END] = {"type", "won"},
};

static void begin_message(struct text *out, const char *type)
{
    text_string(out, "{\"type\":\"");
    text_string(out, type);
    text_string(out, "\"");
}

static void begin_member(struct text *out, const char *name)
{
    text_string(out, ",\"");
    text_string(out, name);
    text_string(out, "\":");
}

static void count_cards(struct text *out, struct trains_deck cards)
{
    struct trains_cards counts = {{0}};
    for (int i = 0; i < cards.count; i++) {
        counts.count[cards.cards[i]]++;
    }
    trains_codec_write_cards(out, &counts);
}

static void message_write(struct text *out, const struct trains_message *m)
{
    const char *const *names = message_members[m->call];
    begin_message(out, message_types[m->call]);
    begin_member(out, names[1]);
    switch (m->call) {
    case TRAINS_CALL_START:
        text_string(out, "\"The tournament begins. Suggest a map.\"");
        break;
    case TRAINS_CALL_SETUP:
        trains_codec_write_map(out, m->map);
        begin_member(out, names[2]);
        text_integer(out, m->rails);
        begin_member(out, names[3]);
        count_cards(out, m->cards);
        break;
    case TRAINS_CALL_MORE:
        count_cards(out, m->cards);
        break;
    default:
        write_argument(out, m, false);
        break;
    }
    text_string(out, "}");
}

/* Expects an object with one of the given types. */
static bool read_type(const struct json_at *at, const char *const *types, int *which, struct error *err)
{
    struct json_at type;
    return json_at_member(at, "type", &type, err) && json_at_word(&type, types, which, err);
}

/* Whether the message removes the player; then err gives the reason. */
static bool is_kick(const struct json_at *at, struct error *err)
{
    struct json_at type, reason;
    if (!json_at_find(at, "type", &type) || !json_at_find(at, "reason", &reason)) {
        return false;
    }
    bool is_string = json_object_is_type(reason.object, json_type_string);
    const char *text = is_string ? json_object_get_string(reason.object) : "";
    error_set(err, ERROR_PLAYER, "was removed: %s", json_show(text, strlen(text)).text);
    return true;
}

static bool message_read(const struct json_at *at, struct trains_listener *l, struct trains_message *out,
                         struct error *err)
{
    int which = 0;
    struct json_at member[4];
    return !is_kick(at, err) && read_type(at, message_types, &which, err) &&
           json_at_members(at, message_members[which], member, err) &&
           read_arguments((enum trains_call)which, member + 1, l, out, err);
}

/* The types of answers, those that may answer one call together, up to a NULL, and their members. */
enum { MAP_ANSWER = 0, PICK_ANSWER = 2, CARDS_ANSWER = 4, CONNECTION_ANSWER };
static const char *const answer_types[] = {
    "MapJSON", NULL, "ReturnedDestinationJSON", NULL, "DrawCardMoveJSON", "AcquireConnectionMoveJSON", NULL};
static const char *const answer_members[][3] = {[MAP_ANSWER] = {"type", "map"},
                                                [PICK_ANSWER] = {"type", "destinations"},
                                                [CARDS_ANSWER] = {"type"},
                                                [CONNECTION_ANSWER] = {"type", "connection"}};

/* The first type that may answer a call. */
static int first_answer(enum trains_call call)
{
    return call == TRAINS_CALL_START ? MAP_ANSWER : call == TRAINS_CALL_PICK ? PICK_ANSWER : CARDS_ANSWER;
}

static void message_write_answer(struct text *out, const struct trains_message *m, const struct trains_answer *answer)
{
    int type = first_answer(m->call);
    type += type == CARDS_ANSWER && answer->action.request == TRAINS_ASK_CONNECTION;
    begin_message(out, answer_types[type]);
    if (type != CARDS_ANSWER) {
        begin_member(out, answer_members[type][1]);
        trains_message_write_answer(out, m, answer);
    }
    text_string(out, "}");
}

static bool message_read_answer(const struct json_at *at, const struct trains_message *m, struct arena *arena,
                                struct trains_answer *out, struct error *err)
{
    int type = first_answer(m->call), which = 0;
    struct json_at member[2];
    if (!read_type(at, answer_types + type, &which, err) ||
        !json_at_members(at, answer_members[type + which], member, err)) {
        return false;
    }
    switch (type + which) {
    case CARDS_ANSWER:
        out->action = (struct trains_action){.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
        return true;
    case CONNECTION_ANSWER:
        return trains_codec_acquired(&member[1], m->map, arena, &out->action, err);
    default:
        return trains_message_read_answer(&member[1], m, arena, out, err);
    }
}

static void message_write_kick(struct text *out, bool in_game, const char *reason)
{
    begin_message(out, in_game ? "GameKickNotification" : "TournamentKickNotification");
    begin_member(out, "reason");
    text_json_string(out, reason);
    text_string(out, "}");
}

/* -- all of them -- */

const struct trains_dialect trains_dialects[] = {
    {.name = "call",
     .unsent = BIT(UPDATE),
     .repeats_at = TRAINS_MAP_REPEATS_AT,
     .write_call = call_write,
     .read_answer = trains_message_read_answer,
     .read_call = call_read,
     .play = call_play,
     .write_answer = trains_message_write_answer,
     .more_cards = "\"more cards\""},
    {.name = "plain",
     .unsent = BIT(LOSSES) | BIT(UPDATE),
     .unanswered = silent_calls,
     .repeats_at = TRAINS_MAP_REPEATS_AT,
     .write_call = plain_write,
     .read_answer = trains_message_read_answer,
     .read_call = plain_read,
     .play = plain_play,
     .taken = true,
     .write_answer = trains_message_write_answer,
     .more_cards = "\"more cards\""},
    {.name = "message",
     .unanswered = silent_calls,
     .repeats_at = WRAPPED_MAP_REPEATS_AT,
     .write_call = message_write,
     .read_answer = message_read_answer,
     .write_kick = message_write_kick,
     .read_call = message_read,
     .play = message_play,
     .write_answer = message_write_answer,
     .more_cards = "{\"type\":\"DrawCardMoveJSON\"}"},
    {.name = NULL},
};

const struct trains_dialect *trains_dialect_find(const char *name)
{
    const struct trains_dialect *dialect = trains_dialects;
    while (dialect->name && strcmp(dialect->name, name) != 0) {
        dialect++;
    }
    return dialect->name ? dialect : NULL;
}
