public import SeguePixels

/// A parameter of a filter, blend, transition or format: a property that can be set by name.
///
/// The default is the initial value of the property.
public struct NamedParameter<Owner: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// The type and range of allowed values.
  public let kind: ParameterKind
  /// The unit of a number; empty if none.
  public let unit: String
  /// One sentence that says what the parameter does.
  public let summary: String
  /// Whether the parameter must be given.
  let isRequired: Bool
  /// A value, as text, at which the effect is visible; only for parameters whose default changes nothing.
  fileprivate(set) var shownValue: String?
  let text: @Sendable (Owner) -> String
  let assign: @Sendable (inout Owner, ParameterValue) throws(ParameterError) -> Void

  /// Makes a parameter that is set from text.
  init(
    name: String, kind: ParameterKind, unit: String, summary: String,
    text: @escaping @Sendable (Owner) -> String,
    assign: @escaping @Sendable (inout Owner, String) throws(ParameterError) -> Void
  ) {
    self.init(
      name: name, kind: kind, unit: unit, summary: summary, text: text,
      assignValue: { (owner, value) throws(ParameterError) in
        guard case .text(let text) = value else {
          throw .invalid("a file", for: name, expected: "\(kind)")
        }
        try assign(&owner, text)
      })
  }

  fileprivate init(
    name: String, kind: ParameterKind, unit: String, summary: String, isRequired: Bool = false,
    text: @escaping @Sendable (Owner) -> String,
    assignValue: @escaping @Sendable (inout Owner, ParameterValue) throws(ParameterError) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.summary = summary
    self.isRequired = isRequired
    self.text = text
    assign = assignValue
  }

  /// Declares a value at which the effect is visible, for a parameter whose default changes nothing.
  ///
  /// The command and the studio use this value for a filter that is named without parameters.
  public func shown(_ value: String) -> NamedParameter {
    var parameter = self
    parameter.shownValue = value
    return parameter
  }

  /// Declares a parameter that is a picture, such as a color table; the picture is not fitted to the frame.
  public static func picture(
    _ name: String, _ path: WritableKeyPath<Owner, Bitmap?> & Sendable, _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .picture, unit: "", summary: summary, text: { _ in "none" },
      assignValue: { (owner, value) throws(ParameterError) in
        switch value {
        case .picture(let picture): owner[keyPath: path] = picture
        case .file(let file):
          guard case .picture(let picture) = file.content else {
            throw .unreadable(file: file.name, for: name, reason: "not a picture")
          }
          owner[keyPath: path] = picture
        case .text(let text): throw .invalid(text, for: name, expected: "\(ParameterKind.picture), read")
        }
      })
  }

  /// Declares a parameter that is a file, possibly a picture, from which a value such as a color table is
  /// read.
  ///
  /// - Parameters:
  ///   - name: The name in commands and lists.
  ///   - need: Whether the file must be given.
  ///   - content: The kind of content, with an article, for messages.
  ///   - path: The property that holds the value.
  ///   - summary: One sentence that says what the parameter does.
  ///   - read: Reads the value from a file; called once for each file. The description of an error is one
  ///     sentence about the file.
  /// - Returns: The parameter.
  public static func file<Value: Sendable>(
    _ name: String, _ need: FileNeed, _ content: String, _ path: WritableKeyPath<Owner, Value> & Sendable,
    _ summary: String, read: @escaping @Sendable (ParameterFile) throws -> Value
  ) -> NamedParameter {
    let kind = ParameterKind.file(content)
    return NamedParameter(
      name: name, kind: kind, unit: "", summary: summary, isRequired: need == .required,
      text: { _ in "none" },
      assignValue: { (owner, value) throws(ParameterError) in
        let file: ParameterFile
        switch value {
        case .text(let text): throw .invalid(text, for: name, expected: "\(kind), read")
        case .picture(let picture): file = ParameterFile("the picture", picture: picture)
        case .file(let given): file = given
        }
        do {
          owner[keyPath: path] = try file.made(for: "\(Owner.self).\(name)", read)
        } catch {
          throw .unreadable(file: file.name, for: name, reason: "\(error)")
        }
      })
  }

  /// Declares a parameter that is read from a file or chosen by name.
  ///
  /// - Parameters:
  ///   - name: The name in commands and lists.
  ///   - content: A description of the content, with an article, and of where the names are listed, for
  ///     messages.
  ///   - section: The registry of named values.
  ///   - path: The property that holds the value.
  ///   - standard: The name of the default.
  ///   - summary: One sentence that says what the parameter does.
  ///   - read: Reads the value from a file; called once for each file. The description of an error is one
  ///     sentence about the file.
  /// - Returns: The parameter.
  public static func fileOrName<Value: Sendable>(
    _ name: String, _ content: String, in section: CatalogSection<Value>,
    _ path: WritableKeyPath<Owner, Value> & Sendable, standard: String, _ summary: String,
    read: @escaping @Sendable (ParameterFile) throws -> Value
  ) -> NamedParameter {
    let kind = ParameterKind.fileOrName(content)
    let file = file(name, .optional, content, path, summary, read: read)
    return NamedParameter(
      name: name, kind: kind, unit: "", summary: summary, text: { _ in standard },
      assignValue: { (owner, value) throws(ParameterError) in
        guard case .text(let text) = value else { return try file.assign(&owner, value) }
        guard !kind.isFile(text) else { throw .invalid(text, for: name, expected: "\(kind), read") }
        guard let item = section.item(named: text) else {
          let names = section.items.flatMap { [$0.name] + $0.aliases }
          let near = nearest(to: text, among: names, within: max(2, text.count / 3))
          throw .invalid(
            text, for: name, expected: "\(kind)" + (near.map { "; did you mean \($0)?" } ?? ""))
        }
        owner[keyPath: path] = try item.make()
      })
  }

  /// Whether a file parameter must be given.
  public enum FileNeed: Sendable {
    /// The file may be left out.
    case optional
    /// The file must be given.
    case required
  }

  /// Declares a parameter that is a number within a range.
  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Double> & Sendable, in range: ClosedRange<Double>,
    unit: String = "", _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .number(range), unit: unit, summary: summary, text: { shortest($0[keyPath: path]) },
      assign: { (owner, text) throws(ParameterError) in
        owner[keyPath: path] = try parse(text, in: range, for: name)
      })
  }

  /// Declares a number that may be animated by the progress; a value set as text is constant.
  public static func number(
    _ name: String, _ path: WritableKeyPath<Owner, Animated> & Sendable, in range: ClosedRange<Double>,
    unit: String = "", _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .number(range), unit: unit, summary: summary,
      text: { shortest($0[keyPath: path](at: 0)) },
      assign: { (owner, text) throws(ParameterError) in
        owner[keyPath: path] = Animated(try parse(text, in: range, for: name))
      })
  }

  /// Declares a parameter of a type that has a text form.
  ///
  /// - Parameters:
  ///   - name: The name in commands and lists.
  ///   - kind: The kind of the values, for help.
  ///   - path: The property that holds the value.
  ///   - summary: One sentence that says what the parameter does.
  ///   - isValid: A further condition on values.
  /// - Returns: The parameter.
  public static func value<Value: LosslessStringConvertible & Sendable>(
    _ name: String, _ kind: ParameterKind, _ path: WritableKeyPath<Owner, Value> & Sendable,
    _ summary: String, where isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: kind, unit: "", summary: summary, text: { $0[keyPath: path].description },
      assign: { (owner, text) throws(ParameterError) in
        guard let value = Value(text), isValid(value) else {
          throw .invalid(text, for: name, expected: "\(kind)")
        }
        owner[keyPath: path] = value
      })
  }

  /// Declares a choice among the given cases of an enumeration; nil allows all cases.
  public static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Owner, Word> & Sendable, of words: [Word]? = nil,
    _ summary: String
  ) -> NamedParameter {
    let texts = (words ?? Array(Word.allCases)).map(\.rawValue)
    let kind = ParameterKind.word(texts)
    return NamedParameter(
      name: name, kind: kind, unit: "", summary: summary, text: { $0[keyPath: path].rawValue },
      assign: { (owner, text) throws(ParameterError) in
        guard texts.contains(text), let word = Word(rawValue: text) else {
          throw .invalid(text, for: name, expected: "\(kind)")
        }
        owner[keyPath: path] = word
      })
  }
}

