/*
 * What the server tells those who run it: one line an event on standard error, as logfmt (name=value) or as JSON.
 */
#include "server/common/log.h"

#include "engine/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_BYTES = 2048 };

/* Quoted for both forms: what is not plain is escaped, so that a line stays one line. */
static void put_quoted(struct text *out, const char *text) {
    text_char(out, '"');
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        char escaped[8];
        if (*at == '"' || *at == '\\')
            text_char(out, '\\'), text_char(out, (char)*at);
        else if (*at < ' ' || *at == 0x7f)
            snprintf(escaped, sizeof escaped, "\\u%04x", *at), text_put(out, escaped);
        else
            text_char(out, (char)*at);
    }
    text_char(out, '"');
}

static bool is_plain(const char *text) {
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/+")];
}

static void put_field(struct text *out, bool is_json, const struct log_field *field) {
    char number[24];
    text_char(out, is_json ? ',' : ' ');
    if (is_json)
        put_quoted(out, field->name);
    else
        text_put(out, field->name);
    text_char(out, is_json ? ':' : '=');
    snprintf(number, sizeof number, "%lld", (long long)field->number);
    if (!field->text)
        text_put(out, number);
    else if (!is_json && is_plain(field->text))
        text_put(out, field->text);
    else
        put_quoted(out, field->text);
}

static void put_time(struct text *out, bool is_json) {
    struct timespec now;
    struct tm parts;
    char written[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(written + length, sizeof written - length, ".%03dZ", (int)(now.tv_nsec / 1000000));
    text_put(out, is_json ? "{\"at\":\"" : "at=");
    text_put(out, written);
    if (is_json) text_char(out, '"');
}

void log_write(bool is_json, enum log_level level, const char *event, const struct log_field *fields, int count) {
    static const char *const levels[] = {"info", "warning", "error"};
    char line[LINE_MAX_BYTES];
    struct text out = text_in(line, sizeof line - 1);
    put_time(&out, is_json);
    put_field(&out, is_json, &(struct log_field){.name = "level", .text = levels[level]});
    put_field(&out, is_json, &(struct log_field){.name = "event", .text = event});
    for (int i = 0; i < count; i++)
        if (fields[i].name) put_field(&out, is_json, &fields[i]);
    if (is_json) text_char(&out, '}');
    line[out.used] = '\n';
    fwrite(line, 1, out.used + 1, stderr);
}
