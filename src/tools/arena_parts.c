/*
 * A match in parts. A part is a line of JSON: which match it is of, which part, and the sums of what was counted.
 *
 * Sums are whole numbers: shares of a win are sixtieths, and a comparison of at most nine pairs of seats a number of
 * 5,040ths. So the parts add up to exactly what one machine would have counted, whatever their order.
 */
#include "tools/arena.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WIN_PARTS = 60, PAIR_PARTS = 5040, MATCH_BYTES = 16, MATCH_SIZE = 2 * MATCH_BYTES + 1 };

int arena_games_here(const struct arena *a) {
    int deals = a->games / a->setup.players;
    return (deals - a->part + a->parts - 1) / a->parts * a->setup.players;
}

/* Tells the match from every other: the same game, set-up, bots and number of games. */
static void name_match(const struct arena *a, char name[MATCH_SIZE]) {
    crypto_generichash_state state;
    uint8_t hash[MATCH_BYTES];
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)arkad_game_name(a->game), strlen(arkad_game_name(a->game)) + 1);
    crypto_generichash_update(&state, &a->setup.players, sizeof a->setup.players);
    crypto_generichash_update(&state, a->setup.options, sizeof a->setup.options);
    crypto_generichash_update(&state, a->setup.seed, sizeof a->setup.seed);
    if (a->setup.map) crypto_generichash_update(&state, (const uint8_t *)a->setup.map, sizeof *a->setup.map);
    for (int i = 0; i < a->setup.players; i++)
        crypto_generichash_update(&state, (const uint8_t *)a->bots[i].name, strlen(a->bots[i].name) + 1);
    char games[16];
    snprintf(games, sizeof games, "%d", a->games);
    crypto_generichash_update(&state, (const uint8_t *)games, strlen(games));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(name, MATCH_SIZE, hash, sizeof hash);
}

/* The sums of a row, in the order in which a part has them. */
enum { SUMS = 9 };
static void sums_of(const struct row *row, json_int_t sums[SUMS]) {
    const double real[] = {row->wins * WIN_PARTS, row->places, row->score, row->pair_sum * PAIR_PARTS,
                           row->pair_squares * PAIR_PARTS * PAIR_PARTS};
    const int whole[] = {row->pairs, row->late, row->wrong, row->dead};
    for (int i = 0; i < 5; i++) sums[i] = llround(real[i]);
    for (int i = 0; i < 4; i++) sums[5 + i] = whole[i];
}

static void add_sums(struct row *row, const json_int_t sums[SUMS]) {
    row->wins += (double)sums[0] / WIN_PARTS;
    row->places += (double)sums[1];
    row->score += (double)sums[2];
    row->pair_sum += (double)sums[3] / PAIR_PARTS;
    row->pair_squares += (double)sums[4] / PAIR_PARTS / PAIR_PARTS;
    row->pairs += (int)sums[5];
    row->late += (int)sums[6];
    row->wrong += (int)sums[7];
    row->dead += (int)sums[8];
}

enum status arena_print_part(const struct arena *a) {
    char match[MATCH_SIZE], seed[2 * ARKAD_SEED_BYTES + 1];
    name_match(a, match);
    sodium_bin2hex(seed, sizeof seed, a->setup.seed, ARKAD_SEED_BYTES);
    json_t *bots = json_array(), *rows = json_array();
    for (int i = 0; i < a->setup.players; i++) json_array_append_new(bots, json_string(a->bots[i].name));
    for (int i = 0; i < a->row_count; i++) {
        json_int_t sums[SUMS];
        json_t *list = json_array();
        sums_of(&a->rows[i], sums);
        for (int k = 0; k < SUMS; k++) json_array_append_new(list, json_integer(sums[k]));
        json_array_append_new(rows, json_pack("{s:s, s:o}", "name", a->rows[i].program_name, "sums", list));
    }
    json_t *part = json_pack("{s:s, s:i, s:i, s:s, s:i, s:s, s:i, s:o, s:o}", "match", match, "part", a->part + 1,
                             "parts", a->parts, "game", arkad_game_name(a->game), "players", a->setup.players, "seed",
                             seed, "games", a->played, "bots", bots, "rows", rows);
    char *line = part ? json_dumps(part, JSON_PRESERVE_ORDER | JSON_COMPACT) : NULL;
    json_decref(part);
    if (!line) return complain(NO, "there is not enough memory");
    puts(line);
    free(line);
    return YES;
}

