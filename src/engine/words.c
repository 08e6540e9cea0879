/*
 * The notation of moves, read and written word by word.
 */
#include "engine/words.h"

#include <assert.h>
#include <string.h>

void words_fail(struct words *words, const char *wrong) {
    if (!words->wrong) words->wrong = wrong;
}

char words_peek(const struct words *words) {
    return words->is_reading && !words->wrong && words->in < words->end ? *words->in : 0;
}

void words_char(struct words *words, char c) {
    if (words->wrong) return;
    if (!words->is_reading)
        text_char(words->out, c);
    else if (words_peek(words) == c)
        words->in++;
    else
        words_fail(words, "it is not spelled like any move of this game");
}

void words_space(struct words *words) {
    if (words->has_begun) words_char(words, ' ');
    words->has_begun = true;
}

/* Does the text continue with this word, followed by a space or the end? */
static bool stands(const char *in, const char *end, const char *word) {
    if (in == end || *in != *word) return false; /* most differ at once */
    size_t length = strlen(word);
    if ((size_t)(end - in) < length || memcmp(in, word, length)) return false;
    return in + length == end || in[length] == ' ';
}

static void write_word(struct words *words, const char *word) {
    words_space(words);
    if (!words->wrong) text_put(words->out, word);
}

void words_verb(struct words *words, uint8_t *verb, const char *const *verbs, int count) {
    assert(count > 0 && count <= UINT8_MAX && !words->has_begun);
    if (words->wrong) return;
    if (!words->is_reading) {
        if (*verb < count)
            write_word(words, verbs[*verb]);
        else
            words_fail(words, "no such verb");
        return;
    }
    for (int i = 0; i < count; i++)
        if (stands(words->in, words->end, verbs[i])) {
            *verb = (uint8_t)i;
            words->in += strlen(verbs[i]);
            words->has_begun = true;
            return;
        }
    words_fail(words, "this game has no move that begins so");
}

void words_number(struct words *words, uint8_t *value, int min, int max) {
    assert(min >= 0 && min <= max && max <= UINT8_MAX);
    words_space(words);
    if (words->wrong) return;
    if (!words->is_reading) {
        if (*value < min || *value > max)
            words_fail(words, "a number is out of its range");
        else
            text_number(words->out, *value);
        return;
    }
    int number = 0, digits = 0;
    for (; words_peek(words) >= '0' && words_peek(words) <= '9' && digits < 3; digits++)
        number = number * 10 + (*words->in++ - '0');
    if (!digits)
        words_fail(words, "a number should stand there");
    else if (number < min || number > max)
        words_fail(words, "a number is out of its range");
    else
        *value = (uint8_t)number;
}

void words_name(struct words *words, uint8_t *value, short_name *names, int count) {
    assert(count > 0 && count <= UINT8_MAX);
    words_space(words);
    if (words->wrong) return;
    if (!words->is_reading) {
        if (*value < 1 || *value > count)
            words_fail(words, "no such name");
        else
            text_put(words->out, names[*value]);
        return;
    }
    for (int i = 1; i <= count; i++)
        if (stands(words->in, words->end, names[i])) {
            *value = (uint8_t)i;
            words->in += strlen(names[i]);
            return;
        }
    words_fail(words, "a word in it names nothing in this game");
}

void words_literal(struct words *words, const char *word) {
    assert(*word);
    words_space(words);
    for (; *word; word++) words_char(words, *word);
}

bool words_more(const struct words *words, bool is_more) {
    return words->is_reading ? words_peek(words) != 0 : is_more;
}

bool words_next_is(const struct words *words, const char *word, bool is_next) {
    if (!words->is_reading) return is_next;
    return words_peek(words) == ' ' && stands(words->in + 1, words->end, word);
}
