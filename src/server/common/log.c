/*
 * What the server tells those who run it: one line per event on standard error, as logfmt (name=value) or as JSON.
 */
#include "server/common/log.h"

#include "engine/json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_BYTES = 2048, FIELDS_MAX = 16 };

static void write_time(char text[32]) {
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + length, 32 - length, ".%03dZ", (int)(now.tv_nsec / 1000000));
}

/* ---- As JSON ----------------------------------------------------------------------------------------------------- */

static void write_json(struct text *out, const struct log_field *fields, int count) {
    struct json json = json_to(out);
    json_put_open(&json, NULL, '{');
    for (int i = 0; i < count; i++) {
        if (fields[i].text)
            json_put_text(&json, fields[i].name, fields[i].text);
        else
            json_put_number(&json, fields[i].name, fields[i].number);
    }
    json_close(&json, '}');
}

/* ---- As logfmt --------------------------------------------------------------------------------------------------- */

static bool is_plain(const char *text) {
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/+")];
}

/* What is not plain is quoted as JSON would, so that a line stays one line. */
static void write_logfmt(struct text *out, const struct log_field *fields, int count) {
    for (int i = 0; i < count; i++) {
        struct json value = json_to(out);
        if (i) text_char(out, ' ');
        text_put(out, fields[i].name), text_char(out, '=');
        if (!fields[i].text)
            json_put_number(&value, NULL, fields[i].number);
        else if (is_plain(fields[i].text))
            text_put(out, fields[i].text);
        else
            json_put_text(&value, NULL, fields[i].text);
    }
}

void log_write(bool is_json, enum log_level level, const char *event, const struct log_field *fields, int count) {
    static const char *const levels[] = {"info", "warning", "error"};
    char line[LINE_MAX_BYTES], at[32];
    struct text out = text_in(line, sizeof line - 1);
    struct log_field all[FIELDS_MAX] = {
        {.name = "at", .text = at}, {.name = "level", .text = levels[level]}, {.name = "event", .text = event}};
    int used = 3;
    assert(level <= LOG_LINE_ERROR && *event);
    write_time(at);
    for (int i = 0; i < count && used < FIELDS_MAX; i++)
        if (fields[i].name) all[used++] = fields[i];
    if (is_json)
        write_json(&out, all, used);
    else
        write_logfmt(&out, all, used);
    line[out.used] = '\n';
    fwrite(line, 1, out.used + 1, stderr);
}
