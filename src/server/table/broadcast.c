/*
 * What everybody is sent. A message is written once for all who see the same: for every seat and for all spectators
 * together, with and without lists and memory. Everything in it comes from the viewer's view and from what all know.
 */
#include "server/table/broadcast.h"

#include "engine/json.h"
#include "lang/say.h"
#include "server/table/ahead.h"
#include "server/table/chat.h"
#include "server/table/table_json.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES_SHOWN = 1000,          /* entries that newcomers are shown; the saved game has all of them */
    LISTED_SHOWN = 4000,           /* moves of a list: a robbed pyramid has 61,392 */
    VIEWERS = ARKAD_SEATS_MAX + 1, /* the seats, and all spectators as one */
    HEAD_ROOM = 64, /* before a message, for its beginning, which differs between those who asked and the others */
};

/* What a client wants in addition to the view. */
enum { WANTS_LISTS = 1, WANTS_MEMORY = 2 };

static int wants(const struct watcher *watcher) {
    if (watcher->viewer == ARKAD_SPECTATOR) return 0;
    return (watcher->client->wants_lists ? WANTS_LISTS : 0) | (watcher->wants_memory ? WANTS_MEMORY : 0);
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

static void put_hash(struct json *out, const char *key, const uint8_t hash[STORE_HASH]) {
    char hex[2 * STORE_HASH + 1];
    sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    json_put_word(out, key, hex);
}

/* The reference is taken over. */
static void put_json(struct json *out, const char *key, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text)
        json_put_value(out, key, text, strlen(text));
    else
        json_put_null(out, key);
    free(text);
    json_decref(value);
}

/* ---- The position ----------------------------------------------------------------------------------------------- */

static void put_view(struct json *out, const struct play *play, const struct arkad_position *view) {
    char json[ARKAD_JSON_MAX];
    json_put_value(out, "view", json, arkad_json_write(play->game, view, json));
}

static void put_memory(struct json *out, const struct play *play, const struct arkad_position *view) {
    char json[ARKAD_MEMORY_MAX];
    json_put_value(out, "memory", json, arkad_memory_write(play->game, view, json));
}

/* The seat's moves, when it is its decision: listed from its view. */
static void put_list(struct server *server, struct json *out, const struct play *play,
                     const struct arkad_position *view, int seat) {
    if (!(arkad_may_move(play->game, view) >> seat & 1)) return;
    struct arkad_move *moves = server->tables->listed;
    int count = arkad_list(play->game, view, seat, moves);
    char move[ARKAD_MOVE_TEXT_MAX];
    json_put_open(out, "moves", '[');
    for (int i = 0; i < count && i < LISTED_SHOWN; i++) {
        arkad_move_write(play->game, &moves[i], move);
        json_put_word(out, NULL, move);
    }
    json_close(out, ']');
    if (count > LISTED_SHOWN) json_put_number(out, "listed", count);
}

/* `has_view`: what this viewer sees stands there already. */
static void put_position(struct server *server, struct json *out, const struct table *table, int viewer, int wanted,
                         bool has_view) {
    const struct play *play = &table->play;
    struct arkad_position view;
    if (has_view && !wanted) return;
    arkad_view(play->game, &play->position, viewer, &view);
    if (!has_view) put_view(out, play, &view);
    if (wanted & WANTS_MEMORY) put_memory(out, play, &view);
    if (wanted & WANTS_LISTS) put_list(server, out, play, &view, viewer);
}

static void put_clock(struct json *out, const struct seat_clock *clock, int64_t ms, bool is_running) {
    json_put_open(out, NULL, '{');
    json_put_number(out, "left_ms", clock_left_ms(clock, ms));
    json_put_number(out, "bank_ms", clock_bank_ms(clock, ms));
    json_put_flag(out, "runs", clock->is_running && is_running);
    json_close(out, '}');
}

/* Seats of bots have no clock. */
static void put_clocks(struct server *server, struct json *out, const struct table *table) {
    const struct clocks *clocks = &table->play.clocks;
    int64_t ms = table_ran_ms(server, table);
    json_put_number(out, "now", server->now_ms);
    json_put_open(out, "clocks", '[');
    for (int seat = 0; seat < table->row.players; seat++)
        if (clocks->seats >> seat & 1)
            put_clock(out, &clocks->of[seat], ms, play_is_running(&table->play));
        else
            json_put_null(out, NULL);
    json_close(out, ']');
}

