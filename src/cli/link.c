/*
 * A connection to a server, as a client: requests one after another, then messages over a WebSocket; with TLS or
 * without.
 */
#include "cli/link.h"

#include "cli/tls.h"

#include <llhttp/llhttp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

enum { READ_SIZE = 64 * 1024 };

struct bytes {
    char *start;
    size_t used, room;
};

struct link {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    uv_write_t writing;
    const struct link_host *server;
    const struct link_handlers *handlers;
    void *context;
    llhttp_t parser;
    wslay_event_context_ptr frames;  /* NULL: no WebSocket yet */
    struct tls *tls;                 /* NULL: without */
    struct bytes waiting, leaving;   /* to be written; being written */
    struct bytes sealed;             /* by TLS, to be written */
    struct bytes body, field, value; /* of an answer */
    const uint8_t *incoming;
    size_t incoming_length;
    char cookie[TOKEN_MAX], token[TOKEN_MAX];
    bool is_connected, is_writing, is_upgrading, is_closing;
    char why[160];
};

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void add_bytes(struct bytes *bytes, const void *more, size_t length) {
    if (bytes->used + length + 1 > bytes->room) {
        size_t room = 2 * (bytes->used + length + 1);
        bytes->start = realloc(bytes->start, room);
        if (!bytes->start) abort();
        bytes->room = room;
    }
    memcpy(bytes->start + bytes->used, more, length);
    bytes->used += length;
    bytes->start[bytes->used] = 0;
}

