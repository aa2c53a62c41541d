// Tables of kernels, one for each level (instruction set). A table is first filled with the reference
// kernels; the file of a level then overwrites the kernels that it implements.
#pragma once

#include "CSegueKernels.h"

void segue_fill_reference(segue_kernels *table);
// These functions replace, in a filled table, the kernels that mix pixels by versions for linear light.
void segue_fill_linear_reference(segue_kernels *table);
void segue_fill_linear_baseline(segue_kernels *table);

void segue_fill_baseline(segue_kernels *table);
#if defined(__x86_64__)
void segue_fill_avx2(segue_kernels *table);
void segue_fill_avx512(segue_kernels *table);
// Overwrites kernels by versions for AVX-512 VBMI, whose instructions permute bytes.
void segue_fill_permuting(segue_kernels *table);
void segue_fill_linear_avx2(segue_kernels *table);
void segue_fill_linear_avx512(segue_kernels *table);
void segue_fill_linear_permuting(segue_kernels *table);
#endif

// These functions fill a table of kernels over rows of floats, each function for one level; `curve` is the
// transfer function of the linear light in which the kernels mix.
void segue_fill_floats_reference(segue_float_kernels *table, segue_light_curve curve);
void segue_fill_floats_baseline(segue_float_kernels *table, segue_light_curve curve);
#if defined(__x86_64__)
void segue_fill_floats_avx2(segue_float_kernels *table, segue_light_curve curve);
void segue_fill_floats_avx512(segue_float_kernels *table, segue_light_curve curve);
#endif

void segue_fill_lanes_reference(segue_lanes_kernel *table);
void segue_fill_lanes_baseline(segue_lanes_kernel *table);
#if defined(__x86_64__)
void segue_fill_lanes_avx2(segue_lanes_kernel *table);
void segue_fill_lanes_avx512(segue_lanes_kernel *table);
#endif

// Samples pictures that the vector forms exclude: pictures of one column, and pictures of more than 2 GiB,
// whose byte offsets do not fit a 32-bit lane.
void segue_fetch_reference(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data);

// The number of outputs and inputs of each instruction, such as ADD_OUTPUTS and ADD_INPUTS.
enum {
#define X(name, outputs, inputs) name##_OUTPUTS = outputs, name##_INPUTS = inputs,
  SEGUE_LANE_OPS(X)
#undef X
};
