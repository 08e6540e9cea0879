/*
 * The moves to choose from: listed, compared with what is typed, narrowed, completed.
 */
#include "terminal/choices.h"

#include "terminal/bargain.h"
#include "terminal/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_ADDED = 2 }; /* at most, that are not listed moves */

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

/* Keeps a text; no text begins at 0. */
static size_t keep(struct choices *c, const char *text) {
    size_t length = strlen(text) + 1;
    if (!c->used) c->used = 1;
    if (c->used + length > c->size) {
        c->size = 2 * (c->used + length);
        c->texts = must_have(realloc(c->texts, c->size));
    }
    memcpy(c->texts + c->used, text, length);
    c->used += length;
    return c->used - length;
}

void choices_clear(struct choices *c) {
    free(c->all);
    free(c->shown);
    free(c->texts);
    memset(c, 0, sizeof *c);
}

/* ---- The list --------------------------------------------------------------------------------------------------- */

static void show_all(struct choices *c) {
    c->shown_count = 0;
    for (int i = 0; i < c->count; i++)
        if (c->all[i].kind != CHOICE_PROPOSAL) c->shown[c->shown_count++] = i;
    c->beginning_count = c->shown_count;
}

static void add_choice(struct choices *c, enum choice_kind kind, const struct arkad_move *move, const char *more) {
    char notation[ARKAD_MOVE_TEXT_MAX];
    struct text out = text_in(notation, sizeof notation);
    out.used = arkad_move_write(c->game, move, notation);
    if (kind == CHOICE_BARGAIN) out.used = strcspn(notation, " "); /* the verb alone */
    text_put(&out, more);
    c->all[c->count++] = (struct choice){.kind = kind, .move = *move, .notation = keep(c, notation)};
}

/* The choice that replaces all proposals goes before them. Whoever is asked to trade in another's turn may want
   to be left alone. */
static void add_bargaining(struct choices *c, const struct arkad_move *proposal) {
    struct arkad_move refusal;
    if (proposal) add_choice(c, CHOICE_BARGAIN, proposal, " …");
    if (bargain_may_refuse(c->game, &c->view, c->seat, &refusal)) add_choice(c, CHOICE_REFUSE_ALL, &refusal, " all");
}

void choices_list(struct choices *c, const struct lang *lang, const struct arkad_game *game,
                  const struct arkad_position *view, int seat, const char *const *names) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    const struct arkad_move *proposal = NULL;
    int count = arkad_list(game, view, seat, moves);
    c->lang = lang, c->game = game, c->names = names, c->view = *view, c->seat = seat;
    c->used = 0;
    if (count + CHOICES_ADDED > c->room) {
        c->room = count + CHOICES_ADDED;
        c->all = must_have(realloc(c->all, (size_t)c->room * sizeof *c->all));
        c->shown = must_have(realloc(c->shown, (size_t)c->room * sizeof *c->shown));
    }
    c->count = 0;
    for (int i = 0; i < count; i++) {
        bool is_proposal = bargain_is_proposal(game, &moves[i]);
        if (is_proposal && !proposal) add_bargaining(c, proposal = &moves[i]);
        add_choice(c, is_proposal ? CHOICE_PROPOSAL : CHOICE_MOVE, &moves[i], "");
    }
    if (!proposal) add_bargaining(c, NULL);
    assert(c->count >= count && c->count <= c->room);
    show_all(c);
}

const char *choices_notation(const struct choices *c, int choice) {
    assert(choice >= 0 && choice < c->count);
    return c->texts + c->all[choice].notation;
}

const char *choices_words(struct choices *c, int choice) {
    char words[SAY_MAX];
    assert(choice >= 0 && choice < c->count);
    struct choice *one = &c->all[choice];
    if (one->kind == CHOICE_BARGAIN) return lang_text(c->lang, bargain_title(c->game, &one->move));
    if (one->kind == CHOICE_REFUSE_ALL) return lang_text(c->lang, "ui.trade.refuse");
    if (!one->words) {
        say_choice(c->lang, c->game, &c->view, c->seat, &one->move, c->names, words);
        one->words = keep(c, words);
    }
    return c->texts + one->words;
}

int choices_find(const struct choices *c, const char *notation) {
    size_t length = strlen(notation);
    for (int i = 0; i < c->count; i++) {
        const char *own = choices_notation(c, i);
        if (strncmp(own, notation, length)) continue;
        if (!own[length] || (c->all[i].kind == CHOICE_BARGAIN && own[length] == ' ')) return i;
    }
    return -1;
}

