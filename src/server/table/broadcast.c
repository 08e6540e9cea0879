/*
 * What everybody is sent. A message is written once for all who see the same: for every seat and for all spectators
 * together, with and without lists and memory. Everything in it comes from the viewer's view and from what all know.
 */
#include "server/table/broadcast.h"

#include "engine/text.h"
#include "lang/say.h"
#include "server/table/chat.h"
#include "server/table/table_json.h"

#include <inttypes.h>
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

/* What a client wants beside the view. */
enum { WANTS_LISTS = 1, WANTS_MEMORY = 2 };

static int wants(const struct watcher *watcher) {
    if (watcher->viewer == ARKAD_SPECTATOR) return 0;
    return (watcher->client->wants_lists ? WANTS_LISTS : 0) | (watcher->wants_memory ? WANTS_MEMORY : 0);
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

static void put_long(struct text *out, const char *key, int64_t number) {
    text_put(out, key);
    text_number(out, (long)number);
}

/* A word that needs no escapes: the code of a table, a move. */
static void put_word(struct text *out, const char *key, const char *word) {
    text_put(out, key);
    text_char(out, '"');
    text_put(out, word);
    text_char(out, '"');
}

static void put_seats(struct text *out, const char *key, unsigned seats) {
    text_put(out, key);
    text_char(out, '[');
    for (bool is_first = true; seats; seats &= seats - 1, is_first = false) {
        if (!is_first) text_char(out, ',');
        text_number(out, __builtin_ctz(seats));
    }
    text_char(out, ']');
}

static void put_hash(struct text *out, const char *key, const uint8_t hash[STORE_HASH]) {
    char hex[2 * STORE_HASH + 1];
    sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH);
    put_word(out, key, hex);
}

static void put_json(struct text *out, const char *key, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_put(out, key);
    text_put(out, text ? text : "null");
    free(text);
    json_decref(value);
}

/* ---- The position ----------------------------------------------------------------------------------------------- */

static void put_view(struct text *out, const struct play *play, const struct arkad_position *view) {
    char json[ARKAD_JSON_MAX];
    size_t length = arkad_json_write(play->game, view, json);
    text_put(out, ",\"view\":");
    text_bytes(out, json, length);
}

static void put_memory(struct text *out, const struct play *play, const struct arkad_position *view) {
    char json[ARKAD_MEMORY_MAX];
    size_t length = arkad_memory_write(play->game, view, json);
    text_put(out, ",\"memory\":");
    text_bytes(out, json, length);
}

/* The seat's moves, when it is its decision: listed from its view. */
static void put_list(struct server *server, struct text *out, const struct play *play,
                     const struct arkad_position *view, int seat) {
    if (!(arkad_may_move(play->game, view) >> seat & 1)) return;
    struct arkad_move *moves = server->tables->listed;
    int count = arkad_list(play->game, view, seat, moves);
    char move[ARKAD_MOVE_TEXT_MAX];
    text_put(out, ",\"moves\":[");
    for (int i = 0; i < count && i < LISTED_SHOWN; i++) {
        arkad_move_write(play->game, &moves[i], move);
        put_word(out, i ? "," : "", move);
    }
    text_char(out, ']');
    if (count > LISTED_SHOWN) put_long(out, ",\"listed\":", count);
}

static void put_position(struct server *server, struct text *out, const struct table *table, int viewer, int wanted) {
    const struct play *play = &table->play;
    struct arkad_position view;
    arkad_view(play->game, &play->position, viewer, &view);
    put_view(out, play, &view);
    if (wanted & WANTS_MEMORY) put_memory(out, play, &view);
    if (wanted & WANTS_LISTS) put_list(server, out, play, &view, viewer);
}

static void put_clock(struct text *out, const struct seat_clock *clock, int64_t ms, bool is_running) {
    put_long(out, "{\"left_ms\":", clock_left_ms(clock, ms));
    put_long(out, ",\"bank_ms\":", clock_bank_ms(clock, ms));
    text_put(out, clock->is_running && is_running ? ",\"runs\":true}" : ",\"runs\":false}");
}

