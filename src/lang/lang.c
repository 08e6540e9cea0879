/*
 * Texts by key, their places filled; and the engine's English sentences found again by their templates.
 */
#include "lang/lang.h"
#include "lang/catalogue.h"

#include <assert.h>
#include <string.h>

/* The first key that is not before this one. */
static int place_of_key(const struct lang *lang, const char *key) {
    int low = 0, high = lang->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(lang->keys[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *lang_find_text(const struct lang *lang, const char *key) {
    int at = place_of_key(lang, key);
    return at < lang->count && !strcmp(lang->keys[at], key) ? lang->texts[at] : NULL;
}

const char *lang_find_key(const struct lang *lang, const char *key) {
    int at = place_of_key(lang, key);
    return at < lang->count && !strcmp(lang->keys[at], key) ? lang->keys[at] : NULL;
}

const char *lang_text(const struct lang *lang, const char *key) {
    const char *text = lang_find_text(lang, key);
    assert(text || !lang->count);
    return text ? text : key;
}

/* ---- Places ----------------------------------------------------------------------------------------------------- */

/* A place in a text: {name}, {a:name} with the Hungarian article before it, or {name|one|many}. */
struct place {
    const char *end; /* after the closing brace */
    char article;    /* 'a', 'A' or 0 */
    const char *name, *one, *many;
    size_t name_length, one_length, many_length;
};

static struct place read_place(const char *at) {
    struct place place = {.name = at + 1};
    if (at[1] && at[2] == ':') place.article = at[1], place.name += 2;
    place.name_length = strcspn(place.name, "|}");
    const char *rest = place.name + place.name_length;
    if (*rest == '|') {
        place.one = rest + 1;
        place.one_length = strcspn(place.one, "|}");
        rest = place.one + place.one_length;
        place.many = rest + (*rest == '|');
        place.many_length = strcspn(place.many, "}");
        rest = place.many + place.many_length;
    }
    place.end = rest + (*rest == '}');
    return place;
}

static const struct lang_fill *fill_of(const struct place *place, const struct lang_fill *fills, int count) {
    for (int i = 0; i < count; i++)
        if (strlen(fills[i].name) == place->name_length && !memcmp(fills[i].name, place->name, place->name_length))
            return &fills[i];
    return NULL;
}

static size_t digit_count(const char *digits) {
    size_t count = 0;
    while (digits[count] >= '0' && digits[count] <= '9') count++;
    return count;
}

/* Whether a number, read aloud in Hungarian, begins with a vowel: 1, 5, and those that begin with 5 or with a thousand.
 */
static bool number_takes_az(const char *digits) {
    return *digits == '5' || (*digits == '1' && digit_count(digits) % 3 == 1);
}

static bool takes_az(const char *word) {
    static const char *const vowels[] = {"a", "e", "i", "o", "u", "A", "E", "I", "O", "U", "á", "é", "í", "ó",
                                         "ö", "ő", "ú", "ü", "ű", "Á", "É", "Í", "Ó", "Ö", "Ő", "Ú", "Ü", "Ű"};
    while (*word == '-') word++; /* --option */
    if (*word >= '0' && *word <= '9') return number_takes_az(word);
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
        if (!strncmp(word, vowels[i], strlen(vowels[i]))) return true;
    return false;
}

static void put_fill(struct text *out, const struct place *place, const struct lang_fill *fill) {
    char digits[24];
    struct text number = text_in(digits, sizeof digits);
    if (!fill->text) text_number(&number, fill->number);
    const char *value = fill->text ? fill->text : digits;
    if (place->one) {
        bool is_one = !strcmp(value, "1");
        text_bytes(out, is_one ? place->one : place->many, is_one ? place->one_length : place->many_length);
        return;
    }
    if (place->article) {
        text_char(out, place->article);
        text_put(out, takes_az(value) ? "z " : " ");
    }
    text_put(out, value);
}

static void put_template(struct text *out, const char *template, const struct lang_fill *fills, int count) {
    while (*template) {
        size_t plain = strcspn(template, "{");
        text_bytes(out, template, plain);
        template += plain;
        if (!*template) break;
        struct place place = read_place(template);
        const struct lang_fill *fill = fill_of(&place, fills, count);
        assert(fill);
        if (fill)
            put_fill(out, &place, fill);
        else
            text_bytes(out, template, (size_t)(place.end - template)); /* better seen than left out */
        template = place.end;
    }
}

void lang_put(const struct lang *lang, struct text *out, const char *key, const struct lang_fill *fills, int count) {
    put_template(out, lang_text(lang, key), fills, count);
}

/* ---- Reasons ---------------------------------------------------------------------------------------------------- */

/* The longest sentence that is looked up contains a file's name. A reason may contain one more, but no deeper ones. */
enum { PLACES_MAX = 6, REASON_MAX = 1024, DEPTH_MAX = 4 };

/* What fills the places of a template that fits a sentence. */
struct match {
    int count;
    struct lang_fill fills[PLACES_MAX];
    char texts[REASON_MAX + LANG_TEMPLATE_MAX +
               2 * PLACES_MAX]; /* names of places, what fills them: each with a terminating 0 */
    size_t used, used_before[PLACES_MAX];
};

/* Finds `part`, of this length, in the sentence from here on. */
static const char *find_part(const char *sentence, const char *part, size_t length) {
    for (; strlen(sentence) >= length; sentence++)
        if (!memcmp(sentence, part, length)) return sentence;
    return NULL;
}

static const char *keep(struct match *match, const char *bytes, size_t length) {
    char *kept = match->texts + match->used;
    assert(match->used + length < sizeof match->texts);
    memcpy(kept, bytes, length);
    kept[length] = 0;
    match->used += length + 1;
    return kept;
}

static void note(struct match *match, const struct place *place, const char *text, size_t length) {
    struct lang_fill *fill = &match->fills[match->count];
    match->used_before[match->count++] = match->used;
    fill->name = keep(match, place->name, place->name_length);
    fill->text = keep(match, text, length);
    fill->number = 0;
}

static void forget_last(struct match *match) { match->used = match->used_before[--match->count]; }

/* Does the sentence fit the template? A place takes as little as lets the rest fit, but not nothing. */
static bool fits(const char *template, const char *sentence, struct match *match) {
    size_t plain = strcspn(template, "{");
    if (strncmp(template, sentence, plain)) return false;
    template += plain, sentence += plain;
    if (!*template) return !*sentence;
    struct place place = read_place(template);
    size_t next = strcspn(place.end, "{");
    if (match->count == PLACES_MAX || !*sentence) return false;
    if (!*place.end) {
        note(match, &place, sentence, strlen(sentence));
        return true;
    }
    for (const char *end = sentence + 1; (end = find_part(end, place.end, next)); end++) {
        note(match, &place, sentence, (size_t)(end - sentence));
        if (fits(place.end, end, match)) return true;
        forget_last(match);
    }
    return false;
}

/* How much of a template is not a place: of several that fit, the most specific one is meant. */
static size_t plainness(const char *template) {
    size_t sum = 0;
    while (*template) {
        size_t plain = strcspn(template, "{");
        sum += plain;
        template += plain;
        if (*template) template = read_place(template).end;
    }
    return sum;
}

/* The key, by its place in the table, of the reason that the sentence gives; -1 if there is none. */
static int find_reason(const struct lang *lang, const char *sentence, struct match *match) {
    int best = -1;
    size_t most = 0;
    if (strlen(sentence) >= REASON_MAX) return -1;
    for (int i = place_of_key(lang, "why."); i < lang->count && !strncmp(lang->keys[i], "why.", 4); i++) {
        size_t said = plainness(lang->english[i]);
        match->count = 0, match->used = 0;
        if (said > most && fits(lang->english[i], sentence, match)) best = i, most = said;
    }
    match->count = 0, match->used = 0;
    if (best >= 0) fits(lang->english[best], sentence, match);
    return best;
}

/* What fills a place may be a word of the engine that has keys of its own: `word.colour.` for {colour}, `game.` for
   {game}. Its index in the table, or -1. */
static int find_word(const struct lang *lang, const char *prefix, const char *place, const char *word) {
    char start[32];
    struct text key = text_in(start, sizeof start);
    text_put(&key, prefix), text_put(&key, place), text_char(&key, '.');
    for (int i = place_of_key(lang, start); i < lang->count && !strncmp(lang->keys[i], start, key.used); i++)
        if (!strcmp(lang->english[i], word)) return i;
    return -1;
}

static bool is_reason(const struct lang_fill *fill) { return !strcmp(fill->name, "why"); }

bool lang_has_reason(const struct lang *lang, const char *why) {
    struct match match;
    if (find_reason(lang, why, &match) < 0) return false;
    for (int i = 0; i < match.count; i++)
        if (is_reason(&match.fills[i])) return lang_has_reason(lang, match.fills[i].text);
    return true;
}

/* A text that was cut must not end within a character. */
static void drop_broken_end(struct text *out) {
    if (!out->is_full) return;
    while (out->used && (out->start[out->used - 1] & 0xc0) == 0x80) out->used--;
    if (out->used) out->used--;
    out->start[out->used] = 0;
}

/* The word for what fills a place: the catalogue's, or what it is called in its game; else it stays as it is. */
static void name_fill(const struct lang *lang, const struct lang_namer *namer, struct lang_fill *fill,
                      char name[LANG_NAME_MAX]) {
    int word = find_word(lang, "word.", fill->name, fill->text);
    if (word < 0) word = find_word(lang, "", fill->name, fill->text);
    if (word >= 0)
        fill->text = lang->texts[word];
    else if (namer && namer->name(namer->of, fill->name, fill->text, name))
        fill->text = name;
}

/* The sentence in this language; {why} holds another reason. */
static void translate(const struct lang *lang, const char *why, const struct lang_namer *namer, int depth, char *text,
                      size_t size) {
    struct match match;
    char inner[REASON_MAX], names[PLACES_MAX][LANG_NAME_MAX];
    struct text out = text_in(text, size);
    bool is_said = lang->english == lang->texts && !namer; /* as it is */
    int reason = is_said || depth == DEPTH_MAX ? -1 : find_reason(lang, why, &match);
    for (int i = 0; reason >= 0 && i < match.count; i++) {
        struct lang_fill *fill = &match.fills[i];
        name_fill(lang, namer, fill, names[i]);
        if (!is_reason(fill)) continue;
        translate(lang, fill->text, namer, depth + 1, inner, sizeof inner);
        fill->text = inner;
    }
    if (reason >= 0)
        put_template(&out, lang->texts[reason], match.fills, match.count);
    else
        text_put(&out, why);
    drop_broken_end(&out);
}

void lang_sentence(const struct lang *lang, const char *why, char *text, size_t size) {
    translate(lang, why, NULL, 0, text, size);
}

void lang_named_reason(const struct lang *lang, const char *why, const struct lang_namer *namer,
                       char text[ARKAD_WHY_MAX]) {
    translate(lang, why, namer, 0, text, ARKAD_WHY_MAX);
}

void lang_reason(const struct lang *lang, const char *why, char text[ARKAD_WHY_MAX]) {
    lang_sentence(lang, why, text, ARKAD_WHY_MAX);
}
