import FoundationEssentials

/// The header of an ISF shader.
struct ISFHeader {
  let description: String?
  let credit: String?
  private(set) var parameters: [HostParameter] = []
  private(set) var passes: [PassSyntax] = []

  /// The names of the input pictures.
  private(set) var images: [String] = []

  /// Whether the shader is a transition.
  var isTransition: Bool { images.contains("startImage") && images.contains("endImage") }

  /// Reads the first comment `/*{ … }*/` with keys of ISF; nil without one.
  init?(_ source: SourceClues) {
    let text = source.blockComments.lazy.map { trimmed($0[...]) }.first { text in
      text.hasPrefix("{")
        && ["\"ISFVSN\"", "\"INPUTS\"", "\"CATEGORIES\""].contains { text.contains($0) }
    }
    guard let text else { return nil }
    let decoder = JSONDecoder()
    // Existing headers have trailing commas and tabs in strings. JSON5 allows only the commas, so tabs become
    // spaces.
    decoder.allowsJSON5 = true
    decoder.keyDecodingStrategy = .custom { path in Key(path.last?.stringValue ?? "") }
    guard let header = try? decoder.decode(Header.self, from: Data(text.replacing("\t", with: " ").utf8))
    else {
      source.sink.error("the header is no JSON that ISF knows: see https://github.com/mrRay/ISF_Spec", at: 0)
      return nil
    }
    (description, credit) = (header.description, header.credit)
    for input in header.inputs ?? [] {
      guard let parameter = input.parameter else {
        source.sink.error(
          "the input '\(input.name)' has the type '\(input.type)', which ISF does not have", at: 0)
        continue
      }
      parameters.append(parameter)
    }
    images = parameters.filter { $0.type.isSampler && !$0.isSilent }.map(\.name)
    for (name, file) in (header.imported?.files ?? [:]).sorted(by: { $0.key < $1.key }) {
      parameters.append(
        HostParameter(name: name, type: .sampler2D, summary: "The picture \(file).", file: file))
    }
    let buffers = Set(header.buffers?.names ?? [])
    passes = (header.passes ?? []).map { pass in
      PassSyntax(
        target: pass.target, width: pass.width?.text, height: pass.height?.text,
        isKept: pass.persistent?.isTrue ?? buffers.contains(pass.target ?? ""),
        hasFloats: pass.float?.isTrue ?? false)
    }
    var targets: [String] = []
    for case let target? in passes.map(\.target) where !targets.contains(target) { targets.append(target) }
    parameters += targets.map { HostParameter(name: $0, type: .sampler2D) }
  }

  /// Maps an upper-case key of the header to the name of a property.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) {
      stringValue = ["DEFAULT": "initial", "PERSISTENT_BUFFERS": "buffers"][key] ?? key.lowercased()
    }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Header: Decodable {
    var description: String?
    var credit: String?
    var inputs: [Input]?
    var passes: [Pass]?
    var imported: Imported?
    var buffers: Buffers?
  }

  private struct Pass: Decodable {
    var target: String?
    var width: Value?
    var height: Value?
    var persistent: Value?
    var float: Value?
  }

  private struct Input: Decodable {
    var name: String
    var type: String
    var initial: Value?
    var min: Value?
    var max: Value?
    var label: String?

    /// The uniform of the input; nil for an unknown type.
    var parameter: HostParameter? {
      func make(_ type: ShaderType, _ defaults: [Double]) -> HostParameter {
        let given = initial?.numbers ?? []
        let numbers = defaults.indices.map { $0 < given.count ? given[$0] : defaults[$0] }
        let literals: [Literal] = numbers.map { number in
          switch type.scalar {
          case .bool: .bool(number != 0)
          case .int: .int(Int32(Swift.max(-0x1p31, Swift.min(number.isFinite ? number : 0, 0x1p31 - 1))))
          default: .float(number)
          }
        }
        var parameter = HostParameter(
          name: name, type: type, defaultValue: literals, summary: label.map { "\($0)." } ?? "")
        // Ignores a range that does not contain the default.
        if type == .float, let low = min?.numbers.first, let high = max?.numbers.first, low < high,
          low...high ~= numbers[0]
        {
          parameter.range = low...high
        }
        return parameter
      }
      switch self.type {
      case "float":
        // The default is the middle of the range, as in ISF editors.
        let (low, high) = (min?.numbers.first, max?.numbers.first)
        return make(.float, [low.flatMap { low in high.map { (low + $0) / 2 } } ?? low ?? 0])
      case "bool", "event": return make(.bool, [0])
      case "long": return make(.int, [0])
      case "point2D": return make(.vec2, [0, 0])
      case "color": return make(.vec4, [0, 0, 0, 1])
      case "image": return HostParameter(name: name, type: .sampler2D)
      case "audio", "audioFFT": return HostParameter(name: name, type: .sampler2D, isSilent: true)
      default: return nil
      }
    }
  }

  /// The value of a key; headers also write numbers as strings, and bools as numbers.
  private enum Value: Decodable {
    case numbers([Double])
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let truth = try? container.decode(Bool.self) {
        self = .numbers([truth ? 1 : 0])
      } else if let number = try? container.decode(Double.self) {
        self = .numbers([number])
      } else if let text = try? container.decode(String.self) {
        self = Double(text).map { .numbers([$0]) } ?? .text(text)
      } else {
        self = .numbers(try container.decode([Double].self))
      }
    }

    var numbers: [Double] { if case .numbers(let numbers) = self { numbers } else { [] } }
    var isTrue: Bool { numbers.contains { $0 != 0 } }
    /// The value as a size expression.
    var text: String {
      switch self {
      case .numbers(let numbers): numbers.first.map { "\($0)" } ?? ""
      case .text(let text): text
      }
    }
  }

  /// Imported pictures: an object with a key for each name, or a list in version 1 of ISF.
  private struct Imported: Decodable {
    let files: [String: String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let named = try? container.decode([String: [String: String]].self) {
        files = named.compactMapValues { $0["PATH"] }
      } else {
        files = try container.decode([[String: String]].self).reduce(into: [:]) { files, entry in
          if let name = entry["NAME"] { files[name] = entry["PATH"] }
        }
      }
    }
  }

  /// Persistent buffers in version 1 of ISF: a list, or an object with a key for each name.
  private struct Buffers: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let list = try? container.decode([String].self) {
        names = list
      } else {
        names = Array(try container.decode([String: [String: Value]].self).keys)
      }
    }
  }
}

/// A rendered pass; a pass without a target renders the frame.
struct PassSyntax: Sendable {
  /// The name of the sampler that reads the result of the pass; nil if no sampler reads it.
  var target: String?
  /// The size as an expression, in which `$WIDTH` and `$HEIGHT` are the frame's size and `$name` is a
  /// parameter; nil for the frame's size.
  var width: String?
  var height: String?
  /// Whether the next frame can read the result of the pass.
  var isKept = false
  /// Whether the result has four floats a pixel.
  var hasFloats = false
}
