// Runs programs of lanes by machine code for 64-bit ARM, and compares their results with those of the
// reference kernels. Prints programs with different results, and fails if there are any.
//
// NEONProgramTests writes the programs to a file, the first argument. The second argument is the file of the
// results: with a third argument, `expected`, the reference kernels write it, on any processor; machine code
// is compared with it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "CSegueKernels.h"
#include "lanes.h"

// Numbers are equal on all processors.
#pragma STDC FP_CONTRACT OFF

// Machine code calls a kernel at this address plus 16 bytes for each instruction of lanes.h.
#define KERNELS ((uint8_t *)0x10000000)
enum { STRIDE = 5, LANES = STRIDE * SEGUE_LANES, SIDE = 37 };

static uint64_t state;

static uint32_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

// Zeros, signaling and quiet NaN, infinities, denormals, and the limits of integers and of conversions.
static const uint32_t special[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0x7f800001, 0xff800001, 0x7fbfffff, 1,          0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff,
    0xff7fffff, 0x3f000000, 0x4b000000, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000,
    0x5f000000, 0x7e967699, 0x7fffffff, 0xffffffff, 31,         32,         0x42fe0000, 0xc2fe0000,
    0x3fc90fdb, 0x40490fdb, 0x4a800000, 0x4a800001,
};

// A number of a kind: any bits, a special number, a float, or a small integer.
static uint32_t number(unsigned kind) {
  float value = (float)(next() >> 8) * 0x1p-24f * (kind == 2 ? 20 : 1) - (kind == 2 ? 10 : 0);
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return kind == 0 ? next() : kind == 1 ? special[next() % (sizeof special / 4)] : kind == 4 ? next() % 80 - 16 : bits;
}

static void fail(const char *message) {
  fprintf(stderr, "native: %s\n", message);
  exit(2);
}

typedef struct {
  char kind;  // f, r, c, v: a slot of a frame, a row, a column or a register; -: nowhere
  int index;
} slot;

typedef struct {
  segue_lanes_step_kind kind;
  // The target of a jump, the entry of machine code, or an instruction of lanes.h.
  int target, op, outputs, inputs;
  // A picture, or the index of a run.
  int data;
  slot out[4], in[4];
  bool is_native;
} step;

// The lists of steps: once a frame, a column, a row, a band, a pixel, and pixels with machine code.
enum { FRAME, COLUMN, ROW, BAND, PIXEL, NATIVE, LISTS };

typedef struct {
  char name[200];
  int frames, rows, columns, registers, textures, x, y, quad_y, results, runs, rounds;
  bool is_float, stores, has_random_registers;
  slot result[8];
  uint32_t *constants;
  int run_texture[64];
  segue_texture_run run[64];
  step *lists[LISTS];
  int counts[LISTS];
  uint8_t *code;
  size_t bytes;
} program;

static FILE *file;

static int integer(void) {
  int value;
  if (fscanf(file, "%d", &value) != 1) fail("the file of programs has no number where one is expected");
  return value;
}

static slot read_slot(void) {
  slot s;
  if (fscanf(file, " %c%d", &s.kind, &s.index) != 2) fail("the file of programs has no slot where one is expected");
  return s;
}

static void read_list(program *p, int list) {
  p->counts[list] = integer();
  p->lists[list] = calloc((size_t)p->counts[list] + 1, sizeof(step));
  for (int i = 0; i < p->counts[list]; i++) {
    step *s = &p->lists[list][i];
    char kind[16];
    if (fscanf(file, "%15s", kind) != 1) fail("the file of programs ends within a list");
    if (strcmp(kind, "call") == 0) {
      s->op = integer();
      s->data = integer();
      s->outputs = integer();
      for (int k = 0; k < s->outputs; k++) s->out[k] = read_slot();
      s->inputs = integer();
      for (int k = 0; k < s->inputs; k++) s->in[k] = read_slot();
      s->kind = s->outputs && (s->out[0].kind == 'f' || s->out[0].kind == 'r') ? SEGUE_STEP_CALL_ONCE : SEGUE_STEP_CALL;
    } else if (strcmp(kind, "native") == 0) {
      s->is_native = true;
      s->target = integer();
    } else {
      s->kind = strcmp(kind, "jump") == 0   ? SEGUE_STEP_JUMP
                : strcmp(kind, "none") == 0 ? SEGUE_STEP_JUMP_IF_NONE
                : strcmp(kind, "all") == 0  ? SEGUE_STEP_JUMP_IF_ALL
                                            : SEGUE_STEP_COUNT;
      if (strcmp(kind, "none") == 0 || strcmp(kind, "all") == 0) s->in[0] = read_slot();
      s->target = integer();
    }
  }
}

