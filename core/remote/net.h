/* Listening and connecting over TCP. */
#ifndef REMOTE_NET_H
#define REMOTE_NET_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Where a server is. */
struct net_address {
    const char *host; /* NULL or "localhost": this machine */
    uint16_t port;    /* to listen: 0 for any that is free */
};

/* Listens for connections, without blocking on accept(2); for this machine, on every address of the loopback device and
 * nowhere else. *port becomes the port that it listens on. -1 if it cannot. */
int net_listen(struct net_address address, int backlog, uint16_t *port, struct error *err);

/* Connects; -1 if it cannot, or has not by then. *nobody is whether the only problem is that nobody listens there yet.
 */
int net_connect(struct net_address address, int64_t until, bool *nobody, struct error *err);

/* Raises the limit of open files towards so many, as far as that is allowed; how many of them may be open now. */
size_t net_files(size_t wanted);

/* Sees to it that so many files can be open at once. Fills err with what to do if that is not allowed. */
bool net_allow_files(size_t files, struct error *err);

#endif
