#include "reference.h"

#include "floats.h"

#define LINEAR(name) linear_##name
#define IS_OPAQUE reference_is_opaque
#define DECODE_LIGHT reference_decode_light
#define ENCODE_LIGHT reference_encode_light
#include "light.h"

void segue_fill_reference(segue_kernels *table) { *table = reference_kernels(); }

void segue_fill_linear_reference(segue_kernels *table) { linear_fill(table); }

void segue_fill_floats_reference(segue_float_kernels *table, segue_light_curve curve) {
  fill_floats(table, curve);
}
