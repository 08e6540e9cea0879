/*
 * JSON, written and read by the same description; and values that are only written.
 */
#include "engine/json.h"

#include "arkad.h"

#include <assert.h>
#include <string.h>

static const char STRING_FORM[] = "a string has a character that is not written so in JSON";

void json_fail(struct json *json, const char *what) {
    if (!json->has_failed) text_say(json->why, "%s", what);
    json->has_failed = true;
}

bool json_hides(const struct json *json, int owner) {
    if (json->walk && owner == JSON_NOBODY) return true;
    return json->viewer && json->viewer != owner + 1;
}

/* Tells whoever walks through the position; false if it is written or read instead. */
static inline bool is_told(const struct json *json, enum json_part part, const char *word, int number) {
    if (json->walk) json->walk->tell(json->walk, part, word, number);
    return json->walk != NULL;
}

static char peek(const struct json *json) { return json->has_failed || json->in >= json->end ? 0 : *json->in; }

/* Writes or reads exactly these characters. */
static void exactly(struct json *json, const char *string) {
    size_t length = strlen(string);
    if (!json->is_reading) {
        text_bytes(json->out, string, length);
        return;
    }
    if (json->has_failed) return;
    if ((size_t)(json->end - json->in) >= length && !memcmp(json->in, string, length)) {
        json->in += length;
        return;
    }
    size_t left = (size_t)(json->end - json->in);
    char found[25] = "";
    memcpy(found, json->in, left < 24 ? left : 24);
    json->has_failed = true;
    text_say(json->why, left ? "%s should stand where there is %s" : "%s should stand at the end", string, found);
}

static void one(struct json *json, char c) {
    if (!json->is_reading)
        text_char(json->out, c);
    else if (peek(json) == c)
        json->in++;
    else
        exactly(json, (char[]){c, 0});
}

static void comma(struct json *json) {
    if (json->needs_comma) one(json, ',');
    json->needs_comma = true;
}

void json_open(struct json *json, char bracket) {
    if (is_told(json, WALK_OPEN, NULL, bracket)) return;
    comma(json);
    one(json, bracket);
    json->needs_comma = false;
}

void json_close(struct json *json, char bracket) {
    if (is_told(json, WALK_CLOSE, NULL, bracket)) return;
    one(json, bracket);
    json->needs_comma = true;
}

/* Writes the string in its quotes and with its comma in one go, as long as there is room: most of a position's JSON is
   keys and names, which are so short that a loop is quicker than two calls. */
static bool write_quoted(struct json *json, const char *string, bool is_key) {
    struct text *out = json->out;
    if (json->is_reading) return false;
    char *at = out->start + out->used, *end = out->start + out->size - sizeof ",\"\":";
    if (at >= end) return false;
    if (json->needs_comma) *at++ = ',';
    *at++ = '"';
    while (*string && at < end) *at++ = *string++;
    if (*string) return false; /* it is written anew, as far as there is room */
    *at++ = '"';
    if (is_key) *at++ = ':';
    *at = 0;
    out->used = (size_t)(at - out->start);
    json->needs_comma = !is_key;
    return true;
}

static void put_quoted(struct json *json, const char *string) {
    if (write_quoted(json, string, false)) return;
    comma(json);
    one(json, '"');
    exactly(json, string);
    one(json, '"');
}

void json_literal(struct json *json, const char *string) {
    if (!is_told(json, WALK_WORD, string, 0)) put_quoted(json, string);
}

void json_key(struct json *json, const char *key) {
    if (is_told(json, WALK_KEY, key, 0) || write_quoted(json, key, true)) return;
    put_quoted(json, key);
    one(json, ':');
    json->needs_comma = false;
}

bool json_more(struct json *json, char bracket, bool is_more) {
    if (!json->is_reading) return is_more;
    return peek(json) && peek(json) != bracket;
}

/* Where the next value begins. */
static const char *value_at(const struct json *json) { return json->in + (json->needs_comma && peek(json) == ','); }

bool json_next_is(struct json *json, const char *key, bool is_next) {
    if (!json->is_reading) return is_next;
    if (json->has_failed) return false;
    const char *at = value_at(json);
    size_t length = strlen(key);
    return (size_t)(json->end - at) >= length + 2 && at[0] == '"' && !memcmp(at + 1, key, length) &&
           at[length + 1] == '"';
}