/* ---- Entries ---------------------------------------------------------------------------------------------------- */

/* Whether the viewer may only know that the seat has moved. */
static bool is_hidden(const struct play *play, const struct entry *entry, int viewer) {
    return viewer != entry->seat && !play->is_over && !arkad_is_over(&play->position) &&
           arkad_is_secret(play->game, &entry->move);
}

static void put_move(struct json *out, const struct play *play, const struct entry *entry,
                     const struct arkad_tape *tape, int viewer) {
    char text[ARKAD_JSON_MAX];
    if (is_hidden(play, entry, viewer)) {
        json_put_null(out, "move");
    } else {
        arkad_move_write(play->game, &entry->move, text);
        json_put_word(out, "move", text);
    }
    if (tape->count) json_put_value(out, "chance", text, arkad_chance_write(play->game, tape, viewer, text));
    json_put_word(out, "by", entry_by_words[entry->by]);
}

static void put_share(struct json *out, bool is_there, const uint8_t hash[STORE_HASH]) {
    if (is_there)
        put_hash(out, NULL, hash);
    else
        json_put_null(out, NULL);
}

/* What proves that the cards were dealt as they had to be; docs/fairness.md. */
static void put_proof(struct json *out, const struct table *table) {
    json_put_open(out, "proof", '{');
    put_hash(out, "secret", table->row.secret);
    json_put_open(out, "promised", '[');
    for (int seat = 0; seat < table->row.players; seat++)
        put_share(out, table->seats[seat].has_promised, table->seats[seat].promised);
    json_close(out, ']');
    json_put_open(out, "given", '[');
    for (int seat = 0; seat < table->row.players; seat++)
        put_share(out, table->seats[seat].has_given, table->seats[seat].given);
    json_close(out, ']');
    put_hash(out, "seed", table->row.seed);
    json_close(out, '}');
}

/* Persons whose share is not in the seed: they promised none, or did not show it in time. */
static unsigned left_out(const struct table *table) {
    unsigned seats = 0;
    for (int seat = 0; seat < table->row.players; seat++)
        seats |= (unsigned)(table->seats[seat].kind == SEAT_PERSON && !table->seats[seat].has_given) << seat;
    return seats;
}

/* What an entry says beyond its number, time, kind and seat. */
static void put_rest(struct json *out, const struct table *table, const struct play *play, const struct entry *entry,
                     const struct arkad_tape *tape, int viewer) {
    switch (entry->kind) {
    case ENTRY_START:
        json_put_null(out, "seed");
        json_put_seats(out, "left_out", left_out(table));
        break;
    case ENTRY_MOVE: put_move(out, play, entry, tape, viewer); break;
    case ENTRY_PROPOSAL:
        json_put_word(out, "what", proposal_words[entry->what]);
        json_put_seats(out, "of", entry->of);
        if (entry->what == PROPOSE_UNDO) json_put_number(out, "to", entry->to);
        break;
    case ENTRY_ANSWER:
        json_put_number(out, "ask", entry->proposal);
        json_put_flag(out, "yes", entry->is_yes);
        break;
    case ENTRY_UNDO: json_put_number(out, "to", entry->to); break;
    case ENTRY_AWAY: json_put_word(out, "why", away_words[entry->why]); break;
    case ENTRY_VACATION:
        if (entry->until_ms)
            json_put_number(out, "until", entry->until_ms);
        else
            json_put_null(out, "until");
        break;
    case ENTRY_OVER:
        json_put_value(out, "result", table->row.result, strlen(table->row.result));
        put_proof(out, table);
        break;
    default: break;
    }
}

/* All of an entry but its closing brace. */
static void open_entry(struct json *out, const char *key, const struct table *table, const struct play *play,
                       const struct entry *entry, const struct arkad_tape *tape, int viewer) {
    assert(entry->number > 0 && entry->kind < ENTRY_KINDS);
    json_put_open(out, key, '{');
    json_put_number(out, "n", entry->number);
    json_put_number(out, "at", entry->at_ms);
    json_put_word(out, "kind", entry_kind_words[entry->kind]);
    if (entry->seat != ENTRY_NOBODY) json_put_number(out, "seat", entry->seat);
    put_rest(out, table, play, entry, tape, viewer);
}

