// Writes the frame of a transition at a progress as PNG: frame FROM TO TRANSITION PROGRESS OUT.png
#include <segue.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
  if (count != 6) return 64;
  segue_picture from = segue_picture_from_file(arguments[1]), to = segue_picture_from_file(arguments[2]);
  // Makes no further call after a failed call, since a second failure would replace the stored error.
  segue_renderer renderer = from && to ? segue_renderer_make(from, to, arguments[3], NULL) : 0;
  segue_picture frame = renderer ? segue_renderer_picture(renderer, atof(arguments[4])) : 0;
  segue_bytes png = frame ? segue_picture_encode(frame, "png") : 0;
  const void *data;
  size_t length;
  if (!png || !segue_bytes_data(png, &data, &length)) {
    fprintf(stderr, "%s: %s\n", segue_error_code(), segue_error_message());
    return 1;
  }
  FILE *file = fopen(arguments[5], "wb");
  if (!file || fwrite(data, 1, length, file) != length || fclose(file) != 0) return 74;
  uint64_t handles[] = {from, to, renderer, frame, png};
  for (int i = 0; i < 5; i++) segue_free(handles[i]);
}
