/* Listening and connecting over TCP. */
#ifndef REMOTE_NET_H
#define REMOTE_NET_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* The address of a server. */
struct net_address {
    const char *host; /* NULL or "localhost": this machine */
    uint16_t port;    /* to listen: 0 for any free port */
};

/* Listens for connections; accept(2) will not block. For this machine, listens on every loopback address and nowhere
 * else. *port becomes the actual port. -1 on failure. */
int net_listen(struct net_address address, int backlog, uint16_t *port, struct error *err);

/* Connects; -1 on failure or if `until` passes. *nobody: the only problem is that nobody listens there yet. */
int net_connect(struct net_address address, int64_t until, bool *nobody, struct error *err);

/* Raises the limit of open files to `wanted`, or as far as allowed; returns how many may now be open. */
size_t net_files(size_t wanted);

/* Ensures that this many files can be open at once. If that is not allowed, err tells what to do. */
bool net_allow_files(size_t files, struct error *err);

#endif
