// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import FoundationEssentials

/// Encodes a value as JSON on one line, with sorted keys.
func encodeJSON(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
