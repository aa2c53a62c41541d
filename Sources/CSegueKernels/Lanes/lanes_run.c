#include "CSegueKernels.h"

bool segue_lanes_run(const segue_lanes_step *steps, size_t count, size_t vectors, uint32_t limit) {
  uint32_t turns = 0;
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
      if (turns > limit || ++turns > limit) i = step->target;
      break;
    }
  }
  return turns <= limit;
}
