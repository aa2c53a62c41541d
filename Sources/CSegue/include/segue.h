// The C interface of Segue: transitions between two pictures, filters, and files of frames.
//
// Handles. A handle is a number that stands for a picture, a renderer or encoded bytes. `segue_free` frees a
// handle. 0 is never a handle. The number of a freed handle is not used again, and a call with this number is
// an error.
//
// Errors. A failed function returns false, the handle 0 or the text NULL. `segue_error_code` and
// `segue_error_message` then have the reason. Arguments are checked: NULL, a wrong size, a stride shorter
// than a row, text that is not UTF-8, and a handle of the wrong kind are errors. The length of the memory
// behind a pointer cannot be checked.
//
// Threads. Every function may be called from any thread at any time, also with the same handle. If a handle
// is freed while a call on another thread uses it, the memory is released after that call. After `fork`, a
// child may not call any function before `exec`.
//
// Text is UTF-8 and ends in a zero byte. Text arguments are copied.
#ifndef SEGUE_H
#define SEGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#define SEGUE_OPTIONAL _Nullable
#define SEGUE_REQUIRED _Nonnull
#else
#define SEGUE_OPTIONAL
#define SEGUE_REQUIRED
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A picture in memory: sRGB with alpha, and 8 bits, 16 bits or a float a channel.
typedef uint64_t segue_picture;
// The frames of a transition between two pictures, or of filters applied to one picture.
typedef uint64_t segue_renderer;
// The bytes of an encoded picture.
typedef uint64_t segue_bytes;

// The order and the type of the channels of a pixel: bytes (8), `uint16_t` (16) or `float`. Colors are straight
// (independent of alpha), as in image files, or premultiplied. RGB and BGR layouts have no alpha: pixels read in
// them are opaque, and frames written in them are composited over black. Frames of opaque pictures have
// transparency only if an effect adds it.
//
// The range 0 to 1 of floats stands for 0 to 255 of bytes and 0 to 65535 of `uint16_t`. Colors may be outside
// of 0 to 1; NaN is read as 0, and an alpha outside of 0 to 1 as 0 or 1. Frames in layouts of 16 bits and
// floats are computed with floats, frames in layouts of 8 bits with bytes; docs/depth.md names the filters
// that always compute with bytes.
typedef int32_t segue_layout;
enum {
  SEGUE_RGBA8 = 1,
  SEGUE_RGBA8_PREMULTIPLIED = 2,
  SEGUE_BGRA8 = 3,
  SEGUE_BGRA8_PREMULTIPLIED = 4,
  SEGUE_RGB8 = 5,
  SEGUE_BGR8 = 6,
  SEGUE_RGBA16 = 7,
  SEGUE_RGB16 = 8,
  SEGUE_RGBA_FLOAT = 9,
  SEGUE_RGB_FLOAT = 10,
};

// Pixels in memory of the caller. `data` points to the first pixel of the top row. `data` and `stride` are
// multiples of the size of a channel. `stride` is the number of bytes between the starts of two adjacent
// rows: at least the length of a row; negative, of at least this magnitude, if rows are stored from bottom to
// top; 0 for rows without padding. `width` and `height` are in pixels, from 1.
typedef struct segue_pixels {
  void *SEGUE_OPTIONAL data;
  ptrdiff_t stride;
  int32_t width;
  int32_t height;
  segue_layout layout;
} segue_pixels;

// Receives the progress of an export: the number of frames written, and the total number of frames. `context`
// is the pointer that the caller passed. Returns false to stop the export. The function must return: if an
// exception, `longjmp` or `pthread_exit` leaves it, the export never ends.
typedef bool (*segue_progress)(void *SEGUE_OPTIONAL context, int64_t done, int64_t count);

// The code of the error of the last failed call on this thread, such as "file.missing"; "" if no call has
// failed. The page "Output for programs" lists the codes; "call.invalid-handle", "call.invalid-argument" and
// "call.stopped" exist only in this interface. The text is valid until the next failed call on this thread.
const char *SEGUE_REQUIRED segue_error_code(void);

// The message of the last failed call on this thread: one sentence, with the file's name if a file is
// involved; "" if no call has failed. The text is valid until the next failed call on this thread.
const char *SEGUE_REQUIRED segue_error_message(void);

// The version of the library, such as "0.1.0". The text is valid until the process ends.
const char *SEGUE_REQUIRED segue_version(void);

// All transitions, filters, blends, maps, easings and formats with their parameters, as the JSON of `segue
// list --json`. The text is valid until the process ends. NULL if the call failed; `segue_error_code` then
// has the reason.
const char *SEGUE_OPTIONAL segue_catalog(void);

// Sets the number of threads, up to 1024, that render a frame or run an export, for later calls in the whole
// process. The initial value, 0, stands for one thread per core that the process may use. Returns false for
// other counts. The pixels do not depend on the number of threads.
bool segue_use_threads(int32_t count);

// Frees a picture, a renderer or bytes. 0 is ignored. Returns false if the number is not a handle.
bool segue_free(uint64_t handle);

// The number of handles of all kinds, made on all threads, that are not freed yet.
int64_t segue_handle_count(void);

// Makes a picture from a copy of pixels. A color above its alpha in a premultiplied layout is an error.
segue_picture segue_picture_from_pixels(const segue_pixels *SEGUE_OPTIONAL pixels);

