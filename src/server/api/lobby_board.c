/*
 * The board of the lobby: notices in the order of their tables, the newest last. A notice without a text is written
 * when somebody looks at it.
 */
#include "server/api/lobby_board.h"

#include "server/table/table_json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A table is half a KB; those with a map of their own take up to 8 KB more. */
enum { TEXT_FIRST = 64 * 1024, TEXT_MAX = 16 * 1024 * 1024 };

struct notice {
    int64_t table, owner;
    int64_t people[STORE_SEATS_MAX]; /* who sits there or is invited */
    char *text;                      /* NULL: to be written */
};

struct lobby_board {
    struct notice *notices;
    size_t count, room;
    bool is_read; /* all of them are there */
    char *all;    /* the newest together; NULL: to be written */
    size_t all_length;
};

struct lobby_board *lobby_board_open(void) {
    return calloc(1, sizeof(struct lobby_board));
}

static void forget_all(struct lobby_board *board) {
    free(board->all);
    board->all = NULL;
}

static void clear(struct lobby_board *board) {
    for (size_t i = 0; i < board->count; i++) free(board->notices[i].text);
    free(board->notices);
    forget_all(board);
    *board = (struct lobby_board){0};
}

void lobby_board_close(struct lobby_board *board) {
    if (board) clear(board);
    free(board);
}

void lobby_board_forget(struct server *server) { clear(server->board); }

/* ---- Notices ----------------------------------------------------------------------------------------------------- */

/* Where the table's notice is, or belongs. */
static size_t place_of(const struct lobby_board *board, int64_t table) {
    size_t low = 0, high = board->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (board->notices[middle].table < table)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const struct lobby_board *board, size_t at, int64_t table) {
    return at < board->count && board->notices[at].table == table;
}

static void take_down(struct lobby_board *board, size_t at) {
    free(board->notices[at].text);
    memmove(&board->notices[at], &board->notices[at + 1], (--board->count - at) * sizeof *board->notices);
}

/* Room for one more at this place; false: no memory. */
static bool make_room(struct lobby_board *board, size_t at) {
    if (board->count == board->room) {
        size_t room = board->room ? 2 * board->room : 64;
        struct notice *notices = realloc(board->notices, room * sizeof *notices);
        if (!notices) return false;
        board->notices = notices;
        board->room = room;
    }
    memmove(&board->notices[at + 1], &board->notices[at], (board->count++ - at) * sizeof *board->notices);
    board->notices[at].text = NULL;
    return true;
}

static void put_up(struct lobby_board *board, const struct store_table *table, const struct store_seat *seats) {
    size_t at = place_of(board, table->id);
    if (!is_at(board, at, table->id) && !make_room(board, at)) {
        clear(board); /* read again when somebody asks */
        return;
    }
    struct notice *notice = &board->notices[at];
    free(notice->text);
    *notice = (struct notice){.table = table->id, .owner = table->owner};
    for (int seat = 0; seat < table->players; seat++) notice->people[seat] = seats[seat].account;
}

void lobby_board_changed(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    struct lobby_board *board = server->board;
    if (!board->is_read || !table->is_public) return;
    size_t at = place_of(board, table->id);
    if (table->state == TABLE_OPEN)
        put_up(board, table, seats);
    else if (is_at(board, at, table->id))
        take_down(board, at);
    else
        return;
    forget_all(board);
}

static bool is_about(const struct notice *notice, int64_t account) {
    for (int seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (notice->people[seat] == account) return true;
    return notice->owner == account;
}

void lobby_board_account(struct server *server, int64_t account) {
    struct lobby_board *board = server->board;
    for (size_t i = 0; i < board->count; i++) {
        struct notice *notice = &board->notices[i];
        if (!notice->text || !is_about(notice, account)) continue;
        free(notice->text);
        notice->text = NULL;
        forget_all(board);
    }
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static bool add_notice(const struct store_table *row, const struct store_seat *seats, void *context) {
    put_up(context, row, seats);
    return true;
}

static void read_all(struct server *server) {
    struct lobby_board *board = server->board;
    if (board->is_read) return;
    clear(board);
    board->is_read = !store_list_tables(server->store, TABLE_OPEN, true, INT32_MAX, add_notice, board);
    if (!board->is_read) server_cannot_save(server);
}

/* The table as the account sees it; NULL: it cannot be read. */
static char *write_notice(struct server *server, int64_t table, int64_t account) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    if (store_get_table(server->store, table, &row, seats)) return NULL;
    json_t *json = table_json_listed(server, &row, seats, account);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

char *lobby_board_text(void (*write)(void *context, struct json *json), void *context, size_t *length) {
    for (size_t size = TEXT_FIRST; size <= TEXT_MAX; size *= 2) {
        char *buffer = malloc(size);
        if (!buffer) return NULL;
        struct text text = text_in(buffer, size);
        struct json json = json_to(&text);
        write(context, &json);
        *length = text.used;
        if (!text.is_full) return buffer;
        free(buffer);
    }
    return NULL;
}

struct reader {
    struct server *server;
    int64_t account; /* 0: nobody */
};

/* The newest, each as everybody sees it or, if the reader owns it, as its owner does. */
static void write_newest(void *context, struct json *list) {
    const struct reader *reader = context;
    struct lobby_board *board = reader->server->board;
    for (size_t i = board->count, shown = 0; i > 0 && shown < LOBBY_MAX; shown++) {
        struct notice *notice = &board->notices[--i];
        if (!notice->text) notice->text = write_notice(reader->server, notice->table, 0);
        bool is_own = reader->account && notice->owner == reader->account;
        char *own = is_own ? write_notice(reader->server, notice->table, reader->account) : NULL;
        const char *text = own ? own : notice->text;
        if (text) json_put_value(list, NULL, text, strlen(text));
        free(own);
    }
}

static bool owns_any(const struct lobby_board *board, int64_t account) {
    for (size_t i = 0; account && i < board->count; i++)
        if (board->notices[i].owner == account) return true;
    return false;
}

void lobby_board_write(struct server *server, int64_t account, struct json *list) {
    struct lobby_board *board = server->board;
    read_all(server);
    if (owns_any(board, account)) {
        write_newest(&(struct reader){server, account}, list);
        return;
    }
    if (!board->all) board->all = lobby_board_text(write_newest, &(struct reader){server, 0}, &board->all_length);
    if (board->all && board->all_length) json_put_value(list, NULL, board->all, board->all_length);
}
