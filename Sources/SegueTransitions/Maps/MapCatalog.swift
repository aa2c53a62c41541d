public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Catalog {
  /// The named maps of wipes: MLT's 22, and SMPTE's by number.
  ///
  ///     let iris = try Catalog.maps.make("iris-rect")
  ///     let clock = try Catalog.maps.make("smpte:201")
  public static let maps = CatalogSection<OrderMap>(
    "map",
    (MapFormula.mlt + MapFormula.smpte).map { formula in
      CatalogItem(formula.name, formula.summary, aliases: formula.aliases) { OrderMap(formula) }
    })
}

extension CatalogItem<OrderMap> {
  fileprivate init(
    _ name: String, _ summary: String, aliases: [String] = [], _ map: @escaping @Sendable () -> OrderMap
  ) {
    self.init(name: name, aliases: aliases, summary: summary, parameters: []) {
      (assignments) throws(ParameterError) in
      if let (key, _) = assignments.values.first { throw .unknown(key, of: name, known: []) }
      return map()
    }
  }
}

extension CatalogSection<OrderMap> {
  /// Registers a map of values 0…1 by name; replaces one of the same name.
  ///
  ///     let waves = OrderMap { size, y, row in
  ///       for x in row.indices { row[x] = Float((x + y) % size.width) / Float(size.width) }
  ///     }
  ///     Catalog.maps.register("waves", waves, summary: "To the right, each row a little later.")
  public func register(_ name: String, _ map: OrderMap, summary: String) {
    register(CatalogItem(name, summary) { map })
  }
}

extension OrderMap {
  /// Makes a map of a formula.
  init(_ formula: MapFormula) {
    self.init(formula.extent) { size, y, row in
      for x in row.indices { row[x] = Float(formula.value(MapPlace(x: x, y: y, size))) }
    }
  }

  /// Makes a map of a picture's luma, stretched to the frame with interpolation.
  ///
  ///     let wipe = Transitions.Luma(OrderMap(stretching: LumaPlane(of: photo)))
  public init(stretching plane: LumaPlane) {
    self.init { size, y, row in plane.stretch(row: y, of: size, into: &row) }
  }
}
