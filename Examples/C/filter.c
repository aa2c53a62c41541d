// Applies a filter to an array of pixels, in place: filter FILTER; prints the gray of the first row.
#include <segue.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 2) return 64;
  // Filters 16 of the 20 columns of an array of BGR pixels, the channel order of most cameras and of OpenCV.
  static unsigned char array[16][20][3];
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 16; x++)
      for (int c = 0; c < 3; c++) array[y][x][c] = x < 8 ? 0 : 255;
  segue_pixels part = {.data = array, .stride = sizeof array[0], .width = 16, .height = 16, .layout = SEGUE_BGR8};
  segue_picture picture = segue_picture_from_pixels(&part);
  segue_picture filtered = picture ? segue_picture_filter(picture, arguments[1]) : 0;
  if (!filtered || !segue_picture_copy(filtered, &part)) {
    fprintf(stderr, "%s\n", segue_error_message());
    return 1;
  }
  for (int x = 0; x < 16; x++) printf("%d ", array[0][x][0]);
  puts("");
  segue_free(picture);
  segue_free(filtered);
}
