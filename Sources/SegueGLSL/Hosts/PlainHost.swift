extension ShaderHost {
  /// Fragment shaders of viewers and sketches: `gl_FragCoord.xy / u_resolution`, with the y axis pointing up
  /// in positions and in pictures.
  ///
  /// - Source: glslViewer (UNIFORMS.md, DEFINES.md), glslCanvas, The Book of Shaders, three.js and GLSL
  ///   Sandbox, for the names of uniforms.
  private static let plain = ShaderHost(
    name: "fragment", isFlipped: true, uniforms: usual, order: ["u_tex0"], knowsSizesOfPictures: true,
    isNoInput: isOfScenes)

  /// Makes the host of a sketch, with a pass that stores the previous frame if the sketch reads it.
  static func plain(_ source: SourceClues) -> ShaderHost {
    var host = plain
    if let name = lastFrames.first(where: source.hasUniform) {
      host.passes = [PassSyntax(target: name, isKept: true)]
    }
    return host
  }

  /// The names of samplers that read the previous frame.
  private static let lastFrames = ["backbuffer", "u_backbuffer", "u_backBuffer", "backBuffer"]

  /// The values of common uniforms, by name; a name may have the prefix `u_`, `u` or `i`.
  static let usual: [String: HostValue] = {
    let values: KeyValuePairs<String, HostValue> = [
      "resolution": .resolution, "time": .time, "delta": .frameDuration, "frame": .frameNumber,
      "date": .date, "mouse": .nothing, "progress": .progress, "ratio": .ratio,
    ]
    var names: [String: HostValue] = [
      "iGlobalTime": .time, "iTimeDelta": .frameDuration, "iFrameRate": .frameRate, "aspect": .ratio,
      "texelSize": .texel, "u_texelSize": .texel, "uTexelSize": .texel, "uInputSize": .resolutionAndTexel,
      "u_pixelDensity": .one, "u_sceneFps": .frameRate, "u_view2d": .identity, "u_modelMatrix": .identity,
      "u_modelViewProjectionMatrix": .identity,
    ]
    for (name, value) in values {
      let capital = name.prefix(1).uppercased() + name.dropFirst()
      for whole in [name, "u_" + name, "u" + capital, "i" + capital] { names[whole] = value }
    }
    return names
  }()

  /// Whether a name belongs to glslViewer's or glslCanvas's scenes, lights or internal passes.
  @Sendable static func isOfScenes(_ name: String) -> Bool {
    if usual[name] != nil || name == "u_tex0" { return false }
    let stem = name.reversed().drop(while: \.isNumber).reversed()
    let isNumbered = stem.count < name.count
    let ofPasses = ["u_tex", "u_buffer", "u_doubleBuffer", "u_pyramid", "u_pyramidTex", "u_flood"]
    return isNumbered && ofPasses.contains(String(stem)) || lastFrames.contains(name)
      || [
        "u_scene", "u_camera", "u_light", "u_ibl", "u_SH", "u_cubeMap", "u_pyramid", "u_convolutionPyramid",
        "u_ssao", "u_model", "u_viewMatrix", "u_projectionMatrix", "u_inverse", "u_normalMatrix",
      ].contains { name.hasPrefix($0) }
  }

  /// Returns the passes of a source, in rendering order: for each pass, the macro that glslViewer and
  /// glslCanvas define, and the sampler that reads the result of the pass.
  package static func passes(named names: Set<String>) -> [(macro: String?, sampler: String)] {
    let kinds: KeyValuePairs = ["BUFFER_": "u_buffer", "DOUBLE_BUFFER_": "u_doubleBuffer"]
    let buffers: [(macro: String?, sampler: String)] = kinds.flatMap { macro, sampler in
      names.compactMap { name in name.hasPrefix(macro) ? Int(name.dropFirst(macro.count)) : nil }.sorted()
        .map { ("\(macro)\($0)", "\(sampler)\($0)") }
    }
    return names.contains(postprocessing) ? buffers + [(nil, "u_scene")] : buffers
  }

  /// The name of the macro that is defined for the last pass, which reads the rendered scene as `u_scene`.
  package static let postprocessing = "POSTPROCESSING"

  /// Recognizes sources that use the frame's size or `gl_FragCoord`, without names of GPUImage.
  static func isPlain(_ source: SourceClues) -> Bool {
    let names = source.inputs + source.variables.keys
    guard !names.contains(where: { $0.lowercased().hasSuffix("texturecoordinate") }),
      !source.variables.keys.contains(where: { $0.hasPrefix("inputImageTexture") })
    else { return false }
    return plain.uniforms.keys.contains { $0.lowercased().hasSuffix("resolution") && source.hasUniform($0) }
      || source.inputs.isEmpty && source.identifiers.contains("gl_FragCoord")
  }
}
