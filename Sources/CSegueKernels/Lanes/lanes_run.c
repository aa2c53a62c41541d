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
      // Outer loops find the count passed too, so all of them end.
      if (state->turns > state->limit || ++state->turns > state->limit) i = step->target;
      break;
    }
  }
  return state->turns <= state->limit;
}

void *segue_code_make(const void *code, size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  memcpy(memory, code, bytes);
  // Never to be written and run at once.
  if (mprotect(memory, bytes, PROT_READ | PROT_EXEC) == 0) return memory;
  munmap(memory, bytes);
  return NULL;
}

void segue_code_free(void *code, size_t bytes) { munmap(code, bytes); }
