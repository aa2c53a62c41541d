/// An effect as Swift for users of the library: a type for a shader, and members such as `.cube(eye: 3)`.
struct TypedEffect {
  /// A property of the type.
  private struct Property {
    let name: String
    let type: String
    let defaultValue: String
    var summary = ""
    /// The expression of a shader's argument.
    var argument = ""
  }

  private let kind: EffectKind
  private let family: String
  private let name: String
  private let type: String
  private let summary: String
  private let properties: [Property]
  private let file: SourceFile

  /// Reads a file; nil if it declares no effect.
  init?(_ file: SourceFile) {
    guard let effect = Effect(file) else { return nil }
    (kind, name, self.file) = (effect.kind, effect.name, file)
    family = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst() + "s"
    let ending = kind == .blend ? "-blend" : ""
    let base = SourceFile(
      path: String(file.name.hasSuffix(ending) ? file.name.dropLast(ending.count) : file.name), text: "")
    if file.isSwift {
      type = kind == .transition ? "Transitions.\(file.name)" : String(file.name)
      let sentence = file.text.firstMatch(of: /static let summary =\s+"([^"]*)"/)
      summary = sentence.map { String($0.1) } ?? ""
      properties = Self.properties(of: file, type)
    } else {
      let identifier = base.identifier
      type =
        "\(family).\(identifier.first == "_" ? identifier : identifier.prefix(1).uppercased() + identifier.dropFirst())"
      summary = String(file.lines.first?.dropFirst(3) ?? "")
      properties = file.lines.compactMap { Self.property(of: $0, isAnimated: effect.kind != .transition) }
    }
  }

  /// The declarations of the effect.
  var declarations: String { (file.isShader ? structure : alias) + members }

  /// An entry of the table for tests.
  var entry: String { "    (\"\(name)\", \(type)()),\n" }

  // MARK: Types

  /// The type in the namespace of its kind, for types that stand outside of it.
  private var alias: String {
    guard kind != .transition else { return "" }
    let short = kind == .blend && type.hasSuffix("Blend") ? String(type.dropLast(5)) : type
    return "extension \(family) {\n  /// \(summary)\n  public typealias \(short) = SegueFilters.\(type)\n}\n"
  }

  /// The type of a shader.
  private var structure: String {
    let own = type.split(separator: ".").last ?? ""
    var text = "extension \(family) {\n  /// \(summary)\n"
    let keys = ShaderKeys(of: file)
    if let source = keys.source { text += "  ///\n  /// - Source: \(source)\n" }
    text += "  public struct \(own): \(kind.rawValue.capitalized) {\n"
    for property in properties {
      text += "    /// \(property.summary)\n    public var \(property.name): \(property.type)\n"
    }
    let arguments = properties.map { "\($0.name): \($0.type) = \($0.defaultValue)" }.joined(separator: ", ")
    text += "\n    /// Makes the \(kind.rawValue).\n    public init(\(arguments)) {\n"
    text += properties.map { "      self.\($0.name) = \($0.name)\n" }.joined() + "    }\n\n"
    let shader = "BuiltInShader(.\(file.identifier))"
    text +=
      "    private static let shader = \(shader)\n\n    private var arguments: [ShaderArgument] {\n      ["
    text +=
      properties.map { "ShaderArgument(\"\($0.name.filter { $0 != "`" })\", \($0.argument))" }.joined(
        separator: ", ") + "]\n    }\n\n"
    switch kind {
    case .filter:
      let made = "Self.shader.with(arguments, at: progress)"
      let rows = keys.convolution.map {
        "Convolution(shader: \(made), weights: Convolution.\($0)).apply(to: input, at: progress)"
      }
      text += "    public func apply(to input: any RowSource, at progress: Double) -> any RowSource {\n      "
      text += (rows ?? "\(made).rows(of: [input], at: progress)") + "\n    }\n"
    case .blend:
      text +=
        "    public func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {\n"
      text += "      Self.shader.with(arguments, at: progress).rows(of: [a, b], at: progress)\n    }\n"
    case .transition:
      let timing = keys.timing.map { ", timing: \($0)" } ?? ""
      text +=
        "    private var item: BuiltInTransition {\n      BuiltInTransition(shader: Self.shader.with(arguments, at: 0)"
      text += "\(timing.isEmpty ? ", timing: Timing()" : timing), isUndone: \(keys.isUndone))\n    }\n\n"
      text += "    public func chain(_ operation: TransitionOperation) -> Chain { item.chain(operation) }\n\n"
      text += "    public var timing: Timing { item.timing }\n"
    }
    return text + "  }\n}\n"
  }

  // MARK: Members

  /// The members by which Swift finds the effect behind a dot.
  private var members: String {
    let protocolName = kind.rawValue.capitalized
    let last = String(type.split(separator: ".").last ?? "")
    let short = kind == .blend && last.hasSuffix("Blend") ? String(last.dropLast(5)) : last
    let member = Self.lowercasedStart(of: short)
    var text = "extension \(protocolName) where Self == \(type) {\n  /// \(summary)\n"
    text += "  public static var \(member): \(type) { \(type)() }\n"
    if !properties.isEmpty {
      let arguments = properties.map { "\($0.name): \($0.type) = \(type)().\($0.name)" }.joined(
        separator: ", ")
      text +=
        "\n  /// \(summary)\n  public static func \(member)(\(arguments)) -> \(type) {\n    var made = \(type)()\n"
      text += properties.map { "    made.\($0.name) = \($0.name)\n" }.joined() + "    return made\n  }\n"
    }
    return text + "}\n\n"
  }

  /// The name of a member: `GaussianBlur` is `gaussianBlur`, `RGBDilation` is `rgbDilation`.
  private static func lowercasedStart(of name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count == name.count { return name.lowercased() }
    return name.prefix(max(1, capitals.count - 1)).lowercased() + name.dropFirst(max(1, capitals.count - 1))
  }

  // MARK: Properties

  /// The property of a uniform's line; nil for other lines.
  private static func property(of line: Substring, isAnimated: Bool) -> Property? {
    guard
      let match = line.wholeMatch(
        of: /uniform (\w+) (\w+); \/\/ = (.*?)(?:, shown .*?)?(?: in (\S+?)(?: (.+?))?)?\s*: (.*)/)
    else { return nil }
    let (glsl, name, value) = (match.1, String(match.2), match.3)
    let range = [match.4, match.5].compactMap { $0 }.joined(separator: " ")
    let summary = match.6 + (range.isEmpty ? "" : " Range: \(range).")
    func made(_ type: String, _ value: Substring, _ argument: String) -> Property {
      Property(
        name: escaped(name), type: type, defaultValue: String(value), summary: String(summary),
        argument: argument)
    }
    let parts = value.split { "(), ".contains($0) }.dropFirst()
    switch glsl {
    case "float":
      return made(
        isAnimated ? "Animated" : "Double", value,
        isAnimated ? "[\(escaped(name))]" : "[Animated(\(escaped(name)))]")
    case "int": return made("Int", value, "[Animated(Double(\(name)))]")
    case "bool": return made("Bool", value, escaped(name))
    case "sampler2D": return made("Bitmap?", "nil", escaped(name))
    case "vec2", "vec3", "vec4":
      let count = Int(glsl.suffix(1)) ?? 0
      let numbers = parts.count == 1 ? Array(repeating: parts.first ?? "0", count: count) : Array(parts)
      let list = (0..<count).map { "Animated(\(escaped(name))[\($0)])" }.joined(separator: ", ")
      return made("SIMD\(count)<Double>", "[\(numbers.joined(separator: ", "))]", "[\(list)]")
    default: return nil
    }
  }

  /// The stored public properties of a type in Swift whose types can be read.
  private static func properties(of file: SourceFile, _ type: String) -> [Property] {
    guard let start = file.lines.firstIndex(where: { $0.contains("struct \(file.name): ") }) else {
      return []
    }
    let indentation = file.lines[start].prefix { $0 == " " }
    let body = file.lines[(start + 1)...].prefix { $0 != indentation + "}" }
    return body.compactMap { line in
      guard line.hasPrefix(indentation + "  public var "), !line.contains("{"),
        let match = line.firstMatch(of: /public var (\w+)(?:: ([^=]+?))?(?: = (.*))?$/),
        let own = match.2.map(String.init) ?? match.3.flatMap(inferredType)
      else { return nil }
      // Types declared in the effect are nested in it.
      let words = own.replacing(/\b[A-Z]\w*/) { word in
        let declarations = ["enum", "struct"].map { "public \($0) \(word.output): " }
        let isNested = file.lines.contains { line in
          line.hasPrefix("  ") && declarations.contains { line.contains($0) }
        }
        return (isNested && !own.contains(".\(word.output)") ? "\(type)." : "") + word.output
      }
      return Property(name: escaped(String(match.1)), type: words, defaultValue: "")
    }
  }

  /// The type of a default value, such as `Pixel` of `Pixel.black`; nil if the value does not tell.
  private static func inferredType(of value: Substring) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    if value.wholeMatch(of: /-?[0-9_]+/) != nil { return "Int" }
    if value.wholeMatch(of: /-?[0-9.\/ ]+/) != nil { return "Double" }
    if value.hasPrefix("Self.") { return nil }
    if let match = value.wholeMatch(of: /([A-Z]\w*)\(.*\)/) { return String(match.1) }
    return value.wholeMatch(of: /([A-Z][\w.]*)\.\w+/).map { String($0.1) }
  }

  private static func escaped(_ name: String) -> String {
    ["repeat", "in", "is", "as", "default", "where", "for"].contains(name) ? "`\(name)`" : name
  }
}
