/*
 * Requests and answers of HTTP/1.1 (and 1.0). A head is gathered whole before llhttp sees it: lines ended by anything
 * but CR LF, folded lines and NULs are refused while it comes in, its size is limited, and llhttp's callbacks get each
 * part in one piece. Pipelined requests are handled one after another, each when the answer before it has been sent.
 */
#include "server/net/http.h"

#include "server/net/head.h"
#include "server/net/peer.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- What llhttp finds ---------------------------------------------------------------------------------------- */

static struct net_peer *peer_of(llhttp_t *parser) { return parser->data; }

static int room_or_refusal(struct net_peer *peer, const struct buffer *buffer) {
    if (!buffer->is_short) return HPE_OK;
    peer->refusal = 503;
    return HPE_USER;
}

static int add_text(llhttp_t *parser, const char *bytes, size_t length) {
    struct net_peer *peer = peer_of(parser);
    if (!peer->has_head) buffer_add(&peer->head, bytes, length);
    return room_or_refusal(peer, &peer->head);
}

static int add_name(llhttp_t *parser, const char *bytes, size_t length) {
    struct net_peer *peer = peer_of(parser);
    if (peer->has_head) return HPE_OK; /* trailers after a chunked body are ignored */
    buffer_add(&peer->head, bytes, length);
    if (peer->head.is_short) return room_or_refusal(peer, &peer->head);
    for (char *c = peer->head.data + peer->head.length - length; length; length--, c++)
        *c = (char)tolower((unsigned char)*c);
    return HPE_OK;
}

static int end_text(llhttp_t *parser) { return add_text(parser, "", 1); }

/* llhttp lets a header without a name pass. */
static int end_name(llhttp_t *parser) {
    struct net_peer *peer = peer_of(parser);
    bool is_nameless = !peer->head.length || !peer->head.data[peer->head.length - 1];
    if (!peer->has_head && is_nameless) peer->refusal = 400;
    return peer->refusal ? HPE_USER : end_text(parser);
}

static int end_target(llhttp_t *parser) {
    struct net_peer *peer = peer_of(parser);
    int answer = end_text(parser);
    peer->headers = (uint16_t)peer->head.length;
    return answer;
}

static int end_value(llhttp_t *parser) {
    struct net_peer *peer = peer_of(parser);
    struct buffer *head = &peer->head;
    if (peer->has_head) return HPE_OK;
    while (head->length && (head->data[head->length - 1] == ' ' || head->data[head->length - 1] == '\t'))
        head->length--;
    return end_text(parser);
}

static int end_head(llhttp_t *parser) {
    struct net_peer *peer = peer_of(parser);
    peer->has_head = true;
    peer->is_head_only = parser->method == HTTP_HEAD;
    peer->refusal = (int16_t)head_check(peer);
    return peer->refusal ? -1 : 0;
}

static int add_body(llhttp_t *parser, const char *bytes, size_t length) {
    struct net_peer *peer = peer_of(parser);
    if (peer->body.length + length > NET_BODY_MAX) {
        peer->refusal = 413;
        return HPE_USER;
    }
    buffer_add(&peer->body, bytes, length);
    return room_or_refusal(peer, &peer->body);
}

static int end_request(llhttp_t *parser) {
    struct net_peer *peer = peer_of(parser);
    peer->has_whole = true;
    peer->keeps_alive = llhttp_should_keep_alive(parser);
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_url = add_text,
    .on_url_complete = end_target,
    .on_header_field = add_name,
    .on_header_field_complete = end_name,
    .on_header_value = add_text,
    .on_header_value_complete = end_value,
    .on_headers_complete = end_head,
    .on_body = add_body,
    .on_message_complete = end_request,
};

/* ---- Requests ------------------------------------------------------------------------------------------------- */

