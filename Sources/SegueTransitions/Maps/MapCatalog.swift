public import SegueFilters
public import SeguePixels
public import SegueRendering

extension Catalog {
  /// The named maps of wipes: the 22 maps of MLT, and the maps of SMPTE 258M, which also have numbers.
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
  /// Registers a wipe map with values 0…1 by name; replaces an existing map of that name.
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
  /// Makes a wipe map that evaluates a formula at each pixel center.
  init(_ formula: MapFormula) {
    self.init(formula.extent) { size, y, row in
      for x in row.indices { row[x] = Float(formula.value(MapPlace(x: x, y: y, size))) }
    }
  }

  /// Makes a wipe map from a picture's luma, stretched to the frame size with interpolation.
  ///
  ///     let wipe = Transitions.Luma(OrderMap(stretching: LumaPlane(of: photo)))
  public init(stretching plane: LumaPlane) {
    self.init { size, y, row in plane.stretch(row: y, of: size, into: &row) }
  }
}
