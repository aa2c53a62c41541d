extension ShaderHost {
  /// GPUImage, and fragment shaders written in its style.
  ///
  /// - Source: GPUImage's filters, for the uniforms that they derive from the picture's size.
  static let gpuImage = ShaderHost(
    name: "GPUImage",
    uniforms: usual.merging([
      "texelWidth": .texelWidth, "texelHeight": .texelHeight, "texelWidthOffset": .texelWidth,
      "texelHeightOffset": .texelHeight, "imageWidthFactor": .texelWidth, "imageHeightFactor": .texelHeight,
      "aspectRatio": .inverseRatio, "imageSize": .resolution,
    ]) { $1 }, order: ["inputImageTexture", "inputImageTexture2"], isNoInput: isOfScenes)
}
