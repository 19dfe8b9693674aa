#include "include/pbkdf2.h"

#include <string.h>

enum { block_size = 64, digest_size = 32, longest_salt = 64 };

/// The state of SHA-256 after some whole blocks.
typedef struct {
    uint32_t words[8];
} sha256_state;

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static const sha256_state initial = {{
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}};

static uint32_t rotate(uint32_t word, int count) { return word >> count | word << (32 - count); }

static void put(uint8_t *bytes, uint32_t word) {
    bytes[0] = (uint8_t)(word >> 24);
    bytes[1] = (uint8_t)(word >> 16);
    bytes[2] = (uint8_t)(word >> 8);
    bytes[3] = (uint8_t)word;
}

static void compress(sha256_state *state, const uint8_t block[block_size]) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++) {
        const uint8_t *b = block + 4 * i;
        w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t a = state->words[0], b = state->words[1], c = state->words[2], d = state->words[3];
    uint32_t e = state->words[4], f = state->words[5], g = state->words[6], h = state->words[7];
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    state->words[0] += a;
    state->words[1] += b;
    state->words[2] += c;
    state->words[3] += d;
    state->words[4] += e;
    state->words[5] += f;
    state->words[6] += g;
    state->words[7] += h;
}

/// Ends a message of `before` bytes, which `state` has seen, and `count` more.
static void finish(
    sha256_state state, uint64_t before, const uint8_t *bytes, size_t count, uint8_t digest[digest_size]
) {
    uint64_t bits = (before + count) * 8;
    for (; count >= block_size; bytes += block_size, count -= block_size) compress(&state, bytes);
    uint8_t block[block_size] = {0};
    if (count > 0) memcpy(block, bytes, count);
    block[count] = 0x80;
    if (count >= block_size - 8) {
        compress(&state, block);
        memset(block, 0, sizeof block);
    }
    put(block + 56, (uint32_t)(bits >> 32));
    put(block + 60, (uint32_t)bits);
    compress(&state, block);
    for (int i = 0; i < 8; i++) put(digest + 4 * i, state.words[i]);
}

/// HMAC with the key whose two padded blocks the state has seen.
static void hmac(const responder_pbkdf2 *state, const uint8_t *bytes, size_t count, uint8_t result[digest_size]) {
    sha256_state words;
    uint8_t digest[digest_size];
    memcpy(words.words, state->inner, sizeof words.words);
    finish(words, block_size, bytes, count, digest);
    memcpy(words.words, state->outer, sizeof words.words);
    finish(words, block_size, digest, sizeof digest, result);
}

/// SHA-256 after the block of the key, each byte of which is changed by `mask`.
static void begin_key(uint32_t words[8], const uint8_t key[block_size], uint8_t mask) {
    uint8_t padded[block_size];
    for (int i = 0; i < block_size; i++) padded[i] = key[i] ^ mask;
    sha256_state state = initial;
    compress(&state, padded);
    memcpy(words, state.words, sizeof state.words);
}

int responder_pbkdf2_begin(
    responder_pbkdf2 *state, const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count
) {
    if (salt_count > longest_salt) return -1;
    uint8_t key[block_size] = {0};
    if (password_count > block_size) {
        finish(initial, 0, password, password_count, key);
    } else if (password_count > 0) {
        memcpy(key, password, password_count);
    }
    begin_key(state->inner, key, 0x36);
    begin_key(state->outer, key, 0x5c);
    uint8_t message[longest_salt + 4] = {0};
    if (salt_count > 0) memcpy(message, salt, salt_count);
    message[salt_count + 3] = 1;
    hmac(state, message, salt_count + 4, state->round);
    memcpy(state->key, state->round, sizeof state->key);
    return 0;
}

void responder_pbkdf2_continue(responder_pbkdf2 *state, uint32_t rounds) {
    for (uint32_t i = 0; i < rounds; i++) {
        hmac(state, state->round, sizeof state->round, state->round);
        for (int j = 0; j < digest_size; j++) state->key[j] ^= state->round[j];
    }
}
