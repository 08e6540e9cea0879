/*
 * The commonest passwords, by the rules they are made by: a program that guesses tries these first. A published list
 * would be of one country and one year, and of somebody else's making; people everywhere take a well-known word or
 * name with a digit or two behind it, a row of the keyboard, or something short said twice.
 */
#include "server/api/names.h"

#include <ctype.h>
#include <string.h>

enum { PLAIN_MAX = 129 };

/* Words that need no guessing, as they are written without accents, digits at the ends and what stands between. */
static const char *const WORDS[] = {
    "password",       "passwort",    "jelszo",      "passw",         "pass",      "passwd",       "kennwort",
    "geheim",         "titok",       "titkos",      "secret",        "letmein",   "welcome",      "willkommen",
    "udvozlom",       "isten",       "admin",       "administrator", "root",      "user",         "login",
    "guest",          "vendeg",      "gast",        "master",        "test",      "teszt",        "tester",
    "testing",        "default",     "changeme",    "change",        "qwerty",    "qwertz",       "qwertyuiop",
    "qwertzuiop",     "asdf",        "asdfgh",      "asdfghjkl",     "yxcvbnm",   "zxcvbnm",      "qazwsx",
    "qaywsx",         "qwe",         "qweqwe",      "asd",           "asdasd",    "abc",          "abcd",
    "abcde",          "abcdef",      "iloveyou",    "loveyou",       "love",      "lovely",       "szeretlek",
    "szeretlekteged", "szerelem",    "szeretem",    "ichliebedich",  "schatz",    "liebe",        "liebling",
    "princess",       "prinzessin",  "hercegno",    "sunshine",      "napsugar",  "sonnenschein", "monkey",
    "dragon",         "sarkany",     "drache",      "football",      "fussball",  "foci",         "labdarugas",
    "baseball",       "basketball",  "soccer",      "hockey",        "superman",  "batman",       "spiderman",
    "pokemon",        "starwars",    "trustno",     "whatever",      "computer",  "internet",     "szamitogep",
    "samsung",        "google",      "facebook",    "microsoft",     "iphone",    "hello",        "hallo",
    "szia",           "hellohello",  "hallohallo",  "summer",        "sommer",    "nyar",         "winter",
    "spring",         "autumn",      "january",     "monday",        "freedom",   "szabadsag",    "freiheit",
    "killer",         "hunter",      "shadow",      "michael",       "michelle",  "jennifer",     "jessica",
    "charlie",        "andrew",      "daniel",      "thomas",        "robert",    "jordan",       "ashley",
    "nicole",         "andrea",      "gabriella",   "krisztina",     "katalin",   "zsuzsanna",    "erzsebet",
    "sandor",         "istvan",      "laszlo",      "matthias",      "stefan",    "sebastian",    "alexander",
    "christian",      "mercedes",    "ferrari",     "porsche",       "harley",    "corvette",     "mustang",
    "yamaha",         "liverpool",   "arsenal",     "chelsea",       "barcelona", "realmadrid",   "bayern",
    "bayernmunchen",  "ferencvaros", "fradi",       "ujpest",        "budapest",  "debrecen",     "magyarorszag",
    "hungary",        "hungaria",    "deutschland", "germany",       "berlin",    "hamburg",      "austria",
    "england",        "london",      "america",     "chocolate",     "csokolade", "schokolade",   "cookie",
    "banana",         "pumpkin",     "cheese",      "flower",        "virag",     "butterfly",    "pillango",
    "schmetterling",  "kiscica",     "cica",        "kutya",         "kutyus",    "macska",       "hund",
    "katze",          "maus",        "tigris",      "tiger",         "oroszlan",  "fuckyou",      "fuckoff",
    "bazdmeg",        "asshole",     "scheisse",    "access",        "matrix",    "phoenix",      "merlin",
    "gandalf",        "hogwarts",    "harrypotter", "maggie",        "buster",
};