// Decodes an image file in memory, of `count` bytes; the caller may free the bytes afterwards. Colors become
// sRGB; a damaged image is an error. A channel of the picture has 8 bits, or 16 bits if the file has 9 to 16,
// or is a float if the file has floats. Formats that `segue` reads only through ffmpeg are not read.
segue_picture segue_picture_from_bytes(const void *SEGUE_OPTIONAL bytes, size_t count);

// Decodes an image file. A path such as "scans.tif[2]" names a picture in the file by its number, from 0.
segue_picture segue_picture_from_file(const char *SEGUE_OPTIONAL path);

// The width and height of a picture in pixels. Either pointer may be NULL.
bool segue_picture_size(segue_picture picture, int32_t *SEGUE_OPTIONAL width, int32_t *SEGUE_OPTIONAL height);

// Whether each pixel of a picture is opaque.
bool segue_picture_is_opaque(segue_picture picture, bool *SEGUE_OPTIONAL is_opaque);

// The number of bits a channel of a picture: 8, 16, or 32 for floats, even if the file had floats of 16 bits.
bool segue_picture_bits(segue_picture picture, int32_t *SEGUE_OPTIONAL bits);

// Copies a picture to memory of the caller. The width and height in `pixels` must equal the width and height
// of the picture.
bool segue_picture_copy(segue_picture picture, const segue_pixels *SEGUE_OPTIONAL pixels);

// Applies a filter, such as "gaussian-blur:sigma=4" or "sketch.glsl:strength=0.5", to a picture. The text has
// the form of `segue apply --filter`. The result is a new picture with the same number of bits a channel.
segue_picture segue_picture_filter(segue_picture picture, const char *SEGUE_OPTIONAL filter);

// Encodes a picture to the bytes of an image file. `format` is a name with options, such as "png" or
// "jpeg:quality=80".
segue_bytes segue_picture_encode(segue_picture picture, const char *SEGUE_OPTIONAL format);

// Gets the address and the number of the bytes. The address is valid until the handle is freed. Either
// pointer may be NULL.
bool segue_bytes_data(
  segue_bytes bytes, const void *SEGUE_OPTIONAL *SEGUE_OPTIONAL data, size_t *SEGUE_OPTIONAL count);

// Makes the frames of a transition between two pictures.
//
// `transition` is a name with parameters, such as "cube:eye=2", or the path of a GLSL or YAML file. If
// `transition` is NULL, the options give a shader, or filters and a blend; without any of these, the
// transition is pixellate-dissolve. `options` is NULL or a JSON object with the fields of a job, as `segue
// render --print-job` prints them: size, fit, background, light, dither, duration, fps, frames, ease, hold,
// reverse, boomerang, operation, fromFilters, toFilters, blend, filters, shader, source. `source` is GLSL
// text: {"name": "mine.glsl", "text": "…"}. `to` may be 0 if the options have only filters.
//
// The frame has the size of `from`, unless the options have a size. Both pictures may be freed afterwards.
segue_renderer segue_renderer_make(
  segue_picture from, segue_picture to, const char *SEGUE_OPTIONAL transition, const char *SEGUE_OPTIONAL options);

// The width and height of all frames in pixels. Either pointer may be NULL.
bool segue_renderer_size(segue_renderer renderer, int32_t *SEGUE_OPTIONAL width, int32_t *SEGUE_OPTIONAL height);

// The number of frames, both ends included, and the number of frames a second. Either pointer may be NULL.
bool segue_renderer_frames(
  segue_renderer renderer, int64_t *SEGUE_OPTIONAL count, double *SEGUE_OPTIONAL frames_per_second);

// Renders the frame at a progress of 0 to 1, already eased, to memory of the caller. The width and height in
// `pixels` must equal the width and height of the frame. At progress 0 the frame is the first picture, at 1
// the second. A progress outside 0 to 1 is an error.
bool segue_renderer_frame(
  segue_renderer renderer, double progress, const segue_pixels *SEGUE_OPTIONAL pixels);

// Renders the frame at a time of 0 to 1, a share of the duration, which the timing curve of the transition eases.
bool segue_renderer_frame_at_time(
  segue_renderer renderer, double time, const segue_pixels *SEGUE_OPTIONAL pixels);

// Renders a frame by its number, from 0: the frame that `segue render` writes with this number.
bool segue_renderer_numbered_frame(
  segue_renderer renderer, int64_t number, const segue_pixels *SEGUE_OPTIONAL pixels);

// Renders the frame at a progress of 0 to 1 as a picture, for example to encode it. The picture has as many
// bits a channel as the deepest picture from which the frame is computed.
segue_picture segue_renderer_picture(segue_renderer renderer, double progress);

// Writes all frames to a file, such as "movie.mp4" or "movie.webp", or each frame to its own file, such as
// "frames/%04d.png". Returns when the output is complete. A file appears under its name only when it is
// complete, and an existing file is an error.
//
// `options` is NULL or a JSON object with the fields of a job's output: format, options, encoderOptions,
// audio, audioFade, range, existing ("overwrite"), durable. Videos need ffmpeg.
//
// `progress` may be NULL. The callback is called on this thread, at the start, after frames and at least ten
// times a second; it may call any function. If the callback stops the export before the last frame, the
// result is false with the code "call.stopped", and no file is left. After the last frame, a stop has no
// effect: the file is complete, and the result is true.
bool segue_export(
  segue_renderer renderer, const char *SEGUE_OPTIONAL path, const char *SEGUE_OPTIONAL options,
  segue_progress SEGUE_OPTIONAL progress, void *SEGUE_OPTIONAL context);

#ifdef __cplusplus
}
#endif

#endif
