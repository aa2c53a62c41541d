// SHA-256 (FIPS 180-4).
#include "CSegueFiles.h"

#include <string.h>

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void take_block(uint32_t state[8], const unsigned char *block) {
  uint32_t words[64];
  for (int i = 0; i < 16; i++) {
    const unsigned char *byte = block + 4 * i;
    words[i] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + (turned(early, 7) ^ turned(early, 18) ^ early >> 3) + words[i - 7]
      + (turned(late, 17) ^ turned(late, 19) ^ late >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g)))
      + constants[i] + words[i];
    uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void segue_sha256_start(segue_sha256 *hash) {
  *hash = (segue_sha256){
    .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void segue_sha256_add(segue_sha256 *hash, const unsigned char *bytes, size_t count) {
  size_t filled = hash->count % 64;
  hash->count += count;
  while (count > 0) {
    if (filled == 0 && count >= 64) {
      take_block(hash->state, bytes);
      bytes += 64;
      count -= 64;
      continue;
    }
    size_t part = count < 64 - filled ? count : 64 - filled;
    memcpy(hash->block + filled, bytes, part);
    filled += part;
    bytes += part;
    count -= part;
    if (filled < 64) return;
    take_block(hash->state, hash->block);
    filled = 0;
  }
}

void segue_sha256_end(segue_sha256 *hash, unsigned char digest[32]) {
  uint64_t bits = hash->count * 8;
  unsigned char end[72] = {0x80};
  // Padding: a one bit, then zeros up to the last eight bytes of a block, which hold the length of the
  // message in bits.
  size_t padding = (119 - hash->count % 64) % 64 + 1;
  for (int i = 0; i < 8; i++) end[padding + i] = (unsigned char)(bits >> (56 - 8 * i));
  segue_sha256_add(hash, end, padding + 8);
  for (int i = 0; i < 32; i++) digest[i] = (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}
