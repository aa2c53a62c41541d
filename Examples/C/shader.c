// Writes a transition by a custom shader, given as GLSL text: shader FROM TO FILE
#include <segue.h>
#include <stdio.h>

// The options are JSON, in which the shader's text has \n for line breaks.
static const char options[] =
  "{\"source\": {\"name\": \"stripes.glsl\", \"text\": \""
  "// strips = 12 : how many strips there are, 1 to 100\\n"
  "uniform float strips;\\n"
  "vec4 transition(vec2 p) {\\n"
  "  return fract(p.x * strips) < progress ? getToColor(p) : getFromColor(p);\\n"
  "}\"}, \"transition\": {\"name\": \"stripes\", \"parameters\": {\"strips\": 20}}, \"duration\": 1, \"fps\": 30}";

int main(int count, char **arguments) {
  if (count != 4) return 64;
  segue_picture from = segue_picture_from_file(arguments[1]), to = segue_picture_from_file(arguments[2]);
  segue_renderer renderer = from && to ? segue_renderer_make(from, to, NULL, options) : 0;
  if (!renderer || !segue_export(renderer, arguments[3], "{\"existing\": \"overwrite\"}", NULL, NULL)) {
    // An error in the shader names its line, such as "stripes.glsl:4:37: …".
    fprintf(stderr, "%s\n", segue_error_message());
    return 1;
  }
  segue_free(renderer);
  segue_free(from);
  segue_free(to);
}