bool json_next_is_string(struct json *json, bool is_string) {
    if (!json->is_reading) return is_string;
    const char *at = value_at(json);
    return !json->has_failed && at < json->end && *at == '"';
}

bool json_none(struct json *json, bool is_null) {
    if (json->is_reading) {
        const char *at = value_at(json);
        is_null = !json->has_failed && json->end - at >= 4 && !memcmp(at, "null", 4);
    }
    if (!is_null) return false;
    if (is_told(json, WALK_NULL, NULL, 0)) return true;
    comma(json);
    exactly(json, "null");
    return true;
}

void json_int(struct json *json, int *value, int min, int max) {
    if (is_told(json, WALK_NUMBER, NULL, *value)) return;
    comma(json);
    if (!json->is_reading) {
        text_number(json->out, *value);
        return;
    }
    bool is_negative = peek(json) == '-';
    if (is_negative) json->in++;
    bool is_zero = peek(json) == '0';
    int number = 0, digits = 0;
    for (; peek(json) >= '0' && peek(json) <= '9' && digits < 7; digits++) number = number * 10 + (*json->in++ - '0');
    if (is_negative) number = -number;
    if (!digits)
        json_fail(json, "a number should stand in a place where there is none");
    else if (is_zero && (digits > 1 || is_negative))
        json_fail(json, "a number is written with a needless zero or sign");
    else if (number < min || number > max)
        json_fail(json, "a number is out of its range");
    if (!json->has_failed) *value = number;
}

void json_number(struct json *json, int number) {
    assert(!json->is_reading);
    json_int(json, &number, number, number);
}

void json_byte(struct json *json, uint8_t *value, int min, int max) {
    int number = *value;
    json_int(json, &number, min, max);
    *value = (uint8_t)number;
}

void json_bool(struct json *json, uint8_t *value) {
    if (is_told(json, WALK_NUMBER, NULL, *value != 0)) return;
    comma(json);
    if (json->is_reading) *value = peek(json) == 't';
    exactly(json, *value ? "true" : "false");
}

static void put_escaped(struct text *out, char c) {
    bool is_control = (unsigned char)c < ' ';
    if (c == '"' || c == '\\' || is_control) text_char(out, '\\');
    if (c == '\n')
        text_char(out, 'n');
    else if (is_control)
        text_put(out, "u00"), text_char(out, (char)('0' + (c >> 4))), text_char(out, "0123456789abcdef"[c & 15]);
    else
        text_char(out, c);
}

/* Four hexadecimal digits; -1 if there are others. */
static int take_hex(struct json *json) {
    static const char digits[] = "0123456789abcdef";
    int number = 0;
    for (int i = 0; i < 4; i++) {
        char c = peek(json);
        const char *digit = c ? memchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c, 16) : NULL;
        if (!digit) return -1;
        number = number << 4 | (int)(digit - digits);
        json->in++;
    }
    return number;
}

/* What follows \u, as UTF-8: beyond 65,535 it is written as a surrogate pair. */
static void take_unicode(struct json *json, struct text *out) {
    int letter = take_hex(json);
    if (letter >= 0xd800 && letter < 0xdc00) {
        bool has_low = json->end - json->in > 2 && !memcmp(json->in, "\\u", 2);
        if (has_low) json->in += 2;
        int low = has_low ? take_hex(json) : -1;
        letter = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((letter - 0xd800) << 10 | (low - 0xdc00)) : -1;
    }
    if (letter < 0 || (letter >= 0xd800 && letter < 0xe000)) {
        json_fail(json, STRING_FORM);
        return;
    }
    int more = letter < 0x80 ? 0 : letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
    static const int first[] = {0, 0xc0, 0xe0, 0xf0};
    text_char(out, (char)(first[more] | letter >> 6 * more));
    while (more--) text_char(out, (char)(0x80 | (letter >> 6 * more & 63)));
}

static void take_escape(struct json *json, struct text *out) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = peek(json);
    const char *letter = c ? strchr(letters, c) : NULL;
    if (c != 'u' && !letter) {
        json_fail(json, STRING_FORM);
        return;
    }
    json->in++;
    if (letter)
        text_char(out, meant[letter - letters]);
    else
        take_unicode(json, out);
}

