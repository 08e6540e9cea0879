/*
 * Words loaded at run time: checked, then indexed in place.
 */
#include "lang/load.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* Parts of a line; a part that is missing is empty, and no sentence is found by it. */
struct line {
    const char *key, *text, *english;
    size_t key_length, text_length, english_length, length;
};

static struct line read_line(const char *at, const char *end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    if (newline) end = newline;
    const char *tab = memchr(at, '\t', (size_t)(end - at));
    const char *text = tab ? tab + 1 : end, *second = memchr(text, '\t', (size_t)(end - text));
    const char *english = second ? second + 1 : end;
    return (struct line){.key = at,
                         .key_length = (size_t)((tab ? tab : end) - at),
                         .text = text,
                         .text_length = (size_t)((second ? second : end) - text),
                         .english = english,
                         .english_length = (size_t)(end - english),
                         .length = (size_t)(end - at)};
}

static bool is_plain(const struct line *line) {
    int tabs = 0;
    for (size_t i = 0; i < line->length; i++) {
        if (line->key[i] == '\t')
            tabs++;
        else if ((unsigned char)line->key[i] < ' ')
            return false;
    }
    return tabs <= 2 && line->key_length && line->text_length && line->english_length < LANG_TEMPLATE_MAX;
}

static bool is_after(const struct line *line, const struct line *before) {
    size_t shorter = line->key_length < before->key_length ? line->key_length : before->key_length;
    int order = memcmp(line->key, before->key, shorter);
    return order > 0 || (!order && line->key_length > before->key_length);
}

static const char *judge(const char *text, size_t length) {
    struct line before = {.key = ""};
    int count = 0;
    if (length >= LOAD_TEXT_MAX) return "these are too many words";
    for (const char *at = text, *end = text + length; at < end; at += before.length + 1) {
        struct line line = read_line(at, end);
        if (++count > LOAD_KEYS_MAX) return "these are too many words";
        if (!is_plain(&line)) return "a line of words is a key, a tab and a text";
        if (!is_after(&line, &before)) return "words are sorted by their keys";
        before = line;
    }
    return count ? NULL : "there are no words";
}

/* The parts of the lines, each of which gets a terminating 0 in place. */
static int take_apart(struct loaded *loaded, size_t length) {
    int count = 0;
    for (const char *at = loaded->text, *end = at + length; at < end; count++) {
        struct line line = read_line(at, end);
        assert(count < LOAD_KEYS_MAX && line.text_length);
        loaded->keys[count] = line.key, loaded->texts[count] = line.text, loaded->english[count] = line.english;
        at += line.length + 1;
    }
    for (size_t i = 0; i < length; i++)
        if (loaded->text[i] == '\t' || loaded->text[i] == '\n') loaded->text[i] = 0;
    return count;
}

const char *load_words(struct loaded *loaded, const char *text, size_t length) {
    const char *wrong = judge(text, length);
    if (wrong) return wrong;
    memcpy(loaded->text, text, length);
    loaded->text[length] = 0;
    int count = take_apart(loaded, length);
    loaded->lang = (struct lang){
        .code = "", .count = count, .keys = loaded->keys, .texts = loaded->texts, .english = loaded->english};
    return NULL;
}
