// JPEG by libjpeg-turbo's libjpeg API. longjmp never leaves this file.
//
// The TurboJPEG API is not used: version 2.1 rejects asymmetric subsampling in the header, does not
// distinguish warnings, and does not report Adobe's marker (inverted CMYK).
#include "common.h"
#include "turn.h"

#include <stdio.h>
#if !__has_include(<jpeglib.h>)
#error "jpeglib.h is missing: run scripts/bootstrap, or install libjpeg62-turbo-dev"
#endif
#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// The maximum number of scans: each scan of a hostile file costs a pass over the whole picture. Files of
// cameras and programs have fewer scans.
enum { MAX_SCANS = 500 };

typedef struct {
  struct jpeg_error_mgr manager;  // the first member, since libjpeg passes a pointer to it to callbacks
  jmp_buf jump;
  segue_result result;
  bool may_end;    // whether a missing end marker is accepted
  bool has_ended;  // whether the end marker was missing
} jpeg_failure;

static segue_status status_of(int code) {
  switch (code) {
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
    case JWRN_JPEG_EOF:
      return SEGUE_TRUNCATED;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return SEGUE_NO_MEMORY;
    case JERR_NO_SOI:
      return SEGUE_NOT_THIS_FORMAT;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_SOF_UNSUPPORTED:
      return SEGUE_UNSUPPORTED;
    default:
      return SEGUE_DAMAGED;
  }
}

static void fail(j_common_ptr codec) {
  jpeg_failure *failure = (jpeg_failure *)codec->err;
  if (failure->result.status == SEGUE_OK) {
    char message[JMSG_LENGTH_MAX];
    // Reports damage after a missing end marker as truncation.
    if (failure->has_ended && status_of(codec->err->msg_code) == SEGUE_DAMAGED) codec->err->msg_code = JWRN_JPEG_EOF;
    codec->err->format_message(codec, message);
    failure->result = segue_failure(status_of(codec->err->msg_code), message);
  }
  longjmp(failure->jump, 1);
}

// Returns whether all pixels are correct despite a warning. Lists all warnings of libjpeg: most warnings mean
// that libjpeg has guessed pixels, and are reported as errors.
static bool keeps_pixels(int warning) {
  switch (warning) {
    case JWRN_EXTRANEOUS_DATA:  // extra bytes between two segments, which are skipped
    case JWRN_JFIF_MAJOR:       // a future version of JFIF, whose segment has a thumbnail and an aspect ratio
    // The header of a sequential scan does not end with the bytes 0, 63, 0: libjpeg ignores these bytes, and
    // Samsung's phones write 0, 0, 0.
    case JWRN_NOT_SEQUENTIAL:
    case JWRN_BOGUS_ICC:  // color profiles are read elsewhere
      return true;
    case JWRN_ADOBE_XFORM:        // the color space is a guess
    case JWRN_BOGUS_PROGRESSION:  // a scan is missing or repeated: coefficients are 0 or wrong
    case JWRN_HUFF_BAD_CODE:      // a code missing from the table is decoded as 0
    case JWRN_HIT_MARKER:         // missing bits are decoded as 0
    case JWRN_JPEG_EOF:           // the end marker is missing
    case JWRN_MUST_RESYNC:        // blocks are dropped or misplaced
    case JWRN_TOO_MUCH_DATA:      // the number of rows contradicts the header
    default:  // future warnings, and JWRN_ARITH_BAD_CODE (not declared in some builds): the rest is 0
      return false;
  }
}

