#include "peer_versions.h"

const char *peer_swift_version(void) { return PEER_SWIFT_VERSION; }

const char *peer_swift_nio_version(void) { return PEER_SWIFT_NIO_VERSION; }
