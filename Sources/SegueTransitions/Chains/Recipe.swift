import SegueErrors
package import SeguePixels
package import SegueRendering

/// A catalog item with its parameter values, some of which are formulas evaluated for each frame.
package struct Recipe<Made: Sendable>: Sendable {
  private enum Value: Sendable {
    case text(String)
    case animated(AnimatedValue)
  }

  private let item: CatalogItem<Made>
  private var values: [(key: String, value: Value)] = []
  private var pictures: [(key: String, value: Bitmap)] = []
  private var files: [(key: String, value: ParameterFile)] = []
  private var animated: [AnimatedValue] = []

  /// Parses parameters and checks their values at progress 0, ¼, ½, ¾ and 1.
  ///
  /// Formulas of `width` or `height` are not checked, since the frame size is not yet known.
  ///
  /// - Throws: `ParameterError` if a name is unknown or a value is invalid, `ExpressionError`, and the errors
  ///   of `picture` and `file`.
  package init(
    _ item: CatalogItem<Made>, _ given: [(key: String, value: String)], picture: (String) throws -> Bitmap,
    file: (String) throws -> ParameterFile
  ) throws {
    self.item = item
    let parameters = item.parameters
    for (key, text) in given {
      let parameter = parameters.first { $0.name == key }
      if let parameter, parameter.kind == .picture {
        pictures.append((key, try picture(text)))
      } else if let parameter, parameter.kind.isFile(text) {
        files.append((key, try file(text)))
      } else if let parameter, let value = try AnimatedValue(text, for: parameter) {
        values.append((key, .animated(value)))
        animated.append(value)
      } else {
        values.append((key, .text(text)))
      }
    }
    try check()
    // Replaces constant formulas by their values.
    animated.removeAll { $0.variables.isEmpty }
    values = values.map { key, value in
      guard case .animated(let value) = value, value.variables.isEmpty else { return (key, value) }
      return (key, .text(value.exact(FrameMoment(progress: 0))))
    }
  }

  /// Whether a parameter changes from frame to frame.
  package var isAnimated: Bool { !animated.isEmpty }

  /// Makes the filter or blend for one frame.
  package func make(at moment: FrameMoment, _ size: PixelSize?) throws(ParameterError) -> Made {
    try item.make(assignments(at: moment, size))
  }

  /// Returns the parameter values for one frame.
  package func assignments(at moment: FrameMoment, _ size: PixelSize?) -> ParameterAssignments {
    assignments { $0.bounded(moment, size) }
  }

  private func assignments(_ text: (AnimatedValue) -> String) -> ParameterAssignments {
    var assignments = ParameterAssignments(
      values: values.map { key, value in
        switch value {
        case .text(let constant): (key, constant)
        case .animated(let value): (key, text(value))
        }
      }, pictures: pictures, animated: Set(animated.map(\.name)))
    for (key, file) in files { assignments.add(file, for: key) }
    return assignments
  }

  private func check() throws(ParameterError) {
    for progress in animated.isEmpty ? [0] : [0, 0.25, 0.5, 0.75, 1] {
      let moment = FrameMoment(progress: progress)
      do throws(ParameterError) {
        _ = try item.make(
          assignments { value in
            value.variables.isDisjoint(with: [.width, .height])
              ? value.exact(moment) : value.bounded(moment, nil)
          })
      } catch {
        throw explained(error, at: moment)
      }
    }
  }

  /// Adds to the error for an invalid value the formula that gave the value, or a variable with a similar
  /// name.
  private func explained(_ error: ParameterError, at moment: FrameMoment) -> ParameterError {
    let name = error.parameter
    guard error.code == .parameterInvalid, let text = error.value, let expected = error.expected else {
      return error
    }
    if let value = animated.last(where: { $0.name == name }) {
      let place = value.variables.isEmpty ? "" : "at progress \(shortest(moment.progress)) "
      return .invalid(value.text, for: name, expected: "\(expected); \(place)it is \(text)")
    }
    let names = ExpressionVariable.allCases.map(\.rawValue)
    if AnimatedValue.isWord(text), let near = nearest(to: text, among: names, within: max(1, text.count / 3)),
      item.parameters.contains(where: { $0.name == name && $0.kind.isNumeric })
    {
      return .invalid(text, for: name, expected: "\(expected); did you mean \(near)?")
    }
    return error
  }
}

extension ParameterKind {
  fileprivate var isNumeric: Bool {
    switch self {
    case .number, .numbers, .rectangle: true
    case .word, .color, .picture, .file, .fileOrName, .points, .groups, .text, .length, .place: false
    }
  }
}

/// A filter whose parameters are evaluated for each frame.
package struct AnimatedFilter: TimedFilter {
  private let recipe: Recipe<any Filter>

  package init(_ recipe: Recipe<any Filter>) { self.recipe = recipe }

  package func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    still(input, at: progress)
  }

  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    let rows = try input.present()
    let filter = try recipe.renderable(at: input.moment, rows.size)
    guard let timed = filter as? any TimedFilter else {
      return filter.apply(to: rows, at: input.moment.progress)
    }
    return try timed.apply(
      to: input.made { (moment) throws(RenderError) in
        try recipe.renderable(at: moment, rows.size) as? any TimedFilter ?? timed
      })
  }
}

/// A blend whose parameters are evaluated for each frame.
package struct AnimatedBlend: TimedBlend {
  private let recipe: Recipe<any Blend>

  package init(_ recipe: Recipe<any Blend>) { self.recipe = recipe }

  package func apply(to a: any RowSource, _ b: any RowSource, at progress: Double) -> any RowSource {
    still(a, b, at: progress)
  }

  package func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
    let rows = try input.inputs(at: input.moment)
    let blend = try recipe.renderable(at: input.moment, rows[0].size)
    guard let timed = blend as? any TimedBlend else {
      return blend.apply(to: rows[0], rows[1], at: input.moment.progress)
    }
    return try timed.apply(
      to: input.made { (moment) throws(RenderError) in
        try recipe.renderable(at: moment, rows[0].size) as? any TimedBlend ?? timed
      })
  }
}

extension Recipe {
  /// Makes the filter or blend for a frame; a parameter error becomes a render error.
  fileprivate func renderable(at moment: FrameMoment, _ size: PixelSize) throws(RenderError) -> Made {
    do throws(ParameterError) {
      return try make(at: moment, size)
    } catch {
      throw .unrenderable("\(error)")
    }
  }
}