static size_t take_text(struct json *json, char *text, size_t size) {
    struct text out = text_in(text, size);
    while (peek(json) && peek(json) != '"') {
        char c = *json->in++;
        if (c == '\\')
            take_escape(json, &out);
        else if ((unsigned char)c < ' ')
            json_fail(json, STRING_FORM);
        else
            text_char(&out, c);
    }
    if (out.is_full) json_fail(json, "a string is longer than it can be");
    return out.used;
}

void json_text(struct json *json, char *text, size_t *length, size_t size) {
    if (json->walk) return; /* what people wrote is no part of the play */
    comma(json);
    one(json, '"');
    if (json->is_reading) *length = take_text(json, text, size);
    for (size_t i = 0; !json->is_reading && i < *length; i++) put_escaped(json->out, text[i]);
    one(json, '"');
}

void json_byte_or_null(struct json *json, uint8_t *value_plus_1, int max) {
    if (json_none(json, !*value_plus_1)) {
        *value_plus_1 = 0;
        return;
    }
    int number = *value_plus_1 - 1;
    json_int(json, &number, 0, max);
    *value_plus_1 = (uint8_t)(number + 1);
}

void json_seat(struct json *json, uint8_t *seat_plus_1) {
    if (*seat_plus_1 && is_told(json, WALK_SEAT, NULL, *seat_plus_1 - 1)) return;
    json_byte_or_null(json, seat_plus_1, json->players - 1);
}

void json_that_seat(struct json *json, uint8_t *seat) {
    if (!is_told(json, WALK_SEAT, NULL, *seat)) json_byte(json, seat, 0, json->players - 1);
}

/* Reading: the quoted string here, at most 15 characters; empty on failure. */
static void take_string(struct json *json, char string[16]) {
    one(json, '"');
    size_t length = 0;
    while (length < 15 && peek(json) && peek(json) != '"') string[length++] = *json->in++;
    string[length] = 0;
    one(json, '"');
    if (json->has_failed) string[0] = 0;
}

void json_word(struct json *json, uint8_t *value, const char *const *words, int count) {
    if (!json->is_reading) {
        assert(*value < count && words[*value]);
        json_literal(json, words[*value]);
        return;
    }
    comma(json);
    char string[16];
    take_string(json, string);
    for (int i = 0; i < count; i++)
        if (words[i] && !strcmp(words[i], string)) {
            *value = (uint8_t)i;
            return;
        }
    json_fail(json, "a word in it means nothing in this game");
}

void json_name(struct json *json, uint8_t *value, short_name *names, int count) {
    if (!json->is_reading) {
        assert(*value >= 1 && *value <= count);
        json_literal(json, names[*value]);
        return;
    }
    comma(json);
    char string[16];
    take_string(json, string);
    for (int i = 1; i <= count; i++)
        if (!strcmp(names[i], string)) {
            *value = (uint8_t)i;
            return;
        }
    json_fail(json, "a card in it does not exist in this game");
}

void json_cards(struct json *json, uint8_t *cards, uint8_t *count, int max, short_name *names, int kinds,
                bool is_hidden) {
    if (is_hidden) {
        json_byte(json, count, 0, max);
        return;
    }
    json_open(json, '[');
    int i = 0;
    for (; json_more(json, ']', i < *count); i++) {
        if (i == max) {
            json_fail(json, "a list of cards is longer than it can be");
            break;
        }
        json_name(json, &cards[i], names, kinds);
    }
    *count = (uint8_t)i;
    json_close(json, ']');
}

static void write_multiset(struct json *json, const uint8_t *counts, short_name *names, int kinds) {
    for (int card = 1; card <= kinds; card++)
        for (int i = 0; i < counts[card]; i++) json_literal(json, names[card]);
}

static int read_multiset(struct json *json, uint8_t *counts, int max, short_name *names, int kinds) {
    int total = 0;
    for (; json_more(json, ']', false); total++) {
        uint8_t card = 0;
        json_name(json, &card, names, kinds);
        if (total == max) json_fail(json, "a list of cards is longer than it can be");
        if (!json->has_failed) counts[card]++;
    }
    return total;
}

