// The versions of what the peers in Swift measure, known when they are built.
#ifndef PEER_VERSIONS_H
#define PEER_VERSIONS_H

/// The toolchain's, of which Foundation and Dispatch are parts.
const char *peer_swift_version(void);
const char *peer_swift_nio_version(void);

#endif
