/// A uniform that a host or a user sets.
///
///     uniform float waves; // = 0.0, shown 30.0 in 0…100 across the picture: How many waves there are.
package struct ShaderParameter: Sendable {
  package let variable: Variable.ID
  package let name: String
  package let type: ShaderType
  /// The default's components, of the type's scalar, matrices by columns; zeros if the source has none, empty
  /// for a sampler.
  package let defaultValue: [Literal]
  /// The components of the value with which documentation demonstrates the parameter, if not the default.
  package var shownValue: [Literal]?
  /// Whether the source has a default.
  package let hasDefault: Bool
  /// The range of each component, from the source.
  package let range: ClosedRange<Double>?
  /// The unit of a number, or an empty string: `across the picture`.
  package let unit: String
  /// A sentence that describes the parameter, or an empty string.
  package let summary: String
  package let location: SourcePosition
  /// Whether `location` is in the vertex shader.
  var isInVertexShader = false
  /// The host's value, used until the user sets the parameter; nil if the host has no value.
  package var hostValue: HostValue?
  /// Whether the parameter is a picture of sound data, which is transparent black until it is set.
  package var isSilent = false
  /// The picture file that belongs to the shader and is read for the parameter; nil if there is none.
  package var file: String?
  /// The replacement for a picture that is not set.
  package var unset = UnsetPicture.error
}

/// The picture that a sampler reads if neither host nor user sets it.
package enum UnsetPicture: Sendable {
  /// No picture: reading the sampler is an error.
  case error
  /// The frame's first picture, chosen by the comment `= picture` of the uniform.
  case firstPicture
  /// An empty picture of size 0.
  case nothing
}