extension NamedParameter {
  /// Declares a rectangle; the text `auto` sets nil.
  public static func rectangle(
    _ name: String, _ path: WritableKeyPath<Owner, PixelRectangle?> & Sendable, _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .rectangle, unit: "", summary: summary,
      text: { owner in
        owner[keyPath: path].map { [$0.x, $0.y, $0.width, $0.height].map(shortest).joined(separator: ",") }
          ?? "auto"
      },
      assign: { (owner, text) throws(ParameterError) in
        if text == "auto" {
          owner[keyPath: path] = nil
          return
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e9 }), numbers[2] >= 1, numbers[3] >= 1
        else { throw .invalid(text, for: name, expected: "\(ParameterKind.rectangle)") }
        owner[keyPath: path] = PixelRectangle(
          x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      })
  }

  /// Declares the control points of a curve: at least 2, with increasing x.
  public static func points(
    _ name: String, _ path: WritableKeyPath<Owner, [SIMD2<Double>]> & Sendable, _ summary: String
  ) -> NamedParameter {
    groups(name, .points, path, in: 0...1, summary) { points in
      points.count >= 2 && zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
    }
  }

  /// Declares a list of groups of numbers, such as positions.
  ///
  /// - Parameters:
  ///   - name: The name in commands and lists.
  ///   - form: The components of a group, for help, such as `x,y`.
  ///   - path: The property that holds the groups.
  ///   - range: The range of each number.
  ///   - summary: One sentence that says what the parameter does.
  ///   - isValid: A further condition on each group.
  /// - Returns: The parameter.
  public static func groups<Group: SIMD<Double> & Sendable>(
    _ name: String, of form: String, _ path: WritableKeyPath<Owner, [Group]> & Sendable,
    in range: ClosedRange<Double>, _ summary: String,
    where isValid: @escaping @Sendable (Group) -> Bool = { _ in true }
  ) -> NamedParameter {
    groups(name, .groups(form, in: range), path, in: range, summary) {
      $0.allSatisfy(isValid)
    }
  }

  private static func groups<Group: SIMD<Double> & Sendable>(
    _ name: String, _ kind: ParameterKind, _ path: WritableKeyPath<Owner, [Group]> & Sendable,
    in range: ClosedRange<Double>, _ summary: String, areValid: @escaping @Sendable ([Group]) -> Bool
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: kind, unit: "", summary: summary,
      text: { owner in
        let numbers = owner[keyPath: path].flatMap { group in group.indices.map { group[$0] } }
        return numbers.isEmpty ? "none" : numbers.map(shortest).joined(separator: ",")
      },
      assign: { (owner, text) throws(ParameterError) in
        let words = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = words.map { Double($0) ?? .nan }
        let count = Group.scalarCount
        let groups = stride(from: 0, through: numbers.count - count, by: count).map { start in
          var group = Group()
          for index in 0..<count { group[index] = numbers[start + index] }
          return group
        }
        guard numbers.count % count == 0, numbers.allSatisfy(range.contains), areValid(groups)
        else { throw .invalid(text, for: name, expected: "\(kind)") }
        owner[keyPath: path] = groups
      })
  }

  /// Declares a parameter that is a color.
  public static func color(
    _ name: String, _ path: WritableKeyPath<Owner, Pixel> & Sendable, _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .color, unit: "", summary: summary, text: { $0[keyPath: path].description },
      assign: { (owner, text) throws(ParameterError) in
        guard let color = Pixel(text) else {
          throw .invalid(text, for: name, expected: "\(ParameterKind.color)\(colorHint(text))")
        }
        owner[keyPath: path] = color
      })
  }
}

