extension ShaderHost {
  /// Fragment shaders for viewers and sketches: `gl_FragCoord.xy / u_resolution`, with y up in pictures as well.
  ///
  /// - Source: glslViewer, glslCanvas, The Book of Shaders, three.js and GLSL Sandbox: the names of their uniforms.
  static let plain = ShaderHost(
    name: "fragment",
    isFlipped: true,
    uniforms: usual)

  /// The uniforms that everybody uses.
  static let usual: [String: HostValue] = [
    "u_resolution": .resolution, "resolution": .resolution, "uResolution": .resolution,
    "iResolution": .resolution, "u_time": .time, "time": .time, "uTime": .time, "iTime": .time,
    "iGlobalTime": .time, "u_delta": .frameDuration, "iTimeDelta": .frameDuration, "u_frame": .frameNumber,
    "iFrame": .frameNumber, "u_date": .date, "iDate": .date, "u_mouse": .nothing, "mouse": .nothing,
    "uMouse": .nothing, "iMouse": .nothing, "u_progress": .progress, "u_ratio": .ratio, "aspect": .ratio,
    "texelSize": .texel, "u_texelSize": .texel, "uTexelSize": .texel, "uInputSize": .resolutionAndTexel,
  ]

  /// It asks for the size of the frame, or counts its pixels, and has nothing of GPUImage's.
  static func isPlain(_ source: SourceClues) -> Bool {
    let names = source.inputs + source.variables.keys
    guard !names.contains(where: { $0.lowercased().hasSuffix("texturecoordinate") }),
      !source.variables.keys.contains(where: { $0.hasPrefix("inputImageTexture") })
    else { return false }
    return plain.uniforms.keys.contains { $0.lowercased().hasSuffix("resolution") && source.hasUniform($0) }
      || source.inputs.isEmpty && source.identifiers.contains("gl_FragCoord")
  }
}
