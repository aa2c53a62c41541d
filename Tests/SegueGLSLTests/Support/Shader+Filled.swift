import SeguePixels
import SegueRendering
import SegueShaders

extension Shader {
  /// Returns the shader with a picture for each sampler that neither the host nor the user fills.
  func filled(with picture: Bitmap) throws -> Shader {
    try parameters.reduce(self) { shader, parameter in
      do throws(ParameterError) {
        try shader.checkIsFilled()
        return shader
      } catch {
        guard error.code == .parameterMissing, error.parameter.hasSuffix("'\(parameter.name)'") else {
          return shader
        }
        return try shader.with(picture, for: parameter.name)
      }
    }
  }
}
