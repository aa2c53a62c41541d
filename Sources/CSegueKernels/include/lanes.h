// Lane kernels: the instructions of vector programs. A register is an array of whole vectors of 16 lanes of 32 bits,
// 64-byte aligned: floats, integers, or masks (0 or −1). There are no tails.
//
// Every level gives the same bytes as the reference, NaN being NaN of any payload.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SEGUE_LANES = 16 };

// An input. `step` is in vectors: 1 for a register; 0 for a splat, one vector of 16 equal lanes that stands for all.
typedef struct {
  const void *at;
  size_t step;
} segue_lanes_in;

// Computes `vectors` vectors. An output may be an input or another input's register, never a part of one.
typedef void (*segue_lanes_kernel)(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data);

// Every instruction: name, outputs, inputs. Inputs and outputs are floats a, b, … where nothing else is said.
#define SEGUE_LANE_OPS(X)                                                                  \
  /* Float. SIGN of ±0 and NaN is 0, FRACT is a − ⌊a⌋, ROUND_EVEN takes ties to even. */   \
  X(NEG, 1, 1)                                                                             \
  X(ABS, 1, 1)                                                                             \
  X(SIGN, 1, 1)                                                                            \
  X(FLOOR, 1, 1)                                                                           \
  X(CEIL, 1, 1)                                                                            \
  X(FRACT, 1, 1)                                                                           \
  X(TRUNC, 1, 1)                                                                           \
  X(ROUND_EVEN, 1, 1)                                                                      \
  X(SQRT, 1, 1)                                                                            \
  X(INVERSESQRT, 1, 1)                                                                     \
  X(SIN, 1, 1)                                                                             \
  X(COS, 1, 1)                                                                             \
  X(TAN, 1, 1)                                                                             \
  X(ASIN, 1, 1)                                                                            \
  X(ACOS, 1, 1)                                                                            \
  X(ATAN, 1, 1)                                                                            \
  X(SINH, 1, 1)                                                                            \
  X(COSH, 1, 1)                                                                            \
  X(TANH, 1, 1)                                                                            \
  X(ASINH, 1, 1)                                                                           \
  X(ACOSH, 1, 1)                                                                           \
  X(ATANH, 1, 1)                                                                           \
  X(EXP, 1, 1)                                                                             \
  X(EXP2, 1, 1)                                                                            \
  X(LOG, 1, 1)                                                                             \
  X(LOG2, 1, 1)                                                                            \
  X(ADD, 1, 2)                                                                             \
  X(SUB, 1, 2)                                                                             \
  X(MUL, 1, 2)                                                                             \
  X(DIV, 1, 2)                                                                             \
  /* b < a ? b : a and a < b ? b : a, as GLSL has them: a where one of them is NaN. */     \
  X(MIN, 1, 2)                                                                             \
  X(MAX, 1, 2)                                                                             \
  /* a − b·⌊a/b⌋ */                                                                        \
  X(MOD, 1, 2)                                                                             \
  /* exp2(b·log2(a)): NaN for a < 0; 1 where b is 0. */                                    \
  X(POW, 1, 2)                                                                             \
  /* The angle of (b, a), as in C: a is y. */                                              \
  X(ATAN2, 1, 2)                                                                           \
  /* b < a ? 0 : 1 */                                                                      \
  X(STEP, 1, 2)                                                                            \
  /* a·b + c, rounded twice */                                                             \
  X(MAD, 1, 3)                                                                             \
  /* a·(1 − c) + b·c */                                                                    \
  X(MIX, 1, 3)                                                                             \
  /* min(max(a, b), c) */                                                                  \
  X(CLAMP, 1, 3)                                                                           \
  /* clamp(a, 0, 1), 0 where a is NaN; and the same of what other instructions give. */    \
  X(SATURATE, 1, 1)                                                                        \
  X(SATURATED_ADD, 1, 2)                                                                   \
  X(SATURATED_MUL, 1, 2)                                                                   \
  X(SATURATED_MAD, 1, 3)                                                                   \
  X(SATURATED_MIX, 1, 3)                                                                   \
  /* t·t·(3 − 2t) of t = clamp((c − a)/(b − a), 0, 1), 0 where that is NaN */              \
  X(SMOOTHSTEP, 1, 3)                                                                      \
  /* The components of a vector; sums from the last one to the first. */                   \
  X(LENGTH2, 1, 2)                                                                         \
  X(LENGTH3, 1, 3)                                                                         \
  X(NORMALIZE2, 2, 2)                                                                      \
  X(NORMALIZE3, 3, 3)                                                                      \
  /* Comparisons, to masks: floats (false for NaN, but NE), integers, unsigned integers. */ \
  X(LT, 1, 2)                                                                              \
  X(LE, 1, 2)                                                                              \
  X(EQ, 1, 2)                                                                              \
  X(NE, 1, 2)                                                                              \
  X(IS_NAN, 1, 1)                                                                          \
  X(IS_INF, 1, 1)                                                                          \
  X(ILT, 1, 2)                                                                             \
  X(ILE, 1, 2)                                                                             \
  X(IEQ, 1, 2)                                                                             \
  X(INE, 1, 2)                                                                             \
  X(ULT, 1, 2)                                                                             \
  X(ULE, 1, 2)                                                                             \
  /* Integers, wrapping. Divisions truncate, and are 0 where the divisor is. */            \
  X(IADD, 1, 2)                                                                            \
  X(ISUB, 1, 2)                                                                            \
  X(IMUL, 1, 2)                                                                            \
  X(IDIV, 1, 2)                                                                            \
  X(IMOD, 1, 2)                                                                            \
  X(IMIN, 1, 2)                                                                            \
  X(IMAX, 1, 2)                                                                            \
  X(INEG, 1, 1)                                                                            \
  X(IABS, 1, 1)                                                                            \
  X(ISIGN, 1, 1)                                                                           \
  X(UDIV, 1, 2)                                                                            \
  X(UMOD, 1, 2)                                                                            \
  X(UMIN, 1, 2)                                                                            \
  X(UMAX, 1, 2)                                                                            \
  X(AND, 1, 2)                                                                             \
  X(OR, 1, 2)                                                                              \
  X(XOR, 1, 2)                                                                             \
  X(NOT, 1, 1)                                                                             \
  /* By b & 31 bits; SHR keeps the sign, USHR does not. */                                 \
  X(SHL, 1, 2)                                                                             \
  X(SHR, 1, 2)                                                                             \
  X(USHR, 1, 2)                                                                            \
  /* Conversions. To integers: truncated, to the nearest there is, NaN to 0. */            \
  X(F2I, 1, 1)                                                                             \
  X(F2U, 1, 1)                                                                             \
  X(I2F, 1, 1)                                                                             \
  X(U2F, 1, 1)                                                                             \
  /* mask, a, b: a where the mask is −1. */                                                \
  X(SELECT, 1, 3)                                                                          \
  X(MOVE, 1, 1)                                                                            \
  /* In vectors of quads, 8 columns of a row and the same of the next: the lane right of it */ \
  /* less the one left of it, and the one below less the one above, each within its quad. */ \
  X(DDX, 1, 1)                                                                             \
  X(DDY, 1, 1)                                                                             \
  /* u, v to red, green, blue, alpha of a `segue_texture`, bilinear; a channel whose */    \
  /* output is NULL is left out. */                                                        \
  X(FETCH, 4, 2)                                                                           \
  /* The same of both of a `segue_texture_pair`, one after the other. */                   \
  X(FETCH_PAIR, 8, 2)                                                                      \
  /* The texels of a `segue_texture_run`; channels are left out as those of FETCH. */      \
  X(FETCH_ROW, 4, 0)                                                                       \
  /* The same as FETCH of a `segue_texture` whose pixels are four floats each. */          \
  X(FETCH_FLOATS, 4, 2)                                                                    \
  /* red, green, blue, alpha to the pixels of a `segue_pixels`. */                         \
  X(STORE, 0, 4)                                                                           \
  /* The same to four floats a pixel, as they are. */                                      \
  X(STORE_FLOATS, 0, 4)

