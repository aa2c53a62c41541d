#include <string.h>
#include <sys/mman.h>

#include "CSegueKernels.h"

bool segue_lanes_run(const segue_lanes_step *steps, size_t count, size_t vectors, segue_lanes_state *state) {
  state->turns = 0;
  for (size_t i = 0; i < count;) {
    const segue_lanes_step *step = &steps[i++];
    switch (step->kind) {
    case SEGUE_STEP_CALL: step->kernel(vectors, step->out, step->in, step->data); break;
    case SEGUE_STEP_CALL_ONCE: step->kernel(1, step->out, step->in, step->data); break;
    case SEGUE_STEP_JUMP: i = step->target; break;
    case SEGUE_STEP_JUMP_IF_NONE:
      if (!segue_lanes_any(step->in->step ? vectors : 1, step->in->at)) i = step->target;
      break;
    case SEGUE_STEP_JUMP_IF_ALL:
      if (segue_lanes_all(step->in->step ? vectors : 1, step->in->at)) i = step->target;
      break;
    case SEGUE_STEP_COUNT:
      // Once `turns` exceeds the limit, it stays above the limit, so that enclosing loops end, too.
      if (state->turns > state->limit || ++state->turns > state->limit) i = step->target;
      break;
    }
  }
  return state->turns <= state->limit;
}

const void *segue_texels_of(const segue_texture_run *run, size_t count, void *copies) {
  const segue_texture *texture = &run->texture;
  const int64_t last = (int64_t)texture->height - 1, y = run->y < 0 ? 0 : run->y < last ? run->y : last;
  const uint8_t *row = texture->pixels + y * texture->stride;
  if (run->x >= 0 && run->x + (int64_t)count <= texture->width) return row + 4 * (size_t)run->x;
  for (size_t i = 0; i < count; i++) {
    const int64_t at = (int64_t)i + run->x, right = (int64_t)texture->width - 1;
    memcpy((uint8_t *)copies + 4 * i, row + 4 * (at < 0 ? 0 : at < right ? at : right), 4);
  }
  return copies;
}

void *segue_code_make(const void *code, size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  memcpy(memory, code, bytes);
  // Makes the memory executable and no longer writable. ARM caches instructions apart from data, so the
  // instruction cache is cleared.
  __builtin___clear_cache((char *)memory, (char *)memory + bytes);
  if (mprotect(memory, bytes, PROT_READ | PROT_EXEC) == 0) return memory;
  munmap(memory, bytes);
  return NULL;
}

void segue_code_free(void *code, size_t bytes) { munmap(code, bytes); }
