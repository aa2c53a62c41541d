// Each level's file overwrites what it has in a table that starts as the reference.
#pragma once

#include "CSegueKernels.h"

void segue_fill_reference(segue_kernels *table);
void segue_fill_baseline(segue_kernels *table);
#if defined(__x86_64__)
void segue_fill_avx2(segue_kernels *table);
void segue_fill_avx512(segue_kernels *table);
#endif
