/*
 * What the server tells those who run it: one line per event on standard error.
 */
#ifndef SERVER_COMMON_LOG_H
#define SERVER_COMMON_LOG_H

#include <stdbool.h>
#include <stdint.h>

/* One thing to be told: a text, or a number if that is NULL. Never a token, a password or what people say. */
struct log_field {
    const char *name, *text;
    int64_t number;
};
enum log_level { LOG_LINE_INFO, LOG_LINE_WARNING, LOG_LINE_ERROR };
void log_write(bool is_json, enum log_level level, const char *event, const struct log_field *fields, int count);
#define LOG_EVENT(server, level, event, ...)                                                               \
    log_write((server)->config.is_logging_json, (level), (event), (const struct log_field[]){__VA_ARGS__}, \
              (int)(sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field)))

#endif