/* Seats of bots have no clock. */
static void put_clocks(struct server *server, struct text *out, const struct table *table) {
    const struct clocks *clocks = &table->play.clocks;
    int64_t ms = table_ran_ms(server, table);
    put_long(out, ",\"now\":", server->now_ms);
    text_put(out, ",\"clocks\":");
    for (int seat = 0; seat < table->row.players; seat++) {
        text_char(out, seat ? ',' : '[');
        if (clocks->seats >> seat & 1)
            put_clock(out, &clocks->of[seat], ms, play_is_running(&table->play));
        else
            text_put(out, "null");
    }
    text_char(out, ']');
}

/* ---- Entries ---------------------------------------------------------------------------------------------------- */

/* Whether the viewer may only know that the seat has moved. */
static bool is_hidden(const struct play *play, const struct entry *entry, int viewer) {
    return viewer != entry->seat && !play->is_over && !arkad_is_over(&play->position) &&
           arkad_is_secret(play->game, &entry->move);
}

static void put_move(struct text *out, const struct play *play, const struct entry *entry,
                     const struct arkad_tape *tape, int viewer) {
    char text[ARKAD_JSON_MAX];
    if (is_hidden(play, entry, viewer)) {
        text_put(out, ",\"move\":null");
    } else {
        arkad_move_write(play->game, &entry->move, text);
        put_word(out, ",\"move\":", text);
    }
    if (tape->count) {
        size_t length = arkad_chance_write(play->game, tape, viewer, text);
        text_put(out, ",\"chance\":");
        text_bytes(out, text, length);
    }
    put_word(out, ",\"by\":", entry_by_words[entry->by]);
}

/* What proves that the cards were dealt as they had to be; docs/fairness.md. */
static void put_proof(struct text *out, const struct table *table) {
    put_hash(out, ",\"proof\":{\"secret\":", table->row.secret);
    text_put(out, ",\"given\":");
    for (int seat = 0; seat < table->row.players; seat++) {
        if (table->seats[seat].has_given)
            put_hash(out, seat ? "," : "[", table->seats[seat].given);
        else
            text_put(out, seat ? ",null" : "[null");
    }
    put_hash(out, "],\"seed\":", table->row.seed);
    text_char(out, '}');
}

/* All of an entry but its closing brace. */
static void open_entry(struct text *out, const struct table *table, const struct play *play, const struct entry *entry,
                       const struct arkad_tape *tape, int viewer) {
    put_long(out, "{\"n\":", entry->number);
    put_long(out, ",\"at\":", entry->at_ms);
    put_word(out, ",\"kind\":", entry_kind_words[entry->kind]);
    if (entry->seat != ENTRY_NOBODY) put_long(out, ",\"seat\":", entry->seat);
    switch (entry->kind) {
    case ENTRY_START: text_put(out, ",\"seed\":null"); break;
    case ENTRY_MOVE: put_move(out, play, entry, tape, viewer); break;
    case ENTRY_PROPOSAL:
        put_word(out, ",\"what\":", proposal_words[entry->what]);
        put_seats(out, ",\"of\":", entry->of);
        if (entry->what == PROPOSE_UNDO) put_long(out, ",\"to\":", entry->to);
        break;
    case ENTRY_ANSWER:
        put_long(out, ",\"ask\":", entry->proposal);
        text_put(out, entry->is_yes ? ",\"yes\":true" : ",\"yes\":false");
        break;
    case ENTRY_UNDO: put_long(out, ",\"to\":", entry->to); break;
    case ENTRY_AWAY: put_word(out, ",\"why\":", away_words[entry->why]); break;
    case ENTRY_OVER:
        text_put(out, ",\"result\":");
        text_put(out, table->row.result);
        put_proof(out, table);
        break;
    default: break;
    }
}

