#include "literals.h"

#include <string.h>

enum { SYMBOLS = 257, END = 256, LONGEST = 12 };

// Counts the symbols in a quarter of the bytes: in 64 of every 256. Adds 1 to every count, so that each
// symbol has a code.
static void count_symbols(const uint8_t *bytes, size_t count, uint32_t *counts) {
  for (size_t s = 0; s < SYMBOLS; s++) counts[s] = 1;
  // Counts in four tables, since equal neighbors would stall on one counter.
  static const size_t sample = 64, step = 256;
  uint32_t tables[4][256] = {{0}};
  for (size_t i = 0; i + sample <= count; i += step) {
    for (size_t k = 0; k < sample; k += 4) {
      for (size_t t = 0; t < 4; t++) tables[t][bytes[i + k + t]]++;
    }
  }
  for (size_t s = 0; s < 256; s++) {
    for (size_t t = 0; t < 4; t++) counts[s] += tables[t][s];
  }
}

// Sorts symbols by count, rarest first.
static void sort_symbols(const uint32_t *counts, uint16_t *order) {
  for (uint16_t s = 0; s < SYMBOLS; s++) order[s] = s;
  for (size_t gap = 132; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
    for (size_t i = gap; i < SYMBOLS; i++) {
      uint16_t symbol = order[i];
      size_t j = i;
      for (; j >= gap && counts[order[j - gap]] > counts[symbol]; j -= gap) order[j] = order[j - gap];
      order[j] = symbol;
    }
  }
}

// Computes code lengths by Huffman's algorithm with two queues over sorted counts, limits the lengths to
// LONGEST, and makes the code complete.
static void choose_lengths(const uint32_t *counts, const uint16_t *order, uint8_t *lengths) {
  uint32_t weights[2 * SYMBOLS - 1];
  uint16_t parents[2 * SYMBOLS - 1];
  for (size_t i = 0; i < SYMBOLS; i++) weights[i] = counts[order[i]];
  size_t leaf = 0, node = SYMBOLS;
  for (size_t made = SYMBOLS; made < 2 * SYMBOLS - 1; made++) {
    weights[made] = 0;
    for (int child = 0; child < 2; child++) {
      bool takes_leaf = leaf < SYMBOLS && (node == made || weights[leaf] <= weights[node]);
      size_t taken = takes_leaf ? leaf++ : node++;
      weights[made] += weights[taken];
      parents[taken] = (uint16_t)made;
    }
  }
  uint8_t depths[2 * SYMBOLS - 1];
  depths[2 * SYMBOLS - 2] = 0;
  for (size_t i = 2 * SYMBOLS - 2; i-- > 0;) depths[i] = (uint8_t)(depths[parents[i]] + 1);

  // Kraft's sum, in units of 2^-LONGEST; decoders require a sum of exactly 1, which is `full`.
  const int full = 1 << LONGEST;
  int used = 0;
  for (size_t i = 0; i < SYMBOLS; i++) {
    if (depths[i] > LONGEST) depths[i] = LONGEST;
    used += full >> depths[i];
  }
  while (used > full) {
    // Lengthens the rarest code that can be lengthened.
    size_t i = 0;
    while (depths[i] == LONGEST) i++;
    used -= full >> (depths[i] + 1);
    depths[i]++;
  }
  for (size_t i = SYMBOLS; used < full;) {
    // Shortens codes, from the most frequent symbol on, as long as the sum does not exceed 1; a code of the
    // maximum length can always be shortened.
    i = i == 0 ? SYMBOLS - 1 : i - 1;
    while (used + (full >> depths[i]) <= full) {
      used += full >> depths[i];
      depths[i]--;
    }
  }
  for (size_t i = 0; i < SYMBOLS; i++) lengths[order[i]] = depths[i];
}

static uint16_t reversed(uint16_t code, int length) {
  uint16_t result = 0;
  for (int bit = 0; bit < length; bit++) result = (uint16_t)(result << 1 | (code >> bit & 1));
  return result;
}

// Assigns canonical codes (RFC 1951, 3.2.2).
static void assign_codes(segue_literal_code *code) {
  uint16_t counts[LONGEST + 1] = {0}, next[LONGEST + 1] = {0}, first = 0;
  for (size_t s = 0; s < SYMBOLS; s++) counts[code->lengths[s]]++;
  counts[0] = 0;
  for (int length = 1; length <= LONGEST; length++) {
    first = (uint16_t)((first + counts[length - 1]) << 1);
    next[length] = first;
  }
  for (size_t s = 0; s < SYMBOLS; s++) {
    code->codes[s] = reversed(next[code->lengths[s]]++, code->lengths[s]);
  }
}