/* ---- Sending ---------------------------------------------------------------------------------------------------- */

/* A message whose beginning is put before it when it is sent. */
struct message {
    struct text text;
    struct json json;
};

static void begin(struct server *server, struct message *message) {
    assert(server->tables);
    message->text = text_in(server->tables->message + HEAD_ROOM, TABLE_MESSAGE_MAX - HEAD_ROOM);
    message->json = json_to(&message->text);
    message->json.needs_comma = true; /* behind the beginning */
}

/* What it is, and what it answers. */
static size_t write_head(const char *is, const json_t *re, char head[HEAD_ROOM]) {
    struct text text = text_in(head, HEAD_ROOM);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    json_put_word(&json, "is", is);
    if (json_is_integer(re)) json_put_number(&json, "re", (long)json_integer_value(re));
    assert(!text.is_full);
    return text.used;
}

static void send_to(const struct message *message, const char *is, struct client *client, const json_t *re) {
    char head[HEAD_ROOM];
    size_t length = write_head(is, re, head);
    char *start = message->text.start - length;
    memcpy(start, head, length);
    net_send(client->peer, start, message->text.used + length);
}

/* ---- One more entry --------------------------------------------------------------------------------------------- */

static bool changes_position(const struct entry *entry) {
    return entry->kind == ENTRY_START || entry->kind == ENTRY_MOVE || entry->kind == ENTRY_UNDO;
}

/* What is new with the last entry. */
static void put_news(struct server *server, struct json *out, const struct table *table, const struct entry *entry,
                     int viewer, int wanted, bool has_view) {
    if (changes_position(entry)) put_position(server, out, table, viewer, wanted, has_view);
    json_put_seats(out, "waits", play_waits(&table->play));
    if (table->is_hurried) json_put_flag(out, "hurried", true);
    if (table->play.clocks.kind != CLOCK_NONE) put_clocks(server, out, table);
}

/* The beginning of an entry's message. */
struct beginning {
    size_t used;   /* of the message before this one; 0: there is none, or it was for its viewer alone */
    bool has_view; /* it goes as far as the view */
};

/* Whether the entry itself is told to all in the same words. */
static bool is_open_to_all(const struct play *play, const struct entry *entry, const struct arkad_tape *tape) {
    return entry->kind == ENTRY_MOVE && !tape->count && !arkad_is_secret(play->game, &entry->move);
}

/* Written for one viewer, and kept for all as far as all are told the same. */
static void write_beginning(struct server *server, struct message *message, const struct table *table,
                            const struct play *play, const struct entry *entry, const struct arkad_tape *tape,
                            int viewer, struct beginning *beginning) {
    struct json *out = &message->json;
    begin(server, message);
    json_put_word(out, "table", table->row.code);
    json_put_number(out, "n", entry->number);
    open_entry(out, "entry", table, play, entry, tape, viewer);
    json_close(out, '}');
    if (!is_open_to_all(play, entry, tape)) return;
    beginning->has_view = entry->number == table->play.count && arkad_is_open(play->game, &play->position);
    if (beginning->has_view) put_position(server, out, table, ARKAD_SPECTATOR, 0, false);
    beginning->used = message->text.used;
}

static void write_entry(struct server *server, struct message *message, const struct table *table,
                        const struct play *play, const struct entry *entry, const struct arkad_tape *tape, int viewer,
                        int wanted, struct beginning *beginning) {
    struct json *out = &message->json;
    if (beginning->used)
        message->text.used = beginning->used;
    else
        write_beginning(server, message, table, play, entry, tape, viewer, beginning);
    if (entry->number == table->play.count) put_news(server, out, table, entry, viewer, wanted, beginning->has_view);
    json_close(out, '}');
}