static void put_entry(struct text *out, const struct table *table, const struct play *play, const struct entry *entry,
                      const struct arkad_tape *tape, int viewer) {
    open_entry(out, table, play, entry, tape, viewer);
    text_char(out, '}');
}

/* ---- Sending ---------------------------------------------------------------------------------------------------- */

/* A message whose beginning is put before it when it is sent. */
static struct text begin(struct server *server) {
    return text_in(server->tables->message + HEAD_ROOM, TABLE_MESSAGE_MAX - HEAD_ROOM);
}

static void finish_and_send(const struct text *body, const char *is, struct client *client, const json_t *re) {
    char head[HEAD_ROOM];
    int length = json_is_integer(re) ? snprintf(head, sizeof head, "{\"is\":\"%s\",\"re\":%" JSON_INTEGER_FORMAT ",",
                                                is, json_integer_value(re))
                                     : snprintf(head, sizeof head, "{\"is\":\"%s\",", is);
    char *start = body->start - length;
    memcpy(start, head, (size_t)length);
    net_send(client->peer, start, body->used + (size_t)length);
}

/* ---- One more entry --------------------------------------------------------------------------------------------- */

static bool changes_position(const struct entry *entry) {
    return entry->kind == ENTRY_START || entry->kind == ENTRY_MOVE || entry->kind == ENTRY_UNDO;
}

/* What is new with the last entry. */
static void put_news(struct server *server, struct text *out, const struct table *table, const struct entry *entry,
                     int viewer, int wanted) {
    if (changes_position(entry)) put_position(server, out, table, viewer, wanted);
    put_seats(out, ",\"waits\":", play_waits(&table->play));
    if (table->play.clocks.kind != CLOCK_NONE) put_clocks(server, out, table);
}

static void put_entry_message(struct server *server, struct text *out, const struct table *table,
                              const struct play *play, const struct entry *entry, const struct arkad_tape *tape,
                              int viewer, int wanted) {
    put_word(out, "\"table\":", table->row.code);
    put_long(out, ",\"n\":", entry->number);
    text_put(out, ",\"entry\":");
    put_entry(out, table, play, entry, tape, viewer);
    if (entry->number == table->play.count) put_news(server, out, table, entry, viewer, wanted);
    text_char(out, '}');
}

