extension ShaderHost {
  /// PixiJS: filters of versions 4 to 8.
  ///
  /// - Source: PixiJS, the uniforms of its filter system.
  static let pixi = ShaderHost(
    name: "PixiJS",
    countsFromTop: true, givesPlaces: true,
    uniforms: [
      "uInputSize": .resolutionAndTexel, "inputSize": .resolutionAndTexel, "filterArea": .resolutionAndTexel,
      "uInputPixel": .resolutionAndTexel, "inputPixel": .resolutionAndTexel, "uInputClamp": .texelCenters,
      "inputClamp": .texelCenters, "filterClamp": .texelCenters, "uOutputFrame": .frame,
      "outputFrame": .frame,
      "uOutputTexture": .resolution, "dimensions": .resolution, "uDimensions": .resolution,
      "uTexelSize": .texel, "uTime": .time, "time": .time,
    ], order: ["uTexture", "uSampler"])

  /// Recognizes PixiJS by its names for the position and the picture.
  static func isPixi(_ source: SourceClues) -> Bool {
    source.inputs.contains("vTextureCoord")
      && (source.hasUniform("uSampler") || source.hasUniform("uTexture"))
  }
}
