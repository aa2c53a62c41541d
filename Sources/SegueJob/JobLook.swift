package import SegueRendering
import SegueShaders
import SegueStoryboard
public import SegueTransitions

extension Job {
  /// The effects of a job: a transition with filters around it, or filters and a blend instead of a
  /// transition.
  public struct Look: Hashable, Sendable {
    /// The transition: the name of a catalog item, of a shader in `shaderPath`, or of a file: a shader in
    /// GLSL or an animator in YAML.
    ///
    /// If nil, the blend and the filters are used or, if there are none, `pixellate-dissolve`. If there is a
    /// `source`, only the parameters of this item are used.
    public var transition: Item?
    /// A GLSL file instead of `transition`, with any extension.
    public var shader: Item?
    /// GLSL text instead of the shader that `transition` names; the parameters of `transition` apply to this
    /// text.
    public var source: Source?
    /// Folders of shaders; a shader that is a transition is named by its file's name, in lowercase and
    /// without extension.
    public var shaderPath: [String] = []
    /// Filters on the first picture.
    public var fromFilters: [Item] = []
    /// Filters on the second picture.
    public var toFilters: [Item] = []
    /// The blend of both pictures, used if there is no transition; nil for a dissolve.
    public var blend: Item?
    /// Filters on the result.
    public var filters: [Item] = []
    /// The navigation that the transition shows, such as a push or a pop; nil for `present`.
    public var operation: TransitionOperation?

    /// Makes effects that consist of a transition.
    public init(_ transition: Item? = nil) { self.transition = transition }

    /// Whether the effects include a transition, a shader or a source.
    package var isNamed: Bool { transition != nil || shader != nil || source != nil }
    /// Whether there are filters, or a blend instead of a transition.
    package var hasChain: Bool {
      !fromFilters.isEmpty || !toFilters.isEmpty || blend != nil || !filters.isEmpty
    }
    /// Whether filters and a blend replace the transition.
    package var isChain: Bool { !isNamed && hasChain }
    /// The blend; nil if a transition, a shader or a source replaces the blend.
    package var usedBlend: Item? { isNamed ? nil : blend }
    /// The item of the transition: `shader`, else `transition`, else `pixellate-dissolve`.
    ///
    /// This item is not used if filters and a blend replace the transition.
    package var named: Item { shader ?? transition ?? Item(Transitions.PixellateDissolve.name) }

    /// The names of the filters, and the name of the transition or blend, in order and separated by spaces.
    package var title: String {
      let joint = isChain ? blend?.name : source?.name ?? named.name
      return ((fromFilters + toFilters).map(\.name) + [joint].compactMap(\.self) + filters.map(\.name))
        .joined(separator: " ")
    }
  }

  /// A catalog item or a file, with parameters.
  ///
  ///     let glow = Job.Item("bloom", ["radius": "12"])
  ///     let same: Job.Item = "bloom:radius=12"
  public struct Item: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of a catalog item, or the path of a file.
    public var name: String
    /// The parameters that differ from their defaults.
    public var parameters: Parameters

    /// Makes an item from a name and parameters.
    public init(_ name: String, _ parameters: Parameters = [:]) {
      (self.name, self.parameters) = (name, parameters)
    }

    /// Makes an item from its text form, `NAME[:key=value,…]`; any other text is taken as a name.
    public init(stringLiteral text: String) { self = Specification(text).map(Item.init) ?? Item(text) }

    /// Makes an item from its parsed text form.
    package init(_ specification: Specification) {
      self.init(specification.name, Parameters(specification.values))
    }

    /// The item in the form that is written on the command line.
    package var specification: Specification { Specification(name: name, values: parameters.values) }
  }

  /// Parameters by name, as text.
  ///
  ///     var glow: Job.Item = "bloom:radius=12"
  ///     glow.parameters["radius"] = "3"
  ///
  /// The order of parameters is kept, but does not matter for equality. If a name is repeated, the last value
  /// is kept.
  public struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The names and values in the order of the job.
    public private(set) var values: [(key: String, value: String)] = []

    /// Makes a list of parameters.
    public init(_ values: [(key: String, value: String)]) { add(values) }

    /// Makes a list of parameters from a literal.
    public init(dictionaryLiteral values: (String, String)...) {
      add(values.map { (key: $0.0, value: $0.1) })
    }

    /// Adds parameters; a name that exists gets the new value.
    package mutating func add(_ new: [(key: String, value: String)]) {
      var places = Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1.key, $0) })
      for (key, value) in new {
        if let place = places[key] {
          values[place].value = value
        } else {
          places[key] = values.count
          values.append((key, value))
        }
      }
    }

    /// Whether there are no parameters.
    public var isEmpty: Bool { values.isEmpty }

    /// The value of the parameter with a name; nil if the list does not have the parameter.
    public subscript(name: String) -> String? {
      get { values.first { $0.key == name }?.value }
      set {
        if let newValue { add([(name, newValue)]) } else { values.removeAll { $0.key == name } }
      }
    }

    private var dictionary: [String: String] {
      Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) })
    }

    /// Compares names and values.
    public static func == (one: Parameters, other: Parameters) -> Bool { one.dictionary == other.dictionary }

    /// Hashes names and values.
    public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
  }
}