// Reads a program; false at the end of the file.
static bool read_program(program *p) {
  *p = (program){0};
  if (fscanf(file, " program %199s", p->name) != 1) return false;
  int *const sizes[] = {&p->frames, &p->rows, &p->columns, &p->registers, &p->textures, &p->x, &p->y, &p->quad_y, &p->rounds};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) *sizes[i] = integer();
  if (p->textures > 16) fail("a program has more than 16 pictures");
  p->is_float = integer();
  p->stores = integer();
  p->has_random_registers = integer();
  p->constants = calloc((size_t)p->frames + 1, 4);
  for (int k = 0; k < p->frames; k++) {
    if (fscanf(file, "%" SCNx32, &p->constants[k]) != 1) fail("the file of programs has no constant where one is expected");
  }
  p->results = integer();
  for (int k = 0; k < p->results; k++) p->result[k] = read_slot();
  p->runs = integer();
  for (int k = 0; k < p->runs; k++) {
    p->run_texture[k] = integer();
    p->run[k].x = integer();
    p->run[k].y = integer();
  }
  for (int list = 0; list < LISTS; list++) read_list(p, list);
  p->bytes = (size_t)integer();
  p->code = calloc(p->bytes + 4, 1);
  for (size_t i = 0; i < p->bytes; i += 4) {
    uint32_t word;
    if (fscanf(file, "%" SCNx32, &word) != 1) fail("the file of programs has no machine code where it is expected");
    memcpy(p->code + i, &word, 4);
  }
  return true;
}

static void free_program(program *p) {
  free(p->constants);
  free(p->code);
  for (int list = 0; list < LISTS; list++) free(p->lists[list]);
}

static void *vectors(size_t count) {
  void *memory = aligned_alloc(64, 64 * (count + 1));
  if (!memory) fail("no memory");
  return memset(memory, 0, 64 * (count + 1));
}

// The memory of a run of a program.
typedef struct {
  const program *of;
  uint8_t *slots, *columns, *pixels, *copies;
  segue_texture textures[16];
  segue_texture_run run[64];
  void **table;
  segue_pixels output;
  segue_lanes_state state;
} memory;

static void *address(const memory *m, slot s) {
  const program *p = m->of;
  switch (s.kind) {
  case 'f': return m->slots + 64 * s.index;
  case 'r': return m->slots + 64 * (p->frames + s.index);
  case 'v': return m->slots + 64 * (size_t)(p->frames + p->rows + STRIDE * s.index);
  case 'c': return m->columns + 64 * STRIDE * s.index;
  default: return NULL;
  }
}

static segue_lanes_in input(const memory *m, slot s) {
  return (segue_lanes_in){address(m, s), s.kind == 'v' || s.kind == 'c'};
}

static void run(memory *m, int list, const segue_lanes_kernel *kernels, const uint8_t *code) {
  const program *p = m->of;
  const size_t count = (size_t)p->counts[list];
  segue_lanes_step *steps = calloc(count + 1, sizeof *steps);
  void **outputs = calloc(4 * count + 1, sizeof *outputs);
  segue_lanes_in *inputs = calloc(4 * count + 1, sizeof *inputs);
  for (size_t i = 0; i < count; i++) {
    const step *s = &p->lists[list][i];
    for (int k = 0; k < 4 && k < s->outputs; k++) outputs[4 * i + (size_t)k] = address(m, s->out[k]);
    for (int k = 0; k < 4; k++) inputs[4 * i + (size_t)k] = input(m, s->in[k]);
    steps[i] = (segue_lanes_step){s->kind, (uint32_t)s->target, kernels[s->op], outputs + 4 * i, inputs + 4 * i, NULL};
    if (s->is_native) {
      const uint8_t *entry = code + s->target;
      memcpy(&steps[i].kernel, &entry, sizeof entry);
      steps[i].data = &m->state;
    } else if (s->op == SEGUE_OP_STORE) {
      steps[i].data = &m->output;
    } else if (s->data >= 0) {
      const bool is_run = s->op == SEGUE_OP_FETCH_ROW || s->op == SEGUE_OP_FETCH_ROW_FLOATS;
      steps[i].data = is_run ? (const void *)&m->run[s->data] : &m->textures[s->data];
    }
  }
  const bool is_frame = list == FRAME || list == ROW;
  segue_lanes_run(steps, count, is_frame ? 1 : STRIDE, &m->state);
  free(steps);
  free(outputs);
  free(inputs);
}