int choices_row_of(const struct choices *c, const struct arkad_move *move) {
    for (int row = 0; row < c->shown_count; row++)
        if (!memcmp(&c->all[c->shown[row]].move, move, sizeof *move)) return row;
    return -1;
}

/* ---- Comparing -------------------------------------------------------------------------------------------------- */

/* Letters outside ASCII in our languages, and what they count as. */
static const struct {
    char letter[3], plain;
} letters[] = {
    {"á", 'a'}, {"é", 'e'}, {"í", 'i'}, {"ó", 'o'}, {"ö", 'o'}, {"ő", 'o'}, {"ú", 'u'},
    {"ü", 'u'}, {"ű", 'u'}, {"Á", 'a'}, {"É", 'e'}, {"Í", 'i'}, {"Ó", 'o'}, {"Ö", 'o'},
    {"Ő", 'o'}, {"Ú", 'u'}, {"Ü", 'u'}, {"Ű", 'u'}, {"ä", 'a'}, {"Ä", 'a'}, {"ß", 's'},
};

static char plain_letter(const char *at) {
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (!strncmp(at, letters[i].letter, 2)) return letters[i].plain;
    return 0;
}

/* Writes a text without capitals and accents. */
static void fold(const char *text, char *folded, size_t size) {
    size_t used = 0;
    for (; *text && used + 1 < size; text++) {
        char plain = (unsigned char)*text < 0x80 ? 0 : plain_letter(text);
        folded[used++] = plain ? plain : *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
        text += plain != 0;
    }
    folded[used] = 0;
}

static bool is_between_words(char c) { return strchr(" ,:;.()", c) != NULL; } /* the end, too */

/* Whether a word of the text begins with (or, if whole, is) this word. */
static bool has_word(const char *text, const char *word, size_t length, bool is_whole) {
    for (const char *at = text; (at = strstr(at, (char[]){*word, 0})) != NULL; at++) {
        if (at > text && !is_between_words(at[-1])) continue;
        if (!strncmp(at, word, length) && (!is_whole || is_between_words(at[length]))) return true;
    }
    return false;
}

static bool has_all_words(const char *notation, const char *words, const char *typed) {
    for (const char *at = typed; *at;) {
        size_t length = strcspn(at, " ");
        bool is_whole = at[length] == ' ';
        if (length && !has_word(notation, at, length, is_whole) && !has_word(words, at, length, is_whole)) return false;
        at += length + is_whole;
    }
    return true;
}

static bool has_words_of(struct choices *c, int choice, const char *typed) {
    char notation[ARKAD_MOVE_TEXT_MAX], words[SAY_MAX];
    fold(choices_notation(c, choice), notation, sizeof notation);
    if (has_all_words(notation, "", typed)) return true;
    fold(choices_words(c, choice), words, sizeof words);
    return has_all_words(notation, words, typed);
}

/* ---- Narrowing --------------------------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

void choices_narrow(struct choices *c, const char *typed) {
    char folded[TYPED_MAX];
    size_t typed_length = strlen(typed);
    if (!typed_length) {
        show_all(c);
        return;
    }
    c->shown_count = 0;
    for (int i = 0; i < c->count; i++)
        if (begins_with(choices_notation(c, i), typed)) c->shown[c->shown_count++] = i;
    c->beginning_count = c->shown_count;
    fold(typed, folded, sizeof folded);
    for (int i = 0; i < c->count; i++)
        if (!begins_with(choices_notation(c, i), typed) && has_words_of(c, i, folded)) c->shown[c->shown_count++] = i;
}

/* ---- Completing -------------------------------------------------------------------------------------------------- */

static size_t common_length(const char *one, const char *other, size_t length) {
    size_t same = 0;
    while (same < length && one[same] && one[same] == other[same]) same++;
    return same;
}

bool choices_complete(struct choices *c, char typed[TYPED_MAX]) {
    int count = c->beginning_count ? c->beginning_count : c->shown_count;
    if (!count) return false;
    const char *first = choices_notation(c, c->shown[0]);
    size_t length = strlen(first);
    for (int row = 1; row < count; row++) length = common_length(first, choices_notation(c, c->shown[row]), length);
    if (!length || (length == strlen(typed) && !memcmp(first, typed, length))) return false;
    memcpy(typed, first, length);
    typed[length] = 0;
    return true;
}
