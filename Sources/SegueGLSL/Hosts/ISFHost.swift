extension ShaderHost {
  /// The Interactive Shader Format: a JSON object in the first comment declares inputs and passes, and `main`
  /// computes the color of a pixel.
  ///
  /// - Source: The Interactive Shader Format, specification version 2: https://github.com/mrRay/ISF_Spec
  static func isf(_ source: SourceClues) -> ShaderHost? {
    guard let header = ISFHeader(source) else { return nil }
    var host = ShaderHost(name: "ISF", isFlipped: true)
    host.header = ShaderHeader(author: header.credit, summary: header.description)
    host.builtIns = [
      BuiltIn("RENDERSIZE", .vec2, .resolution), BuiltIn("TIMEDELTA", .float, .frameDuration),
      BuiltIn("PASSINDEX", .int, .pass),
    ]
    let known: [HostParameter] = [
      HostParameter("TIME", .float, .time), HostParameter("FRAMEINDEX", .int, .frameNumber),
      HostParameter("DATE", .vec4, .date),
    ]
    let images = header.images
    if header.isTransition {
      host.pictures = ["startImage", "endImage"]
      host.builtIns.append(BuiltIn("progress", .float, .progress))
    } else {
      host.pictures = [images.contains("inputImage") ? "inputImage" : images.first ?? ""]
    }
    host.parameters =
      header.parameters.filter { !(header.isTransition && $0.name == "progress") }
      + known.filter { source.identifiers.contains($0.name) }
    host.passes = header.passes
    host.before =
      """
      varying vec2 isf_FragNormCoord;
      varying vec2 vv_FragNormCoord;
      vec4 IMG_NORM_PIXEL(sampler2D image, vec2 place) { return texture2D(image, place); }
      vec4 IMG_PIXEL(sampler2D image, vec2 pixel) { return texture2D(image, pixel / vec2(textureSize(image, 0))); }
      vec4 IMG_THIS_PIXEL(sampler2D image) { return texture2D(image, isf_FragNormCoord); }
      vec4 IMG_THIS_NORM_PIXEL(sampler2D image) { return texture2D(image, isf_FragNormCoord); }
      vec4 IMG_NORM_THIS_PIXEL(sampler2D image) { return texture2D(image, isf_FragNormCoord); }
      vec2 IMG_SIZE(sampler2D image) { return vec2(textureSize(image, 0)); }

      """
      + host.parameters.filter(\.type.isSampler).flatMap { image in
        [
          ("vec4", "_\(image.name)_imgRect", "vec4(0.0, 0.0, 1.0, 1.0)"),
          ("vec2", "_\(image.name)_imgSize", "vec2(textureSize(\(image.name), 0))"),
          ("bool", "_\(image.name)_flip", "false"),
        ]
      }
      .filter { _, name, _ in source.identifiers.contains(name) }
      .map { type, name, value in "\(type) \(name) = \(value);\n" }.joined()
    host.vertexInputs = ["isf_FragNormCoord", "vv_FragNormCoord"]
    host.beforeVertex = """
      attribute vec2 isf_uv;
      void isf_vertShaderInit() { isf_FragNormCoord = isf_uv; vv_FragNormCoord = isf_uv; }
      void vv_vertShaderInit() { isf_vertShaderInit(); }
      """
    return host
  }
}
