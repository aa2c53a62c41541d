extension ShaderHost {
  /// GPUImage, and whoever writes fragment shaders as it does.
  ///
  /// - Source: GPUImage's filters: what they set from the size of the picture.
  static let gpuImage = ShaderHost(
    name: "GPUImage",
    uniforms: usual.merging([
      "texelWidth": .texelWidth, "texelHeight": .texelHeight, "texelWidthOffset": .texelWidth,
      "texelHeightOffset": .texelHeight, "imageWidthFactor": .texelWidth, "imageHeightFactor": .texelHeight,
      "aspectRatio": .inverseRatio, "imageSize": .resolution,
    ]) { $1 }, order: ["inputImageTexture", "inputImageTexture2"], isNoInput: isOfScenes)
}