/* Rows of keyboards and counting; walked in either direction. */
static const char *const ROWS[] = {"01234567890123456789",
                                   "abcdefghijklmnopqrstuvwxyz",
                                   "qwertyuiop",
                                   "qwertzuiop",
                                   "asdfghjkl",
                                   "zxcvbnm",
                                   "yxcvbnm",
                                   "qazwsxedcrfvtgb",
                                   "qaywsxedcrfvtgb",
                                   "1q2w3e4r5t6y7u8i9o0p",
                                   "1q2w3e4r5t6z7u8i9o0p"};

/* Small letters and digits only; signs that stand for letters count as those, except at the end. */
static size_t make_plain(const char *password, char plain[PLAIN_MAX]) {
    static const char signs[] = "@$!", letters[] = "asi";
    size_t count = 0, length = strlen(password);
    while (length && ispunct((unsigned char)password[length - 1])) length--;
    for (const char *end = password + length; password < end && count < PLAIN_MAX - 1; password++) {
        const char *sign = strchr(signs, *password);
        if (sign)
            plain[count++] = letters[sign - signs];
        else if (isalnum((unsigned char)*password))
            plain[count++] = (char)tolower((unsigned char)*password);
        else if ((unsigned char)*password >= 0x80)
            return 0; /* accents: none of these */
    }
    plain[count] = 0;
    return count;
}

static bool is_word(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strlen(WORDS[i]) == length && !memcmp(WORDS[i], text, length)) return true;
    return false;
}

/* p4ssw0rd is password: digits inside a word are the letters they look like. */
static void read_digits(char *text) {
    static const char digits[] = "013457", letters[] = "oieast";
    for (; *text; text++) {
        const char *digit = strchr(digits, *text);
        if (digit && *digit) *text = letters[digit - digits];
    }
}

/* A word with digits around it. */
static bool is_word_with_digits(const char *plain, size_t length) {
    char word[PLAIN_MAX];
    size_t start = strspn(plain, "0123456789");
    while (length > start && isdigit((unsigned char)plain[length - 1])) length--;
    if (is_word(plain + start, length - start)) return true;
    memcpy(word, plain + start, length - start);
    word[length - start] = 0;
    read_digits(word);
    return is_word(word, length - start);
}

static void turn_round(const char *text, size_t length, char *turned) {
    for (size_t i = 0; i < length; i++) turned[i] = text[length - 1 - i];
    turned[length] = 0;
}

static bool is_walk(const char *plain, size_t length) {
    char turned[PLAIN_MAX];
    turn_round(plain, length, turned);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (strstr(ROWS[i], plain) || strstr(ROWS[i], turned)) return true;
    return false;
}

/* One to four characters, again and again. */
static bool is_repeated(const char *plain, size_t length) {
    for (size_t unit = 1; unit <= 4 && 2 * unit <= length; unit++) {
        size_t same = unit;
        while (same < length && plain[same] == plain[same - unit]) same++;
        if (same == length) return true;
    }
    return false;
}

/* A word, a row or something short, twice: alma alma, 12341234, qwertyqwerty. */
static bool is_easy(const char *plain, size_t length) {
    return is_repeated(plain, length) || is_walk(plain, length) || is_word_with_digits(plain, length);
}

/* A row in pieces, as on the corner of a keyboard: 123456 abcdef, qwer 1234. */
static bool is_two_walks(const char *plain, size_t length) {
    char first[PLAIN_MAX];
    size_t digits = strspn(plain, "0123456789"), letters = strcspn(plain, "0123456789");
    size_t at = digits ? digits : letters;
    if (at < 3 || length - at < 3) return false;
    memcpy(first, plain, at);
    first[at] = 0;
    return (is_walk(first, at) || is_repeated(first, at)) && is_easy(plain + at, length - at);
}

bool names_is_common_password(const char *password) {
    char plain[PLAIN_MAX], half[PLAIN_MAX];
    size_t length = make_plain(password, plain);
    if (length < 3) return false;
    if (is_easy(plain, length) || is_two_walks(plain, length)) return true;
    if (length % 2) return false;
    memcpy(half, plain, length / 2);
    half[length / 2] = 0;
    return !memcmp(plain, plain + length / 2, length / 2) && is_easy(half, length / 2);
}