static bool is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

static uint8_t pictures[4][4 * SIDE * SIDE];
static float float_pictures[4][4 * SIDE * SIDE];

static bool reads_floats(const step *s) { return s->op == SEGUE_OP_FETCH_FLOATS || s->op == SEGUE_OP_FETCH_ROW_FLOATS; }

// A picture of bytes, or of floats if a step reads floats of it.
static segue_texture texture_of(const program *p, int k) {
  bool has_floats = false;
  for (int i = 0; i < p->counts[PIXEL]; i++) {
    const step *s = &p->lists[PIXEL][i];
    const int texture = s->data < 0 || s->op == SEGUE_OP_FETCH_FLOATS ? s->data : p->run_texture[s->data];
    has_floats |= reads_floats(s) && texture == k;
  }
  return (segue_texture){.pixels = has_floats ? (const uint8_t *)float_pictures[k % 4] : pictures[k % 4],
                         .stride = (has_floats ? 16 : 4) * SIDE,
                         .width = SIDE,
                         .height = SIDE,
                         .is_exact = has_floats};
}

// Runs a program, and writes its results: the words of its result slots, or its pixels.
static void results(const program *p, unsigned round, const segue_lanes_kernel *kernels, const uint8_t *code, uint32_t *to) {
  static uint32_t places[STRIDE];
  memory m = {.of = p};
  m.slots = vectors((size_t)(p->frames + p->rows + STRIDE * p->registers));
  m.columns = vectors((size_t)(STRIDE * p->columns));
  m.pixels = vectors(STRIDE);
  m.copies = vectors((size_t)(STRIDE * p->runs));
  m.table = calloc((size_t)(p->columns + p->runs) + 1, sizeof *m.table);
  m.output = (segue_pixels){m.pixels, LANES, false};
  for (uint32_t k = 0; k < STRIDE; k++) places[k] = 64 * k;
  m.state = (segue_lanes_state){.memory = m.slots, .columns = m.table, .limit = 10000, .places = places};
  state = 88172645463325252u + round;
  for (int k = 0; k < p->frames; k++) {
    for (int i = 0; i < SEGUE_LANES; i++) ((uint32_t *)(void *)m.slots)[SEGUE_LANES * k + i] = p->constants[k];
  }
  for (int k = 0; k < p->textures; k++) m.textures[k] = texture_of(p, k);
  for (int k = 0; k < p->runs; k++) {
    m.run[k] = (segue_texture_run){m.textures[p->run_texture[k]], p->run[k].x, p->run[k].y + (int)round};
    m.table[p->columns + k] = (void *)(uintptr_t)segue_texels_of(&m.run[k], LANES, m.copies + 64 * STRIDE * k);
  }
  m.table[p->columns + p->runs] = m.pixels;
  for (int k = 0; k < p->columns; k++) m.table[k] = m.columns + 64 * STRIDE * k;
  const float y = ((float)(round % 40) + 0.5f) / 40;
  for (int i = 0; i < LANES; i++) {
    const float x = ((float)i + 0.5f) / LANES;
    if (p->x >= 0) memcpy(m.columns + 64 * STRIDE * p->x + 4 * i, &x, 4);
    if (p->quad_y >= 0) memcpy(m.columns + 64 * STRIDE * p->quad_y + 4 * i, &y, 4);
  }
  for (int i = 0; i < SEGUE_LANES && p->y >= 0; i++) memcpy(m.slots + 64 * (p->frames + p->y) + 4 * i, &y, 4);
  const bool is_select = p->counts[PIXEL] && p->lists[PIXEL][0].op == SEGUE_OP_SELECT;
  for (int k = 0; p->has_random_registers && k < p->registers; k++) {
    uint32_t *lanes = address(&m, (slot){'v', k});
    for (int i = 0; i < LANES; i++) lanes[i] = number((round + (unsigned)k * (round / 5)) % 5);
    // Other masks than 0 and −1 are not defined.
    for (int i = 0; is_select && k == 0 && i < LANES; i++) lanes[i] = next() & 1 ? UINT32_MAX : 0;
  }
  for (int list = FRAME; list <= BAND; list++) run(&m, list, segue_lanes_at(SEGUE_REFERENCE), NULL);
  run(&m, code ? NATIVE : PIXEL, kernels, code);
  if (p->stores) {
    memcpy(to, m.pixels, 4 * LANES);
  } else {
    for (int k = 0; k < p->results; k++) {
      const segue_lanes_in in = input(&m, p->result[k]);
      for (int i = 0; i < LANES; i++) to[LANES * k + i] = ((const uint32_t *)in.at)[in.step ? i : i % SEGUE_LANES];
    }
  }
  free(m.slots);
  free(m.columns);
  free(m.pixels);
  free(m.copies);
  free(m.table);
}