void json_multiset(struct json *json, uint8_t *counts, uint8_t *size, int max, short_name *names, int kinds,
                   bool is_hidden) {
    if (is_hidden) {
        json_byte(json, size, 0, max);
        return;
    }
    json_open(json, '[');
    if (json->is_reading)
        *size = (uint8_t)read_multiset(json, counts, max, names, kinds);
    else
        write_multiset(json, counts, names, kinds);
    json_close(json, ']');
}

void json_scores(struct json *json, bool is_over, void (*result)(const void *, int16_t *, int64_t *),
                 const void *position) {
    json_key(json, "scores");
    if (json_none(json, !is_over)) return;
    int16_t scores[ARKAD_SEATS_MAX] = {0};
    int64_t keys[ARKAD_SEATS_MAX];
    if (!json->is_reading) result(position, scores, keys);
    json_open(json, '[');
    for (int seat = 0; seat < json->players; seat++) {
        int number = scores[seat];
        json_int(json, &number, INT16_MIN, INT16_MAX);
    }
    json_close(json, ']');
}

/* ---- Writing alone ----------------------------------------------------------------------------------------------- */

struct json json_to(struct text *out) {
    return (struct json){.out = out};
}

/* What comes before a value: its key, or the comma of a list. */
static void put_key(struct json *json, const char *key) {
    assert(!json->is_reading);
    if (key) json_key(json, key);
    comma(json);
}

void json_put_open(struct json *json, const char *key, char bracket) {
    put_key(json, key);
    text_char(json->out, bracket);
    json->needs_comma = false;
}

void json_put_number(struct json *json, const char *key, long number) {
    put_key(json, key);
    text_number(json->out, number);
}

void json_put_real(struct json *json, const char *key, double number, int digits) {
    static const long scales[] = {1, 10, 100, 1000, 10000};
    assert(digits >= 0 && digits <= 4);
    double size = number < 0 ? -number : number;
    if (!(size < 1e15)) {
        json_put_null(json, key);
        return;
    }
    long whole = (long)size, parts = (long)((size - (double)whole) * (double)scales[digits] + 0.5);
    whole += parts / scales[digits];
    put_key(json, key);
    if (number < 0) text_char(json->out, '-');
    text_number(json->out, whole);
    if (digits) text_char(json->out, '.');
    while (digits--) text_char(json->out, (char)('0' + parts / scales[digits] % 10));
}

/* The bytes of the UTF-8 character at the start; 0 if there is none. */
static int character_bytes(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    int more = *at < 0x80 ? 0 : *at >= 0xc2 && *at < 0xe0 ? 1 : *at >= 0xe0 && *at < 0xf0 ? 2 : 3;
    if (more == 3 && (*at < 0xf0 || *at > 0xf4)) return 0;
    for (int i = 1; i <= more; i++)
        if (at[i] >> 6 != 2) return 0;
    bool is_overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool is_beyond = (*at == 0xed && at[1] > 0x9f) || (*at == 0xf4 && at[1] > 0x8f);
    return is_overlong || is_beyond ? 0 : more + 1;
}

void json_put_text(struct json *json, const char *key, const char *text) {
    put_key(json, key);
    text_char(json->out, '"');
    while (*text) {
        int bytes = character_bytes(text);
        if (!bytes) put_escaped(json->out, '?');
        for (int i = 0; i < bytes; i++) put_escaped(json->out, text[i]);
        text += bytes ? bytes : 1;
    }
    text_char(json->out, '"');
}

void json_put_word(struct json *json, const char *key, const char *word) {
    put_key(json, key);
    text_char(json->out, '"');
    text_put(json->out, word);
    text_char(json->out, '"');
}

void json_put_value(struct json *json, const char *key, const char *value, size_t length) {
    put_key(json, key);
    text_bytes(json->out, value, length);
}

void json_put_flag(struct json *json, const char *key, bool flag) {
    put_key(json, key);
    text_put(json->out, flag ? "true" : "false");
}

void json_put_seats(struct json *json, const char *key, unsigned seats) {
    json_put_open(json, key, '[');
    for (; seats; seats &= seats - 1) json_put_number(json, NULL, __builtin_ctz(seats));
    json_close(json, ']');
}

void json_put_null(struct json *json, const char *key) {
    put_key(json, key);
    text_put(json->out, "null");
}
