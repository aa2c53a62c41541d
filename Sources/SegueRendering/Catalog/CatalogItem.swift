/// Something that can be chosen by name: what it says of itself, and how one is made.
///
///     let filter = try Catalog.filters.named("pixellate").make([("fraction", "0.04")])
public struct CatalogItem<Made: Sendable>: Sendable {
  /// The name in commands and lists.
  public let name: String
  /// One sentence.
  public var summary: String { summarized() }
  /// What can be set by name.
  public var parameters: [ParameterDescription] { described() }
  private let summarized: @Sendable () -> String
  private let described: @Sendable () -> [ParameterDescription]
  private let made: @Sendable ([(key: String, value: String)]) throws(ParameterError) -> Made

  /// Makes an item; what it says of itself is worked out when it is asked for.
  package init(
    name: String, summary: @autoclosure @escaping @Sendable () -> String,
    parameters: @autoclosure @escaping @Sendable () -> [ParameterDescription],
    make: @escaping @Sendable ([(key: String, value: String)]) throws(ParameterError) -> Made
  ) {
    self.name = name
    summarized = summary
    described = parameters
    made = make
  }

  /// Enters a type that says what it is.
  package init<Kind: SelfDescribing>(_ type: Kind.Type, _ made: @escaping @Sendable (Kind) -> Made) {
    self.init(name: type.name, summary: type.summary, parameters: type.parameterDescriptions) {
      (values) throws(ParameterError) in made(try type.make(values))
    }
  }

  /// Makes one, with some parameters set by name.
  ///
  /// - Throws: `ParameterError` where a name is unknown or a value does not fit.
  public func make(_ values: [(key: String, value: String)] = []) throws(ParameterError) -> Made {
    try made(values)
  }
}