void broadcast_entry(struct server *server, struct table *table, const struct entry *entry,
                     const struct arkad_tape *tape, const struct command *command) {
    bool is_told[VIEWERS][WANTS_LISTS + WANTS_MEMORY + 1] = {{false}};
    for (const struct watcher *first = table->watchers; first; first = first->next) {
        bool *told = &is_told[first->viewer][wants(first)];
        if (*told) continue;
        *told = true;
        struct text out = begin(server);
        put_entry_message(server, &out, table, &table->play, entry, tape, first->viewer, wants(first));
        for (const struct watcher *at = first; at; at = at->next) {
            if (at->viewer != first->viewer || wants(at) != wants(first)) continue;
            bool has_asked = command && command->client == at->client;
            finish_and_send(&out, "entry", at->client, has_asked ? command->re : NULL);
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
    struct text out = begin(again->command->server);
    put_entry_message(again->command->server, &out, again->command->table, play, entry, tape, watcher->viewer,
                      wants(watcher));
    finish_and_send(&out, "entry", watcher->client, again->re);
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
    struct text *out;
    int since, viewer;
    bool is_first;
    const struct lang *lang; /* moves are told in words, too; NULL: they are not */
    struct names names;
    struct arkad_position before; /* the entry that comes next */
};

static void put_words(const struct history *history, const struct play *play, const struct entry *entry) {
    struct arkad_position before, after;
    char text[SAY_MAX];
    arkad_view(play->game, &history->before, history->viewer, &before);
    arkad_view(play->game, &play->position, history->viewer, &after);
    say_move(history->lang, play->game, &before, &after, entry->seat, &entry->move,
             is_hidden(play, entry, history->viewer), entry->seat == history->viewer, history->names.of, text);
    put_json(history->out, ",\"text\":", json_string(text));
}

static bool put_past(const struct play *play, const struct entry *entry, const struct arkad_tape *tape, void *context) {
    struct history *history = context;
    if (entry->number > history->since) {
        if (!history->is_first) text_char(history->out, ',');
        history->is_first = false;
        open_entry(history->out, history->table, play, entry, tape, history->viewer);
        if (history->lang && entry->kind == ENTRY_MOVE) put_words(history, play, entry);
        text_char(history->out, '}');
    }
    history->before = play->position;
    return true;
}

static void put_entries(struct server *server, struct text *out, const struct table *table,
                        const struct watcher *watcher, int since) {
    struct play play;
    int oldest = table->play.count - ENTRIES_SHOWN;
    struct history history = {.table = table, .out = out, .viewer = watcher->viewer, .is_first = true};
    history.since = since > oldest ? since : oldest;
    if (watcher->wants_words) history.lang = watcher->client->lang;
    if (history.lang) name_seats(server, table, history.lang, &history.names);
    text_put(out, ",\"entries\":[");
    if (since < table->play.count) {
        if (play_read(server->store, &table->row, table->seats, &play, put_past, &history) == STORE_FAILED)
            server_cannot_save(server);
        play_end(&play);
    }
    text_char(out, ']');
}

static void put_asks(struct text *out, const struct proposal *proposal) {
    text_put(out, ",\"asks\":[");
    if (proposal->number) {
        put_long(out, "{\"n\":", proposal->number);
        put_long(out, ",\"seat\":", proposal->seat);
        put_word(out, ",\"what\":", proposal_words[proposal->what]);
        put_seats(out, ",\"of\":", proposal->of);
        text_char(out, '}');
    }
    text_char(out, ']');
}

static void put_state(struct server *server, struct text *out, const struct table *table, int viewer, int wanted) {
    if (play_is_dealt(&table->play))
        put_position(server, out, table, viewer, wanted);
    else
        text_put(out, ",\"view\":null");
    put_seats(out, ",\"waits\":", play_waits(&table->play));
    text_put(out, table->play.is_paused ? ",\"paused\":true" : ",\"paused\":false");
    put_asks(out, &table->play.proposal);
    if (table->play.clocks.kind != CLOCK_NONE)
        put_clocks(server, out, table);
    else
        text_put(out, ",\"clocks\":null");
}

static struct text write_table(struct server *server, struct table *table, const struct watcher *watcher, int since) {
    struct text out = begin(server);
    int viewer = watcher->viewer;
    put_json(&out, "\"table\":", table_json(server, &table->row, table->seats, watcher->client->account.id));
    put_long(&out, ",\"n\":", table->play.count);
    if (viewer == ARKAD_SPECTATOR)
        text_put(&out, ",\"seat\":null");
    else
        put_long(&out, ",\"seat\":", viewer);
    put_state(server, &out, table, viewer, wants(watcher));
    put_entries(server, &out, table, watcher, since);
    put_json(&out, ",\"chat\":", chat_lines(server, table, watcher));
    text_char(&out, '}');
    return out;
}

void broadcast_table(struct server *server, struct table *table, struct watcher *watcher, int since, const json_t *re) {
    struct text out = write_table(server, table, watcher, since);
    if (out.is_full) out = write_table(server, table, watcher, table->play.count);
    finish_and_send(&out, "table", watcher->client, re);
}

void broadcast_seats(struct server *server, struct table *table, const struct watcher *but) {
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next) {
        if (watcher == but) continue;
        struct text out = begin(server);
        json_t *json = table_json(server, &table->row, table->seats, watcher->client->account.id);
        json_object_del(json, "map"); /* it was told with the table, and stays */
        put_json(&out, "\"table\":", json);
        text_char(&out, '}');
        finish_and_send(&out, "seats", watcher->client, NULL);
    }
}
