/*
 * Names are unique regardless of case. The rule is small and fixed, because what it gives is stored: every capital of
 * the Latin (with Hungarian and all of Europe's), Greek, Cyrillic, Armenian and Vietnamese alphabets counts as its
 * small letter, one character for one; everything else counts as itself. Accents count: Anna and Ánna are two names.
 *
 * Characters are compared as they are encoded; whoever accepts names from people must make sure that an accent is
 * part of its letter (NFC).
 *
 * Names are also unique by their looks: Unicode's skeletons (UTS 39), in which l, I and 1 are one letter, and so are
 * the А of Moscow and the A of Athens.
 */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uspoof.h>

/* Capitals first to last; alternating: capital and small letter take turns, beginning with a capital. */
struct capitals {
    uint16_t first, last;
    bool is_alternating;
    int distance; /* to the small letter */
};

static const struct capitals CAPITALS[] = {
    {'A', 'Z', false, 32},
    {0xc0, 0xd6, false, 32}, /* À to Ö */
    {0xd8, 0xde, false, 32}, /* Ø to Þ */
    {0x100, 0x12e, true, 1}, /* Ā to Į */
    {0x130, 0x130, false, 'i' - 0x130},
    {0x132, 0x136, true, 1},
    {0x139, 0x147, true, 1}, /* Ĺ to Ň */
    {0x14a, 0x176, true, 1}, /* Ŋ to Ŷ, Ő and Ű among them */
    {0x178, 0x178, false, 0xff - 0x178},
    {0x179, 0x17d, true, 1}, /* Ź to Ž */
    {0x17f, 0x17f, false, 's' - 0x17f},
    {0x1a0, 0x1a0, false, 1}, /* Ơ */
    {0x1af, 0x1af, false, 1}, /* Ư */
    {0x1cd, 0x1db, true, 1},
    {0x218, 0x21a, true, 1}, /* Ș and Ț */
    {0x386, 0x386, false, 38},
    {0x388, 0x38a, false, 37},
    {0x38c, 0x38c, false, 64},
    {0x38e, 0x38f, false, 63},
    {0x391, 0x3a1, false, 32}, /* Α to Ρ */
    {0x3a3, 0x3ab, false, 32}, /* Σ to Ϋ */
    {0x3c2, 0x3c2, false, 1},  /* ς is σ */
    {0x400, 0x40f, false, 80}, /* Ѐ to Џ */
    {0x410, 0x42f, false, 32}, /* А to Я */
    {0x460, 0x480, true, 1},
    {0x48a, 0x4be, true, 1},
    {0x4d0, 0x52e, true, 1},
    {0x531, 0x556, false, 48}, /* Armenian */
    {0x1e00, 0x1e94, true, 1},
    {0x1e9e, 0x1e9e, false, 0xdf - 0x1e9e}, /* ẞ */
    {0x1ea0, 0x1efe, true, 1},              /* Vietnamese */
};

static unsigned small_letter(unsigned c) {
    for (size_t i = 0; i < sizeof CAPITALS / sizeof *CAPITALS; i++) {
        const struct capitals *capitals = &CAPITALS[i];
        if (c < capitals->first) break;
        if (c > capitals->last || (capitals->is_alternating && (c - capitals->first) % 2)) continue;
        return (unsigned)((int)c + capitals->distance);
    }
    return c;
}

/* Takes a character of up to three bytes, enough for every capital here; of anything else, and of what is not UTF-8,
   one byte that counts as itself (0). */
static unsigned take_character(const unsigned char **at) {
    const unsigned char *c = *at;
    unsigned value = 0;
    if (c[0] < 0x80) {
        value = c[0];
        *at += 1;
    } else if (c[0] >= 0xc2 && c[0] < 0xe0 && (c[1] & 0xc0) == 0x80) {
        value = (c[0] & 0x1fU) << 6 | (c[1] & 0x3fU);
        *at += 2;
    } else if (c[0] > 0xe0 && c[0] < 0xf0 && (c[1] & 0xc0) == 0x80 && (c[2] & 0xc0) == 0x80) {
        value = (c[0] & 0x0fU) << 12 | (c[1] & 0x3fU) << 6 | (c[2] & 0x3fU);
        *at += 3;
    } else {
        *at += 1;
    }
    return value;
}

static size_t put_character(unsigned c, char *text) {
    if (c < 0x80) {
        text[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        text[0] = (char)(0xc0 | c >> 6);
        text[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    text[0] = (char)(0xe0 | c >> 12);
    text[1] = (char)(0x80 | (c >> 6 & 0x3f));
    text[2] = (char)(0x80 | (c & 0x3f));
    return 3;
}

void fold_name(const char *name, char *folded) {
    size_t length = 0;
    for (const unsigned char *at = (const unsigned char *)name; *at;) {
        const unsigned char *start = at;
        unsigned c = take_character(&at);
        if (c)
            length += put_character(small_letter(c), folded + length);
        else
            folded[length++] = (char)*start;
    }
    assert(length <= strlen(name));
    folded[length] = 0;
}

/* Made once, and kept; NULL: it cannot be made. */
static const USpoofChecker *skeletons(void) {
    static USpoofChecker *made;
    UErrorCode code = U_ZERO_ERROR;
    if (!made) made = uspoof_open(&code);
    return made;
}

void store_look_of(const char *name, char look[STORE_LOOK_MAX]) {
    assert(strlen(name) < STORE_NAME_MAX);
    char skeleton[STORE_LOOK_MAX];
    UErrorCode code = U_ZERO_ERROR;
    uspoof_getSkeletonUTF8(skeletons(), 0, name, -1, skeleton, sizeof skeleton - 1, &code);
    if (U_FAILURE(code)) snprintf(skeleton, sizeof skeleton, "%s", name);
    fold_name(skeleton, look);
}

static const USpoofChecker *alphabets(void) {
    static USpoofChecker *made;
    UErrorCode code = U_ZERO_ERROR;
    if (made) return made;
    made = uspoof_open(&code);
    uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &code);
    return made;
}

bool store_is_mixed(const char *name) {
    UErrorCode code = U_ZERO_ERROR;
    return uspoof_checkUTF8(alphabets(), name, -1, NULL, &code) || U_FAILURE(code);
}
