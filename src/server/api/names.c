/*
 * What names and passwords may be.
 *
 * A name is to be read by others, so two that look alike should not be two: no invisible characters, no direction
 * marks, no letters of look-alike alphabets mixed, none of the compatibility letters. What a letter is, the C library
 * knows for all of Unicode.
 */
#include "server/api/names.h"

#include "lang/lang.h"
#include "store/store.h"

#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* ---- Characters -------------------------------------------------------------------------------------------------- */

/* The letters of the whole world; made once, and kept. */
static locale_t everywhere(void) {
    static locale_t made;
    if (!made) made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return made;
}

/* Takes a UTF-8 character, in its shortest form; -1 if there is none. */
static long take_character(const char **text) {
    static const long least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)*text;
    int more = *at < 0x80                  ? 0
               : *at >= 0xc2 && *at < 0xe0 ? 1
               : *at >= 0xe0 && *at < 0xf0 ? 2
               : *at >= 0xf0 && *at < 0xf5 ? 3
                                           : -1;
    if (more < 0) return -1;
    long c = more ? *at & (0x3f >> more) : *at;
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) return -1;
        c = c << 6 | (at[i] & 0x3f);
    }
    *text += more + 1;
    return c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}

int names_length(const char *text) {
    int count = 0;
    for (; *text; count++)
        if (take_character(&text) < 0) return -1;
    return count;
}

struct range {
    long first, last;
};

/* Letters to Unicode that are invisible, or are another letter in disguise. */
static const struct range DISGUISED[] = {
    {0x00aa, 0x00aa},    {0x00ba, 0x00ba},
    {0x02b0, 0x02ff},    {0x0300, 0x036f}, /* small raised ones; loose accents */
    {0x115f, 0x1160},    {0x17b4, 0x17b5},
    {0x1d00, 0x1dbf},    {0x2000, 0x2bff}, /* fillers; phonetics; signs */
    {0x3164, 0x3164},    {0xa640, 0xa69f},
    {0xfb00, 0xfb06},    {0xfe00, 0xfe0f}, /* ligatures; variants */
    {0xff00, 0xffef},    {0x10780, 0x107bf},
    {0x1d400, 0x1d7ff},  {0x1f100, 0x1f2ff}, /* wide, bold and boxed letters */
    {0xe0000, 0x10ffff},
};

static bool is_among(long c, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    return false;
}

static bool is_name_character(long c) {
    if (c < 0x80) return isalnum((int)c) || (c && strchr(" _-.", (int)c));
    if (is_among(c, DISGUISED, sizeof DISGUISED / sizeof *DISGUISED)) return false;
    return iswalnum_l((wint_t)c, everywhere());
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

bool names_are_alike(const char *one, const char *other) {
    char looks[2][STORE_LOOK_MAX];
    if (strlen(one) >= STORE_NAME_MAX || strlen(other) >= STORE_NAME_MAX) return false;
    store_look_of(one, looks[0]);
    store_look_of(other, looks[1]);
    return !strcmp(looks[0], looks[1]);
}

/* Names of guests in every language, and names that would pass for the server itself. */
static bool is_reserved(const char *name) {
    static const char *const own[] = {"admin",  "administrator", "arkad",  "arkád",    "moderator", "moderátor",
                                      "server", "szerver",       "system", "rendszer", "bot"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (names_are_alike(name, own[i])) return true;
    for (int i = 0; lang_at(i); i++) {
        char start[STORE_NAME_MAX] = "";
        const char *guest = lang_text(lang_at(i), "server.guest");
        if (strlen(name) < strlen(guest)) continue;
        memcpy(start, name, strlen(guest));
        const char *rest = name + strlen(guest);
        if (names_are_alike(start, guest) && !rest[strspn(rest, " 0123456789")]) return true;
    }
    return false;
}

const char *names_check(const char *name) {
    int count = names_length(name);
    bool has_letter = false;
    if (count < NAME_SHORTEST || count > NAME_LONGEST || strlen(name) >= STORE_NAME_MAX) return "name-length";
    size_t length = strlen(name);
    if (name[0] == ' ' || name[length - 1] == ' ' || strstr(name, "  ")) return "name-spaces";
    for (const char *at = name; *at;) {
        long c = take_character(&at);
        if (!is_name_character(c)) return "name-characters";
        has_letter |= c >= 0x80 || isalnum((int)c);
    }
    if (!has_letter) return "name-characters";
    if (store_is_mixed(name)) return "name-mixed";
    return is_reserved(name) ? "name-reserved" : NULL;
}

const char *names_check_password(const char *password, const char *name) {
    int count = names_length(password);
    if (count < PASSWORD_SHORTEST || count > PASSWORD_LONGEST) return "password-length";
    if (names_are_alike(password, name)) return "password-name";
    return names_is_common_password(password) ? "password-common" : NULL;
}