static void stop_on_warning(j_common_ptr codec, int level) {
  jpeg_failure *failure = (jpeg_failure *)codec->err;
  if (level < 0 && codec->err->msg_code == JWRN_JPEG_EOF && failure->may_end) {
    failure->has_ended = true;
    return;
  }
  if (level < 0 && !keeps_pixels(codec->err->msg_code)) fail(codec);
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

static struct jpeg_error_mgr *prepare(jpeg_failure *failure) {
  failure->result = segue_success();
  failure->may_end = failure->has_ended = false;
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = fail;
  failure->manager.emit_message = stop_on_warning;
  failure->manager.output_message = stay_silent;
  return &failure->manager;
}

static void limit_scans(j_common_ptr codec) {
  if (((j_decompress_ptr)codec)->input_scan_number <= MAX_SCANS) return;
  ((jpeg_failure *)codec->err)->result = segue_failure(SEGUE_DAMAGED, "too many scans");
  fail(codec);
}

bool segue_is_jpeg(const uint8_t *data, size_t count) {
  return count >= 3 && data[0] == 0xff && data[1] == 0xd8 && data[2] == 0xff;
}

static bool has_inks(const struct jpeg_decompress_struct *codec) {
  return codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
}

segue_result segue_jpeg_dimensions(const uint8_t *data, size_t count, segue_dimensions *dimensions,
                                   segue_channels *channels) {
  struct jpeg_decompress_struct codec = {0};
  jpeg_failure failure;
  codec.err = prepare(&failure);
  if (setjmp(failure.jump)) {
    jpeg_destroy_decompress(&codec);
    return failure.result;
  }
  jpeg_create_decompress(&codec);
  codec.mem->max_memory_to_use = 16 << 20;
  jpeg_mem_src(&codec, data, count);
  jpeg_read_header(&codec, TRUE);
  *dimensions = (segue_dimensions){codec.image_width, codec.image_height};
  *channels = has_inks(&codec) ? SEGUE_CMYK : codec.jpeg_color_space == JCS_GRAYSCALE ? SEGUE_GRAY : SEGUE_RGB;
  jpeg_destroy_decompress(&codec);
  return segue_success();
}

// Refuses a picture with missing scans: each component needs a scan. Without an end marker, scans could
// follow, so each coefficient must be complete to its last bit. libjpeg warns of a Huffman scan that ends
// early, since bits are missing. Arithmetic coding reads zeros after the end without a warning, so an
// arithmetic-coded picture without an end marker is refused.
static void check_scans(j_decompress_ptr codec, bool has_ended) {
  jpeg_failure *failure = (jpeg_failure *)codec->err;
  bool is_whole = !has_ended || !codec->arith_code;
  for (int c = 0; c < codec->num_components; c++) {
    is_whole = is_whole && codec->comp_info[c].quant_table;
    // `coef_bits` has the number of low bits that each coefficient still lacks, or -1 if it lacks all bits.
    for (int k = 0; has_ended && codec->progressive_mode && k < DCTSIZE2; k++)
      is_whole = is_whole && codec->coef_bits[c][k] == 0;
  }
  if (is_whole) return;
  failure->result = has_ended ? segue_failure(SEGUE_TRUNCATED, "Premature end of JPEG file")
                              : segue_failure(SEGUE_DAMAGED, "a scan of a component is missing");
  fail((j_common_ptr)codec);
}

// The target of decoded rows: a picture in memory, or a function that takes rows.
typedef struct {
  int orientation;
  uint8_t *pixels;
  size_t stride;
  void (*take)(void *context, const uint8_t *rows, size_t count);
  void *context;
} jpeg_rows;

static segue_result decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                           segue_conversion *conversion, size_t memory, jpeg_rows to, bool *lacks_end) {
  enum { ROWS = 16 };
  const segue_dimensions reduced = {(dimensions.width + (uint32_t)part - 1) / (uint32_t)part,
                                    (dimensions.height + (uint32_t)part - 1) / (uint32_t)part};
  const size_t row_bytes = 4 * (size_t)reduced.width;
  uint8_t *rows = malloc(ROWS * row_bytes);
  if (!rows) return segue_failure(SEGUE_NO_MEMORY, "out of memory");
  struct jpeg_decompress_struct codec = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = limit_scans};
  jpeg_failure failure;
  codec.err = prepare(&failure);
  failure.may_end = true;
  if (setjmp(failure.jump)) {
    jpeg_destroy_decompress(&codec);
    free(rows);
    return failure.result;
  }
  jpeg_create_decompress(&codec);
  codec.mem->max_memory_to_use = memory < INT32_MAX ? (long)memory : INT32_MAX;
  codec.progress = &progress;
  jpeg_mem_src(&codec, data, count);
  jpeg_read_header(&codec, TRUE);
  if (codec.image_width != dimensions.width || codec.image_height != dimensions.height) ERREXIT(&codec, JERR_BAD_STATE);
  // Files with Adobe's marker store inverted CMYK.
  const bool inks = has_inks(&codec), inverted = inks && codec.saw_Adobe_marker;
  codec.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  codec.scale_num = 1;
  codec.scale_denom = (unsigned)part;
  jpeg_start_decompress(&codec);
  // For a file of several scans, `jpeg_start_decompress` has read all scans, so the check precedes the first
  // row.
  check_scans(&codec, failure.has_ended && jpeg_has_multiple_scans(&codec));
  if (codec.output_width != reduced.width || codec.output_height != reduced.height) ERREXIT(&codec, JERR_BAD_STATE);
  while (codec.output_scanline < reduced.height) {
    size_t y = codec.output_scanline, filled = 0;
    while (filled < ROWS && codec.output_scanline < reduced.height) {
      JSAMPROW row = rows + filled * row_bytes;
      filled += jpeg_read_scanlines(&codec, &row, 1);
      for (size_t i = 0; inverted && i < row_bytes; i++) row[i] = (uint8_t)~row[i];
      if (conversion) segue_convert8(conversion, row, reduced.width);
      else if (inks) segue_cmyk_to_rgba(row, reduced.width);
    }
    if (to.take) to.take(to.context, rows, filled);
    else segue_place(rows, filled, y, reduced, to.orientation, 4, to.pixels, to.stride);
  }
  jpeg_finish_decompress(&codec);
  // Refuses a single arithmetic-coded scan without an end marker, since the scan may have ended early. Files
  // of several scans were checked above, before libjpeg freed the tables of components.
  if (failure.has_ended && codec.arith_code) {
    failure.result = segue_failure(SEGUE_TRUNCATED, "Premature end of JPEG file");
    fail((j_common_ptr)&codec);
  }
  *lacks_end = failure.has_ended;
  jpeg_destroy_decompress(&codec);
  free(rows);
  return segue_success();
}