static void hand_over(struct net_peer *peer) {
    struct net *net = peer->net;
    assert(peer->has_head && peer->has_whole);
    assert(peer->query <= peer->headers && peer->headers <= peer->head.length);
    const struct net_request request = {
        .method = llhttp_method_name((llhttp_method_t)peer->parser.method),
        .path = peer->head.data,
        .query = peer->head.data + peer->query,
        .body = peer->body.data ? peer->body.data : "",
        .body_length = peer->body.length,
        .address = peer->address,
        .is_secure = peer->is_secure,
        .peer = peer,
    };
    peer->phase = PHASE_ANSWER;
    peer->is_shown = true;
    peer_deadline(peer, -1);
    peer_count(peer);
    net->figures.requests++;
    net->wants_turn = true;
    net->handlers.request(net->context, &request);
    buffer_free(&peer->head);
    buffer_free(&peer->body);
}

/* llhttp has taken some bytes: a refusal, a whole request, or more to come. */
static void go_on(struct net_peer *peer, llhttp_errno_t error) {
    if (peer->refusal)
        http_refuse(peer, peer->refusal);
    else if (peer->has_whole)
        hand_over(peer);
    else if (error != HPE_OK)
        http_refuse(peer, 400);
}

/* A client that asks first is told to send its body; nothing is held or queued now. */
static void await_body(struct net_peer *peer) {
    static const char proceed[] = "HTTP/1.1 100 Continue\r\n\r\n";
    peer->phase = PHASE_BODY;
    peer->body_read = 0;
    peer_deadline(peer, peer->net->limits.body_ms);
    if (!head_find(peer, "expect", NULL) || !peer->parser.http_minor) return;
    peer->net->figures.bytes_out += sizeof proceed - 1;
    peer->net->wire->write(peer, proceed, sizeof proceed - 1);
}

static void begin_request(struct net_peer *peer, const char *bytes, size_t length) {
    llhttp_init(&peer->parser, HTTP_REQUEST, &settings);
    peer->parser.data = peer;
    peer->refusal = 0;
    peer->has_head = peer->has_whole = false;
    buffer_free(&peer->head);
    buffer_free(&peer->body);
    llhttp_errno_t error = llhttp_execute(&peer->parser, bytes, length);
    go_on(peer, error);
    if (peer->phase == PHASE_HEAD) await_body(peer);
}

/* One space after the method and one after the target: llhttp is content with more. */
static bool is_plain_line(const char *bytes) {
    int spaces = 0;
    for (; *bytes != '\r'; bytes++) spaces += *bytes == ' ';
    return spaces == 2;
}

enum scan { SCAN_MORE, SCAN_WHOLE, SCAN_BAD };

/* Reads on to the empty line that ends a head. Lines end with CR LF and do not begin with a space. */
static enum scan scan_head(const char *bytes, size_t length, size_t *at) {
    for (; *at < length; ++*at) {
        char c = bytes[*at], before = *at ? bytes[*at - 1] : '\n';
        if (!c || (c == '\n') != (before == '\r')) return SCAN_BAD;
        if ((c == ' ' || c == '\t') && before == '\n') return SCAN_BAD;
        if (c != '\n' || *at < 3 || bytes[*at - 2] != '\n') continue;
        ++*at;
        return SCAN_WHOLE;
    }
    return SCAN_MORE;
}

size_t http_head(struct net_peer *peer, const char *bytes, size_t length) {
    assert(peer->phase == PHASE_HEAD && peer->scanned <= length);
    if (length >= 2 && !memcmp(bytes, "\r\n", 2)) { /* some clients send an empty line after a body */
        peer->scanned = 0;
        return 2;
    }
    size_t most = length < NET_HEAD_MAX ? length : NET_HEAD_MAX;
    enum scan found = scan_head(bytes, most, &peer->scanned);
    if (found == SCAN_MORE && length < NET_HEAD_MAX) return 0;
    size_t head = peer->scanned;
    peer->scanned = 0;
    if (found == SCAN_BAD || (found == SCAN_WHOLE && !is_plain_line(bytes)))
        http_refuse(peer, 400);
    else if (found == SCAN_WHOLE)
        begin_request(peer, bytes, head);
    else
        http_refuse(peer, memchr(bytes, '\n', most) ? 431 : 414);
    return found == SCAN_WHOLE ? head : length;
}