typedef enum {
#define X(name, outputs, inputs) SEGUE_OP_##name,
  SEGUE_LANE_OPS(X)
#undef X
      SEGUE_OP_COUNT
} segue_lane_op;

typedef struct {
  const char *name;
  int outputs, inputs;
} segue_lane_shape;

// What stands in the list for an instruction.
segue_lane_shape segue_lane_shape_of(segue_lane_op op);

// A picture of RGBA8 pixels, each channel a float of byte/255, or of four floats a pixel. `pixels` is the row at v = 0 and `stride` leads to the
// next: negative, from the last row, where v counts from the bottom up as GL does. Texel centers are at (i + 0.5)/width
// and (j + 0.5)/height; outside is the edge. Positions have 8 bits of fraction between texels, as graphics hardware
// has: at a center, float rounding of u and v included, a fetch is the texel. Width and height 1…2^22. Texels may be asked for
// before they are read, which pays where few are read of a pixel.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  uint32_t width, height;
  bool asks_ahead;
} segue_texture;

// Two pictures that are read at the same positions.
typedef struct {
  const segue_texture *of[2];
} segue_texture_pair;

// Texels side by side: lane i is the one at column x + i of row y. Rows counted as `stride` leads; outside is the edge.
typedef struct {
  segue_texture texture;
  int32_t x, y;
} segue_texture_run;