void broadcast_entry(struct server *server, struct table *table, const struct entry *entry,
                     const struct arkad_tape *tape, const struct command *command) {
    bool is_told[VIEWERS][WANTS_LISTS + WANTS_MEMORY + 1] = {{false}};
    struct message message;
    struct beginning beginning = {0};
    for (const struct watcher *first = table->watchers; first; first = first->next) {
        assert(first->viewer >= 0 && first->viewer < VIEWERS);
        bool *told = &is_told[first->viewer][wants(first)];
        if (*told) continue;
        *told = true;
        write_entry(server, &message, table, &table->play, entry, tape, first->viewer, wants(first), &beginning);
        for (const struct watcher *at = first; at; at = at->next) {
            if (at->viewer != first->viewer || wants(at) != wants(first)) continue;
            bool has_asked = command && command->client == at->client;
            send_to(&message, "entry", at->client, has_asked ? command->re : NULL);
        }
    }
}

/* ---- Entries once more ------------------------------------------------------------------------------------------ */

struct again {
    struct command *command;
    int from, to;
    const json_t *re;
};

static bool send_again(const struct play *play, const struct entry *entry, const struct arkad_tape *tape,
                       void *context) {
    struct again *again = context;
    const struct watcher *watcher = again->command->watcher;
    if (entry->number < again->from) return true;
    struct message message;
    write_entry(again->command->server, &message, again->command->table, play, entry, tape, watcher->viewer,
                wants(watcher), &(struct beginning){0});
    send_to(&message, "entry", watcher->client, again->re);
    again->re = NULL;
    return entry->number < again->to;
}

void broadcast_again(struct command *command, int from, int count, const json_t *re) {
    struct table *table = command->table;
    struct play play;
    struct again again = {command, from, from + count - 1, re};
    if (again.to - again.from >= ENTRIES_SHOWN) again.from = again.to - ENTRIES_SHOWN + 1;
    if (play_read(command->server->store, &table->row, table->seats, &play, send_again, &again) == STORE_FAILED)
        server_cannot_save(command->server);
    command->server->work += play.count;
    play_end(&play);
}

/* ---- The past in words ------------------------------------------------------------------------------------------ */

/* Who sits where, as people call them: bots by their level, numbered if there are several of it. */
struct names {
    char texts[STORE_SEATS_MAX][STORE_NAME_MAX];
    const char *of[STORE_SEATS_MAX];
};

static int bots_like(const struct table *table, int level, int before) {
    int count = 0;
    for (int seat = 0; seat < before; seat++)
        count += table->seats[seat].kind == SEAT_BOT && table->seats[seat].level == level;
    return count;
}

static void name_bot(const struct table *table, int seat, const struct lang *lang, char *name) {
    char key[16];
    int level = table->seats[seat].level;
    snprintf(key, sizeof key, "level.%d", level);
    int length = snprintf(name, STORE_NAME_MAX, "%s", lang_text(lang, key));
    if (bots_like(table, level, table->row.players) > 1)
        snprintf(name + length, (size_t)(STORE_NAME_MAX - length), " %d", bots_like(table, level, seat) + 1);
}

static void name_person(struct server *server, int64_t id, const struct lang *lang, char *name) {
    struct store_account account = {0};
    if (store_get_account(server->store, id, &account) == STORE_FAILED) server_cannot_save(server);
    snprintf(name, STORE_NAME_MAX, "%s", *account.name ? account.name : lang_text(lang, "server.gone"));
}

static void name_seats(struct server *server, const struct table *table, const struct lang *lang, struct names *names) {
    for (int seat = 0; seat < table->row.players; seat++) {
        names->of[seat] = names->texts[seat];
        if (table->seats[seat].kind == SEAT_BOT)
            name_bot(table, seat, lang, names->texts[seat]);
        else
            name_person(server, table->seats[seat].account, lang, names->texts[seat]);
    }
}

/* ---- Everything ------------------------------------------------------------------------------------------------- */

struct history {
    const struct table *table;
    struct json *out;
    int since, until, viewer;
    const struct lang *lang; /* moves are told in words, too; NULL: they are not */
    struct names names;
    struct arkad_position before; /* the entry that comes next */
};

static void put_words(const struct history *history, const struct play *play, const struct entry *entry) {
    struct arkad_position before, after;
    char text[SAY_MAX];
    arkad_view(play->game, &history->before, history->viewer, &before);
    arkad_view(play->game, &play->position, history->viewer, &after);
    struct told told = {.before = &before,
                        .after = &after,
                        .seat = entry->seat,
                        .move = &entry->move,
                        .is_hidden = is_hidden(play, entry, history->viewer),
                        .you = history->viewer < ARKAD_SPECTATOR ? history->viewer : NOBODY,
                        .names = history->names.of};
    say_move(history->lang, play->game, &told, text);
    json_put_text(history->out, "text", text);
}

