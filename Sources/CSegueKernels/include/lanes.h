// Lane kernels: the instructions of vector programs. A register is an array of whole vectors of 16 lanes of
// 32 bits, aligned to 64 bytes: floats, integers, or masks (0 or −1). Kernels compute whole vectors only.
//
// Every level gives the same bytes as the reference, except for the payload of NaN.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SEGUE_LANES = 16 };

// An input of a kernel. `step` is in vectors: 1 for a register, 0 for a splat, which is one vector of 16
// equal lanes.
typedef struct {
  const void *at;
  size_t step;
} segue_lanes_in;

// A function that computes `vectors` vectors. An output may be the register of an input, but must not overlap
// an input partly.
typedef void (*segue_lanes_kernel)(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data);

// All instructions: the name, the number of outputs, the number of inputs. The inputs are called a, b, c, …;
// inputs and outputs are floats unless noted.
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
  /* Minimum and maximum of a and b; if one is NaN, the result is the other one. */        \
  X(MIN, 1, 2)                                                                             \
  X(MAX, 1, 2)                                                                             \
  /* a − b·⌊a/b⌋ */                                                                        \
  X(MOD, 1, 2)                                                                             \
  /* exp2(b·log2(a)): NaN for a < 0; 1 where b is 0. */                                    \
  X(POW, 1, 2)                                                                             \
  /* The angle of the point (b, a), as atan2(a, b) in C. */                                \
  X(ATAN2, 1, 2)                                                                           \
  /* b ≥ a ? 1 : 0; 0 if a or b is NaN */                                                  \
  X(STEP, 1, 2)                                                                            \
  /* a·b + c, rounded twice */                                                             \
  X(MAD, 1, 3)                                                                             \
  /* a·(1 − c) + b·c */                                                                    \
  X(MIX, 1, 3)                                                                             \
  /* min(max(a, b), c) */                                                                  \
  X(CLAMP, 1, 3)                                                                           \
  /* clamp(a, 0, 1), 0 for NaN; the next four saturate the results of ADD, MUL, MAD, MIX. */ \
  X(SATURATE, 1, 1)                                                                        \
  X(SATURATED_ADD, 1, 2)                                                                   \
  X(SATURATED_MUL, 1, 2)                                                                   \
  X(SATURATED_MAD, 1, 3)                                                                   \
  X(SATURATED_MIX, 1, 3)                                                                   \
  /* t·t·(3 − 2t) with t = clamp((c − a)/(b − a), 0, 1), 0 for NaN */                      \
  X(SMOOTHSTEP, 1, 3)                                                                      \
  /* Inputs are the components of a vector; sums add the last component first. */          \
  X(LENGTH2, 1, 2)                                                                         \
  X(LENGTH3, 1, 3)                                                                         \
  X(NORMALIZE2, 2, 2)                                                                      \
  X(NORMALIZE3, 3, 3)                                                                      \
  /* Comparisons of floats (for NaN, only NE is true) and integers; the result is a mask. */ \
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
  /* Integers, wrapping. Divisions truncate, and give 0 for a divisor of 0. */             \
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
  /* Shifts by b & 31 bits; SHR is arithmetic, USHR logical. */                            \
  X(SHL, 1, 2)                                                                             \
  X(SHR, 1, 2)                                                                             \
  X(USHR, 1, 2)                                                                            \
  /* Conversions. To integers: truncated and clamped; NaN gives 0. */                      \
  X(F2I, 1, 1)                                                                             \
  X(F2U, 1, 1)                                                                             \
  X(I2F, 1, 1)                                                                             \
  X(U2F, 1, 1)                                                                             \
  /* mask, a, b: a if the mask is −1, else b. */                                           \
  X(SELECT, 1, 3)                                                                          \
  X(MOVE, 1, 1)                                                                            \
  /* Derivatives in vectors of quads, 8 columns of two rows: the right lane minus */       \
  /* the left one, and the lower lane minus the upper one, within each quad. */            \
  X(DDX, 1, 1)                                                                             \
  X(DDY, 1, 1)                                                                             \
  /* A bilinear sample of a `segue_texture` at u, v: red, green, blue, alpha. A channel */ \
  /* whose output is NULL is skipped. */                                                   \
  X(FETCH, 4, 2)                                                                           \
  /* FETCH of both textures of a `segue_texture_pair`. */                                  \
  X(FETCH_PAIR, 8, 2)                                                                      \
  /* The texels of a `segue_texture_run`; channels are skipped as in FETCH. */             \
  X(FETCH_ROW, 4, 0)                                                                       \
  /* FETCH of a `segue_texture` of four floats a pixel. */                                 \
  X(FETCH_FLOATS, 4, 2)                                                                    \
  /* FETCH_ROW of four floats a pixel. */                                                  \
  X(FETCH_ROW_FLOATS, 4, 0)                                                                \
  /* Stores red, green, blue, alpha to the pixels of a `segue_pixels`. */                  \
  X(STORE, 0, 4)                                                                           \
  /* STORE as four floats a pixel, unclamped. */                                           \
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

