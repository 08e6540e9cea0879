/*
 * TLS as a client, apart from sockets: bytes that came go in, bytes to be sent come out. The certificate must be of the
 * host, and of an authority that the system trusts (SSL_CERT_FILE and SSL_CERT_DIR name others, as everywhere).
 */
#ifndef CLI_TLS_H
#define CLI_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct tls;

struct tls *tls_open(const char *host); /* NULL: no memory, or no such host name */
void tls_close(struct tls *tls);
/* What came from the server. Goes on with the handshake; false if it has failed. */
bool tls_take_in(struct tls *tls, const char *bytes, size_t length);
/* What the server has said in it, at most `size` bytes; 0: no more for now. Check tls_why afterwards. */
size_t tls_open_up(struct tls *tls, char *bytes, size_t size);
/* Whether it is certain who the server is: before that nothing may be said. */
bool tls_is_sure(const struct tls *tls);
bool tls_seal(struct tls *tls, const char *bytes, size_t length);
/* What is to be sent, at most `size` bytes; 0: no more for now. */
size_t tls_give_out(struct tls *tls, char *bytes, size_t size);
/* Why it cannot go on; NULL: it can. */
const char *tls_why(const struct tls *tls);

#endif