#if defined(__aarch64__)
// Writes jumps to the kernels at the addresses that machine code calls.
static void place_kernels(const segue_lanes_kernel *kernels) {
  const size_t bytes = 16 * SEGUE_OP_COUNT;
  uint8_t *to = mmap(KERNELS, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (to != KERNELS) fail("the addresses of kernels are in use");
  for (int op = 0; op < SEGUE_OP_COUNT; op++) {
    const uint32_t jump[] = {0x58000050, 0xd61f0200};  // ldr x16, of the next 8 bytes; br x16
    memcpy(to + 16 * op, jump, 8);
    memcpy(to + 16 * op + 8, &kernels[op], 8);
  }
  mprotect(to, bytes, PROT_READ | PROT_EXEC);
  __builtin___clear_cache((char *)to, (char *)to + bytes);
}
#else
static void place_kernels(const segue_lanes_kernel *kernels) {
  (void)kernels;
  fail("machine code for ARM needs ARM; the third argument `expected` runs the reference kernels");
}
#endif

int main(int count, char **arguments) {
  const bool writes = count == 4 && strcmp(arguments[3], "expected") == 0;
  file = count > 2 ? fopen(arguments[1], "r") : NULL;
  FILE *known = count > 2 ? fopen(arguments[2], writes ? "w" : "r") : NULL;
  if (!file || !known) fail("arguments: the file of programs, the file of their results, and `expected` to write it");
  state = 88172645463325252u;
  for (size_t i = 0; i < sizeof pictures; i++) {
    ((uint8_t *)pictures)[i] = (uint8_t)next();
    ((float *)float_pictures)[i] = (float)(next() >> 8) * 0x1p-24f;
  }
  const segue_lanes_kernel *kernels = segue_lanes_at(writes ? SEGUE_REFERENCE : SEGUE_NEON);
  if (!writes) place_kernels(kernels);
  int programs = 0, failures = 0;
  program p;
  for (; read_program(&p); programs++) {
    uint8_t *code = writes ? NULL : segue_code_make(p.code, p.bytes);
    if (!writes && !code) fail("the system refuses executable memory");
    long different = 0;
    for (int round = 0; round < p.rounds; round++) {
      static uint32_t expected[8 * LANES], actual[8 * LANES];
      const size_t words = (size_t)(p.stores ? LANES : LANES * p.results);
      results(&p, (unsigned)round, kernels, code, actual);
      if (writes) {
        if (fwrite(actual, 4, words, known) != words) fail("cannot write the results");
        continue;
      }
      if (fread(expected, 4, words, known) != words) fail("the file of results is too short");
      for (size_t i = 0; i < words; i++) {
        if (expected[i] == actual[i] || (p.is_float && is_nan(expected[i]) && is_nan(actual[i]))) continue;
        if (!different++) {
          printf("%s, round %d, lane %zu of result %zu: %08" PRIx32 " is not %08" PRIx32 "\n", p.name, round, i % LANES,
                 i / LANES, actual[i], expected[i]);
        }
      }
    }
    failures += different > 0;
    if (code) segue_code_free(code, p.bytes);
    free_program(&p);
  }
  printf("%d programs, %d failures\n", programs, failures);
  fclose(file);
  return fclose(known) != 0 || failures || !programs;
}