static void add_text(struct bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_text(struct bytes *bytes, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    add_bytes(bytes, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* ---- Addresses --------------------------------------------------------------------------------------------------- */

static bool split_url(const char *url, struct link_host *server) {
    size_t host = strcspn(url, "/");
    const char *colon = memchr(url, ':', host);
    size_t name = colon ? (size_t)(colon - url) : host;
    size_t port = colon ? host - name - 1 : 0;
    if (!name || name >= sizeof server->host || port >= sizeof server->port) return false;
    memcpy(server->host, url, name);
    const char *usual = server->is_tls ? "443" : "80";
    memcpy(server->port, colon ? colon + 1 : usual, colon ? port : strlen(usual));
    size_t path = strlen(url + host);
    while (path && url[host + path - 1] == '/') path--;
    if (path >= sizeof server->path) return false;
    memcpy(server->path, url + host, path);
    return strspn(server->port, "0123456789") == strlen(server->port);
}

/* What follows http:// or https://. */
static const char *skip_scheme(const char *url, bool *is_tls) {
    static const char *const schemes[] = {"http://", "ws://", "https://", "wss://"};
    for (int i = 0; i < 4; i++)
        if (!strncmp(url, schemes[i], strlen(schemes[i]))) {
            *is_tls = i >= 2;
            return url + strlen(schemes[i]);
        }
    return url;
}

const char *link_find_host(const char *url, struct link_host *server, char *why, size_t why_size) {
    memset(server, 0, sizeof *server);
    url = skip_scheme(url, &server->is_tls);
    if (!split_url(url, server)) {
        snprintf(why, why_size, "an address is given as http://HOST:PORT or https://HOST, not '%s'", url);
        return why;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int code = getaddrinfo(server->host, server->port, &hints, &found);
    if (code) {
        snprintf(why, why_size, "cannot find %s: %s", server->host, gai_strerror(code));
        return why;
    }
    memcpy(&server->address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return NULL;
}

/* ---- Closing ----------------------------------------------------------------------------------------------------- */

static void on_closed(uv_handle_t *handle) {
    struct link *link = handle->data;
    link->handlers->closed(link->context, *link->why ? link->why : NULL);
    struct bytes *all[] = {&link->waiting, &link->leaving, &link->sealed, &link->body, &link->field, &link->value};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]->start);
    if (link->frames) wslay_event_context_free(link->frames);
    tls_close(link->tls);
    free(link);
}

static void end(struct link *link, const char *why) {
    if (link->is_closing) return;
    link->is_closing = true;
    snprintf(link->why, sizeof link->why, "%s", why);
    uv_close((uv_handle_t *)&link->tcp, on_closed);
}

void link_close(struct link *link) { end(link, ""); }

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void write_on(struct link *link);

static void on_written(uv_write_t *writing, int status) {
    struct link *link = writing->data;
    link->is_writing = false;
    if (status)
        end(link, uv_strerror(status));
    else
        write_on(link);
}

/* What waits, sealed; nothing is said before it is certain to whom. */
static void seal(struct link *link) {
    char piece[4096];
    bool is_sealed = !tls_is_sure(link->tls) || tls_seal(link->tls, link->waiting.start, link->waiting.used);
    if (tls_is_sure(link->tls)) link->waiting.used = 0;
    for (size_t length; (length = tls_give_out(link->tls, piece, sizeof piece));)
        add_bytes(&link->sealed, piece, length);
    if (!is_sealed) end(link, tls_why(link->tls));
}

/* All that is waiting at once: first as much as the socket takes now. */
static void write_on(struct link *link) {
    if (!link->is_connected || link->is_closing) return;
    if (link->tls) seal(link);
    struct bytes *out = link->tls ? &link->sealed : &link->waiting;
    if (link->is_writing || link->is_closing || !out->used) return;
    uv_buf_t now = uv_buf_init(out->start, (unsigned)out->used);
    int taken = uv_try_write((uv_stream_t *)&link->tcp, &now, 1);
    if (taken == (int)out->used) {
        out->used = 0;
        return;
    }
    struct bytes rest = link->leaving;
    link->leaving = *out;
    *out = rest;
    out->used = 0;
    size_t skip = taken > 0 ? (size_t)taken : 0;
    uv_buf_t later = uv_buf_init(link->leaving.start + skip, (unsigned)(link->leaving.used - skip));
    link->is_writing = true;
    link->writing.data = link;
    if (uv_write(&link->writing, (uv_stream_t *)&link->tcp, &later, 1, on_written)) end(link, "cannot write");
}

/* ---- HTTP -------------------------------------------------------------------------------------------------------- */

static void put_head(struct link *link, const char *method, const char *path) {
    add_text(&link->waiting, "%s %s HTTP/1.1\r\nHost: %s:%s\r\n", method, path, link->server->host, link->server->port);
    if (*link->token) add_text(&link->waiting, "Authorization: Bearer %s\r\n", link->token);
    if (*link->cookie) add_text(&link->waiting, "Cookie: arkad=%s; __Host-arkad=%s\r\n", link->cookie, link->cookie);
}

void link_request(struct link *link, const char *method, const char *path, const char *body) {
    size_t length = body ? strlen(body) : 0;
    put_head(link, method, path);
    add_text(&link->waiting, "X-Arkad: 1\r\n");
    if (body) add_text(&link->waiting, "Content-Type: application/json\r\n");
    add_text(&link->waiting, "Content-Length: %zu\r\n\r\n", length);
    add_bytes(&link->waiting, body ? body : "", length);
    write_on(link);
}

void link_upgrade(struct link *link, const char *path) {
    unsigned char key[16];
    char text[sodium_base64_ENCODED_LEN(sizeof key, sodium_base64_VARIANT_ORIGINAL)];
    randombytes_buf(key, sizeof key);
    sodium_bin2base64(text, sizeof text, key, sizeof key, sodium_base64_VARIANT_ORIGINAL);
    link->is_upgrading = true;
    put_head(link, "GET", path);
    add_text(&link->waiting,
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
             text);
    write_on(link);
}

static int on_field(llhttp_t *parser, const char *at, size_t length) {
    struct link *link = parser->data;
    link->value.used = 0;
    add_bytes(&link->field, at, length);
    return 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t length) {
    add_bytes(&((struct link *)parser->data)->value, at, length);
    return 0;
}

static int on_value_end(llhttp_t *parser) {
    struct link *link = parser->data;
    static const char secure[] = "__Host-", name[] = "arkad=";
    bool is_cookie = link->field.used && link->value.used && !strcasecmp(link->field.start, "set-cookie");
    const char *at = is_cookie ? link->value.start : "";
    if (!strncmp(at, secure, strlen(secure))) at += strlen(secure);
    if (!strncmp(at, name, strlen(name))) {
        const char *token = at + strlen(name);
        snprintf(link->cookie, sizeof link->cookie, "%.*s", (int)strcspn(token, ";"), token);
    }
    link->field.used = 0;
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t length) {
    struct link *link = parser->data;
    if (link->body.used + length > LINK_MESSAGE_MAX) return -1;
    add_bytes(&link->body, at, length);
    return 0;
}

static int on_answered(llhttp_t *parser) {
    struct link *link = parser->data;
    if (parser->status_code == 101) return 0;
    add_bytes(&link->body, "", 0);
    struct bytes body = link->body;
    link->body = (struct bytes){0};
    link->is_upgrading = false;
    link->handlers->answer(link->context, parser->status_code, body.start, body.used);
    free(body.start);
    return 0;
}

static const llhttp_settings_t *settings(void) {
    static llhttp_settings_t all;
    if (all.on_body) return &all;
    llhttp_settings_init(&all);
    all.on_header_field = on_field;
    all.on_header_value = on_value;
    all.on_header_value_complete = on_value_end;
    all.on_message_complete = on_answered;
    all.on_body = on_body;
    return &all;
}

/* ---- WebSocket --------------------------------------------------------------------------------------------------- */

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t size, int flags, void *user) {
    struct link *link = user;
    (void)flags;
    if (!link->incoming_length) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t length = link->incoming_length < size ? link->incoming_length : size;
    memcpy(bytes, link->incoming, length);
    link->incoming += length;
    link->incoming_length -= length;
    return (ssize_t)length;
}

static ssize_t take_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *user) {
    (void)frames, (void)flags;
    add_bytes(&((struct link *)user)->waiting, bytes, length);
    return (ssize_t)length;
}

static int make_mask(wslay_event_context_ptr frames, uint8_t *bytes, size_t length, void *user) {
    (void)frames, (void)user;
    randombytes_buf(bytes, length);
    return 0;
}

static void take_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                         void *user) {
    struct link *link = user;
    (void)frames;
    if (message->opcode == WSLAY_CONNECTION_CLOSE) end(link, "the server has closed the connection");
    if (message->opcode == WSLAY_TEXT_FRAME && !link->is_closing)
        link->handlers->message(link->context, (const char *)message->msg, message->msg_length);
}