/* ---- Joining ------------------------------------------------------------------------------------------------------
 */

/* What the first part says of the match. */
static bool begin_match(struct arena *a, json_t *part) {
    const char *game, *seed;
    char names[ARKAD_SEATS_MAX * (2 * BOT_NAME_MAX)] = "", *at = names;
    int players;
    json_t *bots;
    if (json_unpack(part, "{s:s, s:i, s:s, s:i, s:o}", "game", &game, "players", &players, "seed", &seed, "parts",
                    &a->parts, "bots", &bots))
        return false;
    a->game = arkad_game_find(game);
    bool is_match = a->game && players >= arkad_players_min(a->game) && players <= arkad_players_max(a->game) &&
                    (int)json_array_size(bots) == players && a->parts >= 1 && a->parts <= PARTS_MAX;
    if (!is_match) return false;
    a->setup.players = (uint8_t)players;
    if (sodium_hex2bin(a->setup.seed, ARKAD_SEED_BYTES, seed, strlen(seed), NULL, NULL, NULL)) return false;
    for (int i = 0; i < players; i++) {
        const char *name = json_string_value(json_array_get(bots, (size_t)i));
        if (!name || strlen(name) >= BOT_NAME_MAX) return false;
        if (i) *at++ = ',';
        for (; *name; *at++ = *name++)
            if (*name == ',') *at++ = '\\';
    }
    return !arena_read_bots(a, names);
}

/* Adds what one part counted; false if it is none. */
static bool add_part(struct arena *a, json_t *part, uint8_t *was_there, const char **match) {
    const char *mine;
    int number, parts, games;
    json_t *rows;
    bool is_first = !a->game;
    if (is_first && !begin_match(a, part)) return false;
    if (json_unpack(part, "{s:s, s:i, s:i, s:i, s:o}", "match", &mine, "part", &number, "parts", &parts, "games",
                    &games, "rows", &rows))
        return false;
    if (is_first) *match = mine;
    bool fits = !strcmp(mine, *match) && parts == a->parts && number >= 1 && number <= parts && games >= 0 &&
                (int)json_array_size(rows) == a->row_count && !was_there[number - 1]++;
    for (int i = 0; fits && i < a->row_count; i++) {
        json_t *row = json_array_get(rows, (size_t)i), *list = json_object_get(row, "sums");
        const char *name = json_string_value(json_object_get(row, "name"));
        json_int_t sums[SUMS];
        if (!name || json_array_size(list) != SUMS) return false;
        for (int k = 0; k < SUMS; k++) sums[k] = json_integer_value(json_array_get(list, (size_t)k));
        add_sums(&a->rows[i], sums);
        if (*name) snprintf(a->rows[i].program_name, sizeof a->rows[i].program_name, "%s", name);
    }
    a->played += games;
    return fits;
}

enum status arena_join(struct arena *a, const char *const *files, int count) {
    static uint8_t was_there[PARTS_MAX];
    const char *match = NULL;
    json_t **parts = calloc((size_t)count + 1, sizeof *parts);
    enum status status = parts ? YES : complain(NO, "there is not enough memory");
    if (!status && !count) status = complain(WRONG_USAGE, "--join takes the files of a match's parts");
    for (int i = 0; i < count && !status; i++) {
        json_error_t error;
        parts[i] = json_load_file(files[i], 0, &error);
        if (!parts[i] && !strcmp(error.source, files[i]) && error.line < 1)
            status = complain(NO, "cannot read %s: %s", files[i], strerror(errno));
        else if (!parts[i] || !add_part(a, parts[i], was_there, &match))
            status =
                complain(NO, "%s: %s", files[i], "this is no part of the same match, or one that was there already");
    }
    for (int i = 0; i < a->parts && !status; i++)
        if (!was_there[i]) status = complain(NO, "part %d of %d is missing", i + 1, a->parts);
    for (int i = 0; i < count && parts; i++) json_decref(parts[i]);
    free(parts);
    return status;
}