extension Job.Look {
  /// The maximum number of filters: each filter takes space on the thread's stack, and filters such as
  /// shaders also need a frame in memory.
  public static let maxFilters = 100

  /// Throws if the effects exclude one another, are too many, or need a second picture that is missing.
  package func check(hasSecond: Bool) throws(JobError) {
    let counts = [
      ("fromFilters", fromFilters.count), ("toFilters", toFilters.count), ("filters", filters.count),
    ]
    let count = counts.reduce(0) { $0 + $1.1 }
    if count > Self.maxFilters {
      throw JobError(
        counts.max { $0.1 < $1.1 }?.0 ?? "filters",
        sentence: "a transition has at most \(Self.maxFilters) filters around it, not \(count)")
    }
    let chosen = source != nil ? "source" : transition != nil ? "transition" : nil
    let given = [chosen, shader != nil ? "shader" : nil].compactMap(\.self)
    if given.count > 1 {
      throw JobError(given[1], sentence: "give \(field(given[0])) or \(field(given[1])), not both")
    }
    if let first = given.first, blend != nil {
      throw JobError(
        "blend",
        sentence: "\(field("blend")) replaces the transition; give it or \(field(first)), not both")
    }
    guard !hasSecond else { return }
    if let first = given.first { throw JobError(first, sentence: "\(field(first)) needs a second image") }
    if !toFilters.isEmpty || blend != nil {
      throw JobError(
        blend == nil ? "toFilters" : "blend",
        sentence: "\(field("toFilters")) and \(field("blend")) need a second image")
    }
  }

  /// Makes the transition with its filters.
  ///
  /// If no transition is named, the filters apply to the single picture, or to the blend of two pictures. For
  /// two pictures without filters and blend, the transition is `pixellate-dissolve`.
  ///
  /// - Parameters:
  ///   - isAlone: Whether there is only one picture.
  ///   - files: The readers of files.
  /// - Returns: The transition.
  /// - Throws: `UnknownName`, `ParameterError`, `ExpressionError`, `ShaderError`, or an error of a file.
  package func transition(ofOne isAlone: Bool, _ files: JobFiles) throws -> any Transition {
    let inner = try unfiltered(ofOne: isAlone, files)
    return isUnfiltered ? inner : try filtered(inner, files.chain)
  }

  /// Whether the effects have no filters.
  var isUnfiltered: Bool { fromFilters.isEmpty && toFilters.isEmpty && filters.isEmpty }

  /// Returns whether the filters equal the filters of other effects.
  func hasFilters(of other: Job.Look) -> Bool {
    (fromFilters, toFilters, filters) == (other.fromFilters, other.toFilters, other.filters)
  }

  /// Applies the filters to a transition.
  func filtered(_ inner: any Transition, _ files: ChainFiles) throws -> FilteredTransition {
    func made(_ items: [Job.Item]) throws -> [any Filter] {
      try items.map { try files.filter($0.specification) }
    }
    return FilteredTransition(
      inner, from: try made(fromFilters), to: try made(toFilters), result: try made(filters))
  }

  /// Makes the transition without its filters; for a chain, the blend or the single picture.
  func unfiltered(ofOne isAlone: Bool, _ files: JobFiles) throws -> any Transition {
    if isAlone, !isNamed { return ChainTransition(.from) }
    guard isChain else { return try files.transition(self) ?? found(files) }
    return ChainTransition(
      .blend(
        .from, .to,
        try blend.map { try files.chain.blend($0.specification) }
          ?? files.chain.blend(Chain.standardBlend)))
  }

  /// Finds the transition in a text, a file, a folder of shaders or the catalog.
  private func found(_ files: JobFiles) throws -> any Transition {
    if let source {
      return try transition(of: Shader(source: source.text, file: source.name), source.name, files.chain)
    }
    let name = named.name
    if shader != nil || named.specification.isFile {
      return try transition(of: files.chain.shader(name), name, files.chain)
    }
    if LayerAnimator.isFile(name) {
      return try files.chain.transition(
        CatalogItem(files.animator(name), name: name), named.parameters.values)
    }
    return try transition(
      of: ShaderPath(shaderPath, names: files.names).choice(named: name), files.chain)
  }

  /// Makes the chosen transition, with the parameters in these effects.
  func transition(of choice: ShaderPath.Choice, _ files: ChainFiles) throws -> any Transition {
    switch choice {
    case .entry(let item): try files.transition(item, named.parameters.values)
    case .file(_, let file): try transition(of: files.shader(file), file, files)
    }
  }

  private func transition(
    of shader: Shader, _ file: String, _ files: ChainFiles
  ) throws -> any Transition {
    if let transition = try files.transition(shader, named.parameters.values) { return transition }
    throw JobError(
      source != nil ? "source" : self.shader != nil ? "shader" : "transition",
      sentence:
        "\(file) is a \(shader.kind), not a transition; use it with \(field(shader.kind == .blend ? "blend" : "filters"))"
    )
  }
}