static const struct wslay_event_callbacks callbacks = {.recv_callback = give_bytes,
                                                       .send_callback = take_bytes,
                                                       .genmask_callback = make_mask,
                                                       .on_msg_recv_callback = take_message};

static void open_frames(struct link *link) {
    if (wslay_event_context_client_init(&link->frames, &callbacks, link)) abort();
    wslay_event_config_set_max_recv_msg_length(link->frames, LINK_MESSAGE_MAX);
    link->handlers->opened(link->context);
}

static void read_frames(struct link *link, const char *bytes, size_t length) {
    link->incoming = (const uint8_t *)bytes;
    link->incoming_length = length;
    if (wslay_event_recv(link->frames)) end(link, "the server sent what is no WebSocket");
    if (link->is_closing) return;
    if (wslay_event_want_write(link->frames)) wslay_event_send(link->frames);
    write_on(link);
}

void link_send(struct link *link, const char *text, size_t length) {
    if (!link->frames || link->is_closing) return;
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text, length};
    if (wslay_event_queue_msg(link->frames, &message) || wslay_event_send(link->frames))
        end(link, "the connection is closing");
    write_on(link);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static void read_answer(struct link *link, const char *bytes, size_t length) {
    enum llhttp_errno code = llhttp_execute(&link->parser, bytes, length);
    if (link->is_closing) return;
    if (code == HPE_PAUSED_UPGRADE && link->is_upgrading && link->parser.status_code == 101) {
        const char *rest = llhttp_get_error_pos(&link->parser);
        open_frames(link);
        if (!link->is_closing) read_frames(link, rest, length - (size_t)(rest - bytes));
    } else if (code != HPE_OK) {
        end(link, "the server sent what is no HTTP");
    }
}

static void on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer) {
    static char room[READ_SIZE]; /* one loop reads one socket at a time */
    (void)handle, (void)wanted;
    *buffer = uv_buf_init(room, sizeof room);
}

static void read_bytes(struct link *link, const char *bytes, size_t length) {
    if (link->frames)
        read_frames(link, bytes, length);
    else
        read_answer(link, bytes, length);
}

static void read_sealed(struct link *link, const char *bytes, size_t length) {
    static char room[READ_SIZE];
    bool is_well = tls_take_in(link->tls, bytes, length);
    write_on(link); /* of the handshake, or why it ends */
    while (is_well && !link->is_closing && (length = tls_open_up(link->tls, room, sizeof room)))
        read_bytes(link, room, length);
    if (tls_why(link->tls)) end(link, tls_why(link->tls));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    struct link *link = stream->data;
    if (length < 0)
        end(link, length == UV_EOF ? "the server has closed the connection" : uv_strerror((int)length));
    else if (link->tls)
        read_sealed(link, buffer->base, (size_t)length);
    else
        read_bytes(link, buffer->base, (size_t)length);
}

static void on_connected(uv_connect_t *connecting, int status) {
    struct link *link = connecting->data;
    if (link->is_closing) return;
    if (status) {
        end(link, uv_strerror(status));
        return;
    }
    link->is_connected = true;
    uv_tcp_nodelay(&link->tcp, 1);
    uv_read_start((uv_stream_t *)&link->tcp, on_room, on_read);
    if (link->tls)
        read_sealed(link, "", 0); /* which begins the handshake */
    else
        write_on(link);
}

struct link *link_open(uv_loop_t *loop, const struct link_host *server, const struct link_handlers *handlers,
                       void *context) {
    struct link *link = calloc(1, sizeof *link);
    if (!link) return NULL;
    if (server->is_tls && !(link->tls = tls_open(server->host))) {
        free(link);
        return NULL;
    }
    link->server = server;
    link->handlers = handlers;
    link->context = context;
    llhttp_init(&link->parser, HTTP_RESPONSE, settings());
    link->parser.data = link->tcp.data = link->connecting.data = link;
    uv_tcp_init(loop, &link->tcp);
    link->tcp.data = link;
    int code = uv_tcp_connect(&link->connecting, &link->tcp, (const struct sockaddr *)&server->address, on_connected);
    if (code) end(link, uv_strerror(code));
    return link;
}

void link_set_cookie(struct link *link, const char *token) { snprintf(link->cookie, sizeof link->cookie, "%s", token); }
const char *link_cookie(const struct link *link) { return link->cookie; }
void link_set_token(struct link *link, const char *token) { snprintf(link->token, sizeof link->token, "%s", token); }
