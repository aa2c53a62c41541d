/// A uniform a host sets.
///
///     uniform float waves; // = 0.0, shown 30.0 in 0…100 across the picture: How many waves there are.
package struct ShaderParameter: Sendable {
  package let variable: Variable.ID
  package let name: String
  package let type: ShaderType
  /// The default's components, of the type's scalar, matrices by columns.
  ///
  /// Zeros where the source has none; none for a sampler.
  package let defaultValue: [Literal]
  /// The components of the value that shows what the shader does, where the source has one beside the default.
  var shownValue: [Literal]?
  /// Whether the source has a default.
  package let hasDefault: Bool
  /// The range the source states, for each component.
  package let range: ClosedRange<Double>?
  /// What a number counts, or an empty string: `across the picture`.
  package let unit: String
  /// One sentence, or an empty string.
  package let summary: String
  package let location: SourcePosition
  /// Whether that is in the vertex shader.
  var isInVertexShader = false
  /// What the host puts there unless it is set.
  var hostValue: HostValue?
  /// Whether it is a picture of sound: black unless it is set.
  var isSilent = false
  /// The file of a picture that belongs to the shader.
  var file: String?
  /// What stands for a picture that is not set.
  var unset = UnsetPicture.error
}

/// What a sampler reads that neither its host nor a user fills.
enum UnsetPicture: Sendable {
  /// It is an error to read it.
  case error
  /// The first picture of the frame, as the source says.
  case firstPicture
  /// No picture: its size is 0.
  case nothing
}