// Returns whether the bytes have many matches: at more than a third of the positions in a sample of 8 KiB
// from the middle of the bytes, a small hash table finds the next eight bytes earlier in the sample. Returns
// true for less than 8 KiB. Shorter repeats occur in noise, and cost as many bits as literals.
static bool has_matches(const uint8_t *bytes, size_t count) {
  enum { SAMPLE = 8192, SLOTS_LOG = 12 };
  if (count < SAMPLE) return true;
  const uint8_t *sample = bytes + (count - SAMPLE) / 2;
  uint64_t seen[1 << SLOTS_LOG] = {0};
  size_t found = 0;
  for (size_t i = 0; i + 8 <= SAMPLE; i++) {
    uint64_t word;
    memcpy(&word, sample + i, 8);
    uint64_t *slot = &seen[word * 0x9e3779b97f4a7c15u >> (64 - SLOTS_LOG)];
    found += *slot == word;
    *slot = word;
  }
  return found > SAMPLE / 3;
}

bool segue_literals_suffice(const uint8_t *bytes, size_t count, segue_literal_code *code) {
  if (has_matches(bytes, count)) return false;
  uint32_t counts[SYMBOLS];
  count_symbols(bytes, count, counts);
  uint16_t order[SYMBOLS];
  sort_symbols(counts, order);
  choose_lengths(counts, order, code->lengths);
  // Fewer than 2.5 bits a byte mean flat areas, in which a match replaces many literals.
  uint64_t bits = 0, total = 0;
  for (size_t s = 0; s < 256; s++) {
    bits += (uint64_t)counts[s] * code->lengths[s];
    total += counts[s];
  }
  if (2 * bits < 5 * total) return false;
  assign_codes(code);
  return true;
}

// A writer of bits; each byte is filled from its least significant bit on.
typedef struct {
  uint8_t *at;
  uint64_t bits;
  unsigned count;
} bit_writer;

static inline void put_bits(bit_writer *writer, uint64_t bits, unsigned count) {
  writer->bits |= bits << writer->count;
  writer->count += count;
}

// Flushes whole bytes, so that less than 8 bits remain.
static inline void flush_bytes(bit_writer *writer) {
  memcpy(writer->at, &writer->bits, 8);
  writer->at += writer->count / 8;
  writer->bits >>= writer->count & ~7u;
  writer->count &= 7;
}

static void put_header(bit_writer *writer, const segue_literal_code *code, bool last) {
  put_bits(writer, last, 1);
  put_bits(writer, 2, 2);             // dynamic codes
  put_bits(writer, SYMBOLS - 257, 5);
  put_bits(writer, 2 - 1, 5);         // two unused distance codes: some decoders require a complete set
  put_bits(writer, 19 - 4, 4);
  flush_bytes(writer);
  // Code lengths 0…15 are sent in 4 bits each, without the three repeat codes of deflate.
  for (int i = 0; i < 19; i++) {
    put_bits(writer, i < 3 ? 0 : 4, 3);
    flush_bytes(writer);
  }
  for (size_t s = 0; s < SYMBOLS + 2; s++) {
    put_bits(writer, reversed(s < SYMBOLS ? code->lengths[s] : 1, 4), 4);
    flush_bytes(writer);
  }
}

bool segue_append_literals(segue_buffer *out, const uint8_t *bytes, size_t count, const segue_literal_code *code,
                           bool last) {
  if (!segue_buffer_reserve(out, count / 2 * 3 + 1024)) return false;
  bit_writer writer = {.at = out->data + out->count};
  put_header(&writer, code, last);
  // Combines each code and its length in one entry, so that one load gives both.
  uint32_t table[256];
  for (size_t s = 0; s < 256; s++) table[s] = (uint32_t)code->codes[s] << 8 | code->lengths[s];
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    // Four codes of 12 bits and 7 pending bits fit a register of 64 bits. Combining pairs of codes first
    // halves the chain of dependent shifts.
    uint64_t a = table[bytes[i]], b = table[bytes[i + 1]], c = table[bytes[i + 2]], d = table[bytes[i + 3]];
    unsigned la = a & 0xff, lb = b & 0xff, lc = c & 0xff, ld = d & 0xff;
    uint64_t ab = a >> 8 | (b >> 8) << la, cd = c >> 8 | (d >> 8) << lc;
    put_bits(&writer, ab | cd << (la + lb), la + lb + lc + ld);
    flush_bytes(&writer);
  }
  for (; i < count; i++) {
    put_bits(&writer, code->codes[bytes[i]], code->lengths[bytes[i]]);
    flush_bytes(&writer);
  }
  put_bits(&writer, code->codes[END], code->lengths[END]);
  flush_bytes(&writer);
  if (!last) put_bits(&writer, 0, 3);
  writer.count = (writer.count + 7) & ~7u;
  flush_bytes(&writer);
  if (!last) {
    memcpy(writer.at, "\x00\x00\xff\xff", 4);
    writer.at += 4;
  }
  out->count = (size_t)(writer.at - out->data);
  return true;
}