// Returns the name and the numbers of outputs and inputs of an instruction.
segue_lane_shape segue_lane_shape_of(segue_lane_op op);

// A picture of RGBA8 pixels, whose channels read as byte/255, or of four floats a pixel. `pixels` is the row
// at v = 0, and `stride` the distance to the next row. If `pixels` is the last row in memory and `stride` is
// negative, v counts from the bottom up, as in OpenGL. Width and height are 1…2^22.
//
// Texel centers are at (i + 0.5)/width and (j + 0.5)/height; positions are clamped to the edge and have 8
// bits of fraction between texels, as on graphics hardware. At a center, a fetch gives the texel exactly,
// even with float rounding of u and v. `asks_ahead` prefetches texels, which is faster if a program has few
// samples a pixel. With `is_exact`, for floats and words, positions are not rounded to 8 bits; only positions
// within rounding errors of a center are moved to this center. With `has_words`, a pixel has four 16-bit
// words, which are read as word/65535 and interpolated vertically first.
typedef struct {
  const uint8_t *pixels;
  ptrdiff_t stride;
  uint32_t width, height;
  bool asks_ahead, is_exact, has_words;
} segue_texture;

// Two pictures read at equal positions.
typedef struct {
  const segue_texture *of[2];
} segue_texture_pair;

// Consecutive texels: lane i is column x + i of row y, clamped to the edge. Rows count in the direction of
// `stride`.
typedef struct {
  segue_texture texture;
  int32_t x, y;
} segue_texture_run;

// Returns the address of `count` consecutive texels of a run: in the picture, or in `copies` if the run
// crosses an edge.
const void *segue_texels_of(const segue_texture_run *run, size_t count, void *copies);

// The target of STORE: RGBA8, clamp(value, 0, 1)·255 rounded to nearest, NaN as 0; or of STORE_FLOATS: four
// floats a pixel. At most `count` pixels are written. Floats are stored unchanged, but `drops_signs` replaces
// negative zeros by 0.
typedef struct {
  uint8_t *pixels;
  size_t count;
  bool drops_signs;
} segue_pixels;

// The kernels of a level, indexed by segue_lane_op; NULL if this machine or this build lacks the level.
const segue_lanes_kernel *segue_lanes_at(segue_level level);

// Whether any lane of a mask is set.
bool segue_lanes_any(size_t vectors, const void *mask);

// Whether all lanes of a mask are set.
bool segue_lanes_all(size_t vectors, const void *mask);

// The kinds of program steps.
typedef enum {
  SEGUE_STEP_CALL,          // calls `kernel` for all vectors
  SEGUE_STEP_CALL_ONCE,     // calls `kernel` for one vector, in which all lanes are equal
  SEGUE_STEP_JUMP,          // jumps to `target`
  SEGUE_STEP_JUMP_IF_NONE,  // jumps to `target` if no lane of the mask in[0] is set
  SEGUE_STEP_JUMP_IF_ALL,   // jumps to `target` if every lane of the mask in[0] is set
  SEGUE_STEP_COUNT,         // counts a loop iteration; beyond the limit, jumps to `target`
} segue_lanes_step_kind;

typedef struct {
  segue_lanes_step_kind kind;
  uint32_t target;
  segue_lanes_kernel kernel;
  void *const *out;
  const segue_lanes_in *in;
  const void *data;
} segue_lanes_step;

// The state of a running program. `columns` has the addresses of the values computed for each column, then of
// each run's texels, then of the output. `turns` is the total number of iterations of all loops, at most
// `limit`. Machine code counts the iterations for one vector in `turn`, and keeps the maximum over all
// vectors in `most`. `places` has the byte offset of each computed vector in a row of 32-bit lanes.
typedef struct {
  void *memory;
  void *const *columns;
  uint32_t turns, limit, turn, most;
  const uint32_t *places;
} segue_lanes_state;

// Runs a program; false if its loops together exceeded the limit of iterations.
bool segue_lanes_run(const segue_lanes_step *steps, size_t count, size_t vectors, segue_lanes_state *state);

// Compares items of `count` words with the given words, and sets a bit of `found` for each equal item, in
// groups of 64 items. `words` has the first words of all items, then all second words, and so on.
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

// Copies machine code to newly mapped executable memory; NULL if the system refuses.
void *segue_code_make(const void *code, size_t bytes);

// Frees memory that `segue_code_make` returned.
void segue_code_free(void *code, size_t bytes);
