/*
 * TLS by OpenSSL, between two buffers in memory.
 */
#include "cli/tls.h"

#include <arpa/inet.h>
#include <assert.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>

struct tls {
    SSL *session;
    BIO *incoming, *outgoing; /* the session's own */
    char why[160];            /* empty: all is well */
};

/* One for all connections; it reads the system's authorities once. */
static SSL_CTX *context(void) {
    static SSL_CTX *made;
    if (made) return made;
    made = SSL_CTX_new(TLS_client_method());
    if (!made) return NULL;
    SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(made);
    SSL_CTX_set_verify(made, SSL_VERIFY_PEER, NULL);
    return made;
}

/* Who the server must prove to be. */
static bool expect(SSL *session, const char *host) {
    struct in6_addr address;
    if (inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1;
    return SSL_set1_host(session, host) == 1 && SSL_set_tlsext_host_name(session, host) == 1;
}

struct tls *tls_open(const char *host) {
    struct tls *tls = calloc(1, sizeof *tls);
    SSL *session = tls && context() ? SSL_new(context()) : NULL;
    BIO *incoming = session ? BIO_new(BIO_s_mem()) : NULL, *outgoing = incoming ? BIO_new(BIO_s_mem()) : NULL;
    if (!outgoing || !expect(session, host)) {
        BIO_free(incoming), BIO_free(outgoing), SSL_free(session), free(tls);
        return NULL;
    }
    *tls = (struct tls){.session = session, .incoming = incoming, .outgoing = outgoing};
    SSL_set_bio(session, incoming, outgoing);
    SSL_set_connect_state(session);
    return tls;
}

void tls_close(struct tls *tls) {
    if (!tls) return;
    SSL_free(tls->session);
    free(tls);
}

/* Whether `result` of a call only means that more must come first. */
static bool may_go_on(struct tls *tls, int result) {
    int error = SSL_get_error(tls->session, result);
    long verdict = SSL_get_verify_result(tls->session);
    if (result > 0 || error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return true;
    if (error == SSL_ERROR_ZERO_RETURN)
        snprintf(tls->why, sizeof tls->why, "the server has closed the connection");
    else if (verdict != X509_V_OK)
        snprintf(tls->why, sizeof tls->why, "the server's certificate is not accepted: %s",
                 X509_verify_cert_error_string(verdict));
    else
        snprintf(tls->why, sizeof tls->why, "the server sent what is no TLS");
    ERR_clear_error();
    return false;
}

bool tls_take_in(struct tls *tls, const char *bytes, size_t length) {
    ERR_clear_error();
    if (length && BIO_write(tls->incoming, bytes, (int)length) != (int)length) return false;
    return SSL_is_init_finished(tls->session) || may_go_on(tls, SSL_do_handshake(tls->session));
}

size_t tls_open_up(struct tls *tls, char *bytes, size_t size) {
    ERR_clear_error();
    int length = tls_is_sure(tls) ? SSL_read(tls->session, bytes, (int)size) : 0;
    if (length > 0) return (size_t)length;
    if (tls_is_sure(tls)) may_go_on(tls, length);
    return 0;
}

bool tls_is_sure(const struct tls *tls) { return SSL_is_init_finished(tls->session) && !*tls->why; }

bool tls_seal(struct tls *tls, const char *bytes, size_t length) {
    assert(tls_is_sure(tls));
    ERR_clear_error();
    return !length || may_go_on(tls, SSL_write(tls->session, bytes, (int)length));
}

size_t tls_give_out(struct tls *tls, char *bytes, size_t size) {
    int length = BIO_read(tls->outgoing, bytes, (int)size);
    return length > 0 ? (size_t)length : 0;
}

const char *tls_why(const struct tls *tls) { return *tls->why ? tls->why : NULL; }