static bool put_past(const struct play *play, const struct entry *entry, const struct arkad_tape *tape, void *context) {
    struct history *history = context;
    if (entry->number > history->since && entry->number <= history->until) {
        open_entry(history->out, NULL, history->table, play, entry, tape, history->viewer);
        if (history->lang && entry->kind == ENTRY_MOVE) put_words(history, play, entry);
        json_close(history->out, '}');
    }
    history->before = play->position;
    return true;
}

static void put_entries(struct server *server, struct json *out, const struct table *table,
                        const struct watcher *watcher, int since, int until) {
    struct play play;
    int oldest = until - ENTRIES_SHOWN;
    struct history history = {.table = table, .out = out, .until = until, .viewer = watcher->viewer};
    history.since = since > oldest ? since : oldest;
    if (watcher->wants_words) history.lang = watcher->client->lang;
    if (history.lang) name_seats(server, table, history.lang, &history.names);
    json_put_open(out, "entries", '[');
    if (since < until) {
        if (play_read(server->store, &table->row, table->seats, &play, put_past, &history) == STORE_FAILED)
            server_cannot_save(server);
        server->work += play.count;
        play_end(&play);
    }
    json_close(out, ']');
}

static void put_proposal(struct json *out, const struct proposal *proposal) {
    json_put_open(out, "asks", '[');
    if (proposal->number) {
        json_put_open(out, NULL, '{');
        json_put_number(out, "n", proposal->number);
        json_put_number(out, "seat", proposal->seat);
        json_put_word(out, "what", proposal_words[proposal->what]);
        json_put_seats(out, "of", proposal->of);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_state(struct server *server, struct json *out, const struct table *table, int viewer, int wanted) {
    if (play_is_dealt(&table->play))
        put_position(server, out, table, viewer, wanted, false);
    else
        json_put_null(out, "view");
    json_put_seats(out, "waits", play_waits(&table->play));
    json_put_flag(out, "paused", table->play.is_paused);
    if (table->is_hurried) json_put_flag(out, "hurried", true);
    put_proposal(out, &table->play.proposal);
    if (table->play.clocks.kind != CLOCK_NONE)
        put_clocks(server, out, table);
    else
        json_put_null(out, "clocks");
}

static void write_table(struct server *server, struct message *message, struct table *table,
                        const struct watcher *watcher, int since, int until) {
    struct json *out = &message->json;
    int viewer = watcher->viewer;
    begin(server, message);
    put_json(out, "table", table_json(server, &table->row, table->seats, watcher->client->account.id));
    json_put_number(out, "n", table->play.count);
    if (viewer == ARKAD_SPECTATOR)
        json_put_null(out, "seat");
    else
        json_put_number(out, "seat", viewer);
    json_t *ahead = ahead_json(table, viewer);
    if (ahead) put_json(out, "ahead", ahead);
    put_state(server, out, table, viewer, wants(watcher));
    put_entries(server, out, table, watcher, since, until);
    put_json(out, "chat", chat_lines(server, table, watcher));
    json_close(out, '}');
}

void broadcast_table(struct server *server, struct table *table, struct watcher *watcher, int since, int until,
                     const json_t *re) {
    struct message message;
    if (until > table->play.count) until = table->play.count;
    write_table(server, &message, table, watcher, since, until);
    if (message.text.is_full) write_table(server, &message, table, watcher, until, until);
    send_to(&message, "table", watcher->client, re);
}

void broadcast_seats(struct server *server, struct table *table, const struct watcher *but) {
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next) {
        if (watcher == but) continue;
        struct message message;
        json_t *json = table_json(server, &table->row, table->seats, watcher->client->account.id);
        json_object_del(json, "map"); /* it was told with the table, and stays */
        begin(server, &message);
        put_json(&message.json, "table", json);
        json_close(&message.json, '}');
        send_to(&message, "seats", watcher->client, NULL);
    }
}