segue_result segue_jpeg_decode(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                               int orientation, segue_conversion *conversion, size_t memory, uint8_t *pixels,
                               size_t stride, bool *lacks_end) {
  jpeg_rows to = {.orientation = orientation, .pixels = pixels, .stride = stride};
  return decode(data, count, dimensions, part, conversion, memory, to, lacks_end);
}

segue_result segue_jpeg_decode_rows(const uint8_t *data, size_t count, segue_dimensions dimensions, int part,
                                    segue_conversion *conversion, size_t memory,
                                    void (*take)(void *context, const uint8_t *rows, size_t count), void *context,
                                    bool *lacks_end) {
  jpeg_rows to = {.take = take, .context = context};
  return decode(data, count, dimensions, part, conversion, memory, to, lacks_end);
}

// A libjpeg destination that grows a buffer.
typedef struct {
  struct jpeg_destination_mgr manager;  // the first member, since libjpeg passes a pointer to it to callbacks
  segue_buffer *out;
} jpeg_output;

static void open_room(j_compress_ptr codec) {
  jpeg_output *output = (jpeg_output *)codec->dest;
  if (!segue_buffer_reserve(output->out, 65536)) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  output->manager.next_output_byte = output->out->data + output->out->count;
  output->manager.free_in_buffer = output->out->capacity - output->out->count;
}

static boolean room_is_full(j_compress_ptr codec) {
  jpeg_output *output = (jpeg_output *)codec->dest;
  output->out->count = output->out->capacity;
  open_room(codec);
  return TRUE;
}

static void close_room(j_compress_ptr codec) {
  jpeg_output *output = (jpeg_output *)codec->dest;
  output->out->count = output->out->capacity - output->manager.free_in_buffer;
}

struct segue_jpeg_encoder {
  struct jpeg_compress_struct codec;
  jpeg_failure failure;
  jpeg_output output;
};

segue_jpeg_encoder *segue_jpeg_encoder_create(void) {
  segue_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  encoder->codec.err = prepare(&encoder->failure);
  if (setjmp(encoder->failure.jump)) {
    jpeg_destroy_compress(&encoder->codec);
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->codec);
  encoder->output.manager.init_destination = open_room;
  encoder->output.manager.empty_output_buffer = room_is_full;
  encoder->output.manager.term_destination = close_room;
  encoder->codec.dest = &encoder->output.manager;
  return encoder;
}

void segue_jpeg_encoder_free(segue_jpeg_encoder *encoder) {
  if (encoder) jpeg_destroy_compress(&encoder->codec);
  free(encoder);
}

segue_result segue_jpeg_begin(segue_jpeg_encoder *encoder, segue_buffer *out, segue_dimensions dimensions, int quality,
                              bool halve_chroma, const uint8_t *profile, size_t profile_count) {
  struct jpeg_compress_struct *codec = &encoder->codec;
  encoder->failure.result = segue_success();
  if (setjmp(encoder->failure.jump)) return encoder->failure.result;
  // Discards the state of a failed frame.
  jpeg_abort_compress(codec);
  out->count = 0;
  encoder->output.out = out;
  codec->image_width = dimensions.width;
  codec->image_height = dimensions.height;
  codec->input_components = 3;
  codec->in_color_space = JCS_YCbCr;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = halve_chroma ? 2 : 1;
  codec->raw_data_in = TRUE;
  jpeg_start_compress(codec, TRUE);
  if (profile_count > 0) jpeg_write_icc_profile(codec, profile, (unsigned)profile_count);
  return encoder->failure.result;
}

segue_result segue_jpeg_add_rows(segue_jpeg_encoder *encoder, segue_buffer *out, const uint8_t *const planes[3],
                                 const size_t strides[3]) {
  struct jpeg_compress_struct *codec = &encoder->codec;
  encoder->output.out = out;
  if (setjmp(encoder->failure.jump)) return encoder->failure.result;
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY arrays[3];
  for (int c = 0; c < 3; c++) {
    arrays[c] = rows[c];
    for (int y = 0; y < DCTSIZE * codec->comp_info[c].v_samp_factor; y++)
      rows[c][y] = (JSAMPROW)(planes[c] + (size_t)y * strides[c]);
  }
  jpeg_write_raw_data(codec, arrays, (JDIMENSION)(DCTSIZE * codec->max_v_samp_factor));
  return encoder->failure.result;
}

segue_result segue_jpeg_end(segue_jpeg_encoder *encoder, segue_buffer *out) {
  encoder->output.out = out;
  if (setjmp(encoder->failure.jump)) return encoder->failure.result;
  jpeg_finish_compress(&encoder->codec);
  return encoder->failure.result;
}
