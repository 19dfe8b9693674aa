#ifndef RESPONDER_PBKDF2_H
#define RESPONDER_PBKDF2_H

#include <stddef.h>
#include <stdint.h>

/// PBKDF2 with HMAC-SHA-256 (RFC 8018, FIPS 180-4) for the first 32 bytes, as far as it has come.
///
/// The rounds are made in pieces, so that a thread that has other work can go on with it in between.
typedef struct {
    /// SHA-256 after the block of the inner and of the outer key.
    uint32_t inner[8], outer[8];
    /// The newest round's digest.
    uint8_t round[32];
    /// The key so far; that of the password after the wanted number of rounds.
    uint8_t key[32];
} responder_pbkdf2;

/// Makes the first round; returns 0, or -1 if the salt has more than 64 bytes.
int responder_pbkdf2_begin(
    responder_pbkdf2 *state, const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count
);

/// Makes more rounds.
void responder_pbkdf2_continue(responder_pbkdf2 *state, uint32_t rounds);

#endif