size_t http_body(struct net_peer *peer, const char *bytes, size_t length) {
    assert(peer->phase == PHASE_BODY && !peer->has_whole);
    llhttp_errno_t error = llhttp_execute(&peer->parser, bytes, length);
    size_t used = error == HPE_OK ? length : (size_t)(llhttp_get_error_pos(&peer->parser) - bytes);
    peer->body_read += used;
    if (!peer->has_whole && peer->body_read > 2 * NET_BODY_MAX)
        peer->refusal = 413; /* hardly anything but chunk sizes */
    go_on(peer, error);
    return peer->has_whole ? used : length;
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

static const char *reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {416, "Range Not Satisfiable"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
        {507, "Insufficient Storage"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status) return reasons[i].reason;
    return "Status";
}

static const char *date(struct net *net) {
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    if (now == net->date_s) return net->date;
    struct tm tm;
    gmtime_r(&now, &tm);
    net->date_s = now;
    snprintf(net->date, sizeof net->date, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * tm.tm_wday,
             tm.tm_mday % 100, months + 3 * tm.tm_mon, (tm.tm_year + 1900) % 10000, tm.tm_hour, tm.tm_min, tm.tm_sec);
    return net->date;
}

static const char *connection_of(const struct net_peer *peer) {
    if (peer->ends) return "Connection: close\r\n";
    return peer->parser.http_minor ? "" : "Connection: keep-alive\r\n";
}

static void hold_answer(struct net_peer *peer, const struct net_answer *answer) {
    assert(answer->status >= 200 && answer->status < 600);
    assert(answer->body || !answer->length);
    struct buffer *held = &peer->held;
    bool has_body = answer->status != 204 && answer->status != 304;
    buffer_print(held, "HTTP/1.1 %d %s\r\nDate: %s\r\nX-Content-Type-Options: nosniff\r\n%s", answer->status,
                 reason(answer->status), date(peer->net), connection_of(peer));
    if (answer->type) buffer_print(held, "Content-Type: %s\r\n", answer->type);
    if (has_body) buffer_print(held, "Content-Length: %zu\r\n", answer->length);
    buffer_print(held, "%s\r\n", answer->headers ? answer->headers : "");
    if (has_body && !peer->is_head_only) buffer_add(held, answer->body, answer->length);
    peer->net->figures.bytes_held += held->length;
    peer->phase = PHASE_SENDING;
    peer_hold(peer);
}

void net_reply(struct net_peer *peer, const struct net_answer *answer) {
    if (peer->phase != PHASE_ANSWER) return; /* it left, or has its answer */
    peer->ends = !peer->keeps_alive || peer->net->is_closing;
    hold_answer(peer, answer);
}

static void hold_status(struct net_peer *peer, int status) {
    char text[64];
    int length = snprintf(text, sizeof text, "%d %s\n", status, reason(status));
    hold_answer(peer, &(struct net_answer){.status = status,
                                           .type = "text/plain; charset=utf-8",
                                           .headers = status == 503 || status == 429 ? "Retry-After: 5\r\n" : NULL,
                                           .body = text,
                                           .length = (size_t)length});
    peer->is_ours = true;
}

void http_refuse(struct net_peer *peer, int status) {
    peer_deadline(peer, -1);
    peer->ends = true;
    hold_status(peer, status);
}

void http_drop(struct net_peer *peer) {
    struct net *net = peer->net;
    assert(peer->phase == PHASE_SENDING && !peer->is_ours);
    buffer_free(&peer->held);
    peer->phase = PHASE_ANSWER;
    peer->ends = false;
    if (net->handlers.dropped) net->handlers.dropped(net->context, peer);
    if (peer->phase != PHASE_ANSWER) return;
    peer->ends = !peer->keeps_alive || net->is_closing;
    hold_status(peer, 503);
}
