#include "CSegueKernels.h"

bool segue_lanes_run(const segue_lanes_step *steps, size_t count, size_t vectors, uint32_t *counters,
                     uint32_t limit) {
  bool in_time = true;
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
    case SEGUE_STEP_START_COUNTING: counters[step->counter] = 0; break;
    case SEGUE_STEP_COUNT:
      if (++counters[step->counter] > limit) {
        in_time = false;
        i = step->target;
      }
      break;
    }
  }
  return in_time;
}
