// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import FoundationEssentials

extension ParameterDescription: Encodable {
  private enum Key: String, CodingKey {
    case name, defaultValue = "default", shownValue = "shown", minimum, maximum, words, unit, summary,
      required
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encodeIfPresent(shownValue, forKey: .shownValue)
    if isRequired { try container.encode(true, forKey: .required) }
    switch kind {
    case .number(let range):
      try container.encode(Double(defaultValue), forKey: .defaultValue)
      try container.encode(range.lowerBound, forKey: .minimum)
      try container.encode(range.upperBound, forKey: .maximum)
      try container.encode(unit, forKey: .unit)
    case .rectangle, .color, .picture, .file, .fileOrName, .points, .groups, .numbers:
      try container.encode(defaultValue, forKey: .defaultValue)
    case .word(let words):
      try container.encode(defaultValue, forKey: .defaultValue)
      try container.encode(words, forKey: .words)
    }
  }
}

/// Encodes a value as JSON on one line, with sorted keys.
func encodeJSON(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