// Where `count` texels of a run stand one after another: in their picture, or in `copies` where the edge is among them.
const void *segue_texels_of(const segue_texture_run *run, size_t count, void *copies);

// Where pixels go: RGBA8, clamp(value, 0, 1)·255 rounded to nearest, NaN as 0; or four floats. No more than `count` are
// written.
typedef struct {
  uint8_t *pixels;
  size_t count;
} segue_pixels;

// The kernels of a level, by segue_lane_op; NULL where this machine or this build does not have it.
const segue_lanes_kernel *segue_lanes_at(segue_level level);

// Whether any lane of a mask is set.
bool segue_lanes_any(size_t vectors, const void *mask);

// Whether all lanes of a mask are set.
bool segue_lanes_all(size_t vectors, const void *mask);

// One step of a program, with all addresses in it.
typedef enum {
  SEGUE_STEP_CALL,           // `kernel` on all vectors
  SEGUE_STEP_CALL_ONCE,      // `kernel` on one vector, where all lanes are equal
  SEGUE_STEP_JUMP,           // go on at `target`
  SEGUE_STEP_JUMP_IF_NONE,   // the same where no lane of the mask in[0] is set
  SEGUE_STEP_JUMP_IF_ALL,    // the same where every lane is
  SEGUE_STEP_COUNT,          // count a turn of any loop; past the limit go on at `target`
} segue_lanes_step_kind;

typedef struct {
  segue_lanes_step_kind kind;
  uint32_t target;
  segue_lanes_kernel kernel;
  void *const *out;
  const segue_lanes_in *in;
  const void *data;
} segue_lanes_step;

// What a program works on. Behind the addresses of columns are those of texels of each run, and the one that pixels go to.
// `turns` counts those of all loops, and the limit is how many there may be. Machine code, whose
// data this is, counts those of one vector in `turn`, and `most` is the most that one took. `places` is where each vector is, in bytes
// from the first one's memory.
typedef struct {
  void *memory;
  void *const *columns;
  uint32_t turns, limit, turn, most;
  const uint32_t *places;
} segue_lanes_state;

// Runs a program; false where its loops took more turns than the limit, all together.
bool segue_lanes_run(const segue_lanes_step *steps, size_t count, size_t vectors, segue_lanes_state *state);

// Of groups of 64 items, each of which has `count` words, the first ones of all items first: sets the bits of items whose words are given
// ones.
static inline void segue_find_words(uint64_t *found, size_t groups, const uint32_t *words, const uint32_t *given, size_t count) {
  typedef uint32_t __attribute__((ext_vector_type(16))) lanes;
  typedef bool __attribute__((ext_vector_type(16))) bits;
  for (size_t group = 0; group < groups; group++) {
    uint64_t all = 0;
    for (size_t quarter = 0; quarter < 4; quarter++) {
      lanes differences = {0}, own;
      for (size_t k = 0; k < count; k++) {
        memcpy(&own, words + 64 * (groups * k + group) + 16 * quarter, sizeof own);
        differences |= own ^ given[k];
      }
      bits same = __builtin_convertvector(differences == 0, bits);
      uint16_t mask;
      memcpy(&mask, &same, 2);
      all |= (uint64_t)mask << (16 * quarter);
    }
    found[group] = all;
  }
}

// Copies machine code to memory of its own, from where it may be run; NULL where the system refuses.
void *segue_code_make(const void *code, size_t bytes);

// Frees it.
void segue_code_free(void *code, size_t bytes);
