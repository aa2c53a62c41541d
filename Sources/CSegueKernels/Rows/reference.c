// The table that every level starts from.
#include "reference.h"

void segue_fill_reference(segue_kernels *table) {
  *table = (segue_kernels){
      .mix = reference_mix,
      .sample = reference_sample,
      .warp = reference_warp,
      .overlay = reference_overlay,
      .expand = reference_expand,
      .add = reference_add,
      .mean = reference_mean,
      .resample_down = reference_resample_down,
      .resample_across = reference_resample_across,
      .premultiply = reference_premultiply,
      .unpremultiply = reference_unpremultiply,
      .over = reference_over,
      .is_opaque = reference_is_opaque,
      .drop_alpha = reference_drop_alpha,
      .matrix = reference_matrix,
      .matrix_half = reference_matrix_half,
      .subtract_left = reference_subtract_left,
      .subtract_average = reference_subtract_average,
  };
}
