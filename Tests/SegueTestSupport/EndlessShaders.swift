/// Shaders whose loops never end, and the start of their error.
package enum EndlessShaders {
  /// A fragment shader that reads one picture.
  package static let filter = """
    precision highp float;
    varying highp vec2 textureCoordinate;
    uniform sampler2D inputImageTexture;
    void main() {
      vec4 c = texture2D(inputImageTexture, textureCoordinate);
      float s = 0.0;
      for (int i = 0; i < 1000000000; i++) { s += c.a + 1.0; if (s < -1.0) break; }
      gl_FragColor = vec4(c.rgb + s * 1.0e-9, 1.0);
    }
    """

  /// A transition in the form of gl-transitions.
  package static let transition = """
    vec4 transition(vec2 uv) {
      float s = 0.0;
      for (int i = 0; i < 1000000000; i++) { s += uv.x; if (s < -1.0) break; }
      return vec4(1.0, 0.0, 0.0, 1.0) + s * 1.0e-9;
    }
    """

  /// Start of the error of a shader in a file named `endless`.
  package static let error = "endless: its loops take more than "
}