extension NamedParameter {
  /// Declares a parameter that is a color or nothing; the text `none` sets nil.
  public static func color(
    _ name: String, _ path: WritableKeyPath<Owner, Pixel?> & Sendable, _ summary: String
  ) -> NamedParameter {
    NamedParameter(
      name: name, kind: .color, unit: "", summary: summary,
      text: { $0[keyPath: path]?.description ?? "none" },
      assign: { (owner, text) throws(ParameterError) in
        if text == "none" {
          owner[keyPath: path] = nil
          return
        }
        guard let color = Pixel(text) else {
          throw .invalid(text, for: name, expected: "\(ParameterKind.color), or none\(colorHint(text))")
        }
        owner[keyPath: path] = color
      })
  }

  /// Sets this parameter in `owner`, such as a filter, from text.
  package func set(_ owner: inout Owner, to text: String) throws(ParameterError) {
    try assign(&owner, .text(text))
  }

  /// Returns the parameter for a larger type, `Whole`, whose property at `path` is the owner.
  package func of<Whole: Sendable>(
    _ path: WritableKeyPath<Whole, Owner> & Sendable
  ) -> NamedParameter<Whole> {
    var parameter = NamedParameter<Whole>(
      name: name, kind: kind, unit: unit, summary: summary, isRequired: isRequired,
      text: { [text] in text($0[keyPath: path]) },
      assignValue: { [assign] (whole, value) throws(ParameterError) in
        try assign(&whole[keyPath: path], value)
      })
    parameter.shownValue = shownValue
    return parameter
  }
}

private func parse(
  _ text: String, in range: ClosedRange<Double>, for name: String
) throws(ParameterError) -> Double {
  guard let value = Double(text), range.contains(value) else {
    throw .invalid(text, for: name, expected: "a number in \(ParameterKind.number(range))")
  }
  return value
}

/// A value to assign to a parameter.
enum ParameterValue {
  case text(String)
  case picture(Bitmap)
  case file(ParameterFile)
}
