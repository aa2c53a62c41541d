import SegueGraph

extension Lowering {
  /// Returns the outputs of a vertex shader, evaluated at the corners of the frame and interpolated over the
  /// two triangles of the frame.
  mutating func interpolated(_ vertex: VertexStage) throws(ShaderError) -> [Variable.ID: [SSAValue]] {
    source = vertex.source
    let before = environment
    defer { (source, environment) = (shader.source, before) }
    var corners: [[Variable.ID: [SSAValue]]] = []
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] as [(Float, Float)] {
      environment = before
      for attribute in vertex.attributes {
        environment[attribute] = corner(shader.variables[attribute], x, y)
      }
      for global in vertex.globals {
        guard let initial = global.initial else { continue }
        environment[global.variable] = try evaluate(initial)
      }
      try run(shader.functions[vertex.entryPoint].body)
      corners.append(vertex.outputs.mapValues { environment[$0] })
    }
    return corners[0].map { (input, first) in
      (input, first.indices.map { index in interpolated(corners.map { $0[input]?[index] ?? first[index] }) })
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// Returns a vertex attribute at a corner: the position in the picture, with coordinates 0 or 1, or in clip
  /// space, with coordinates −1 or 1.
  private mutating func corner(_ attribute: Variable, _ x: Float, _ y: Float) -> [SSAValue] {
    let name = attribute.name.lowercased()
    let isPlace = shader.host.givesPlaces || ["coord", "uv", "tex"].contains { name.contains($0) }
    let values = isPlace ? [x, y, 0, 1] : [2 * x - 1, 2 * y - 1, 0, 1]
    return values.prefix(attribute.type.componentCount).map { graph.float($0) }
  }

  /// Interpolates between the values at the lower left, lower right, upper left and upper right corner.
  private mutating func interpolated(_ ends: [SSAValue]) -> SSAValue {
    if ends.allSatisfy({ $0 == ends[0] }) { return ends[0] }
    let (x, y) = (graph.input(.x), graph.input(.y))
    let known = ends.compactMap { graph.constant($0).map { Double(Float(bitPattern: $0)) } }
    if known.count == 4 {
      let (across, up) = (known[1] - known[0], known[2] - known[0])
      let size = known.reduce(1) { max($0, abs($1)) }
      // A sum of two products is enough if both triangles lie in one plane, within float precision.
      if abs(known[0] + across + up - known[3]) < 1e-6 * size {
        return plane([(x, across), (y, up)], at: known[0], size)
      }
    }
    let one = graph.float(1)
    func triangle(_ corner: SSAValue, _ a: SSAValue, _ u: SSAValue, _ b: SSAValue, _ v: SSAValue) -> SSAValue
    {
      let across = graph.emit(.mul, u, graph.emit(.sub, a, corner))
      let up = graph.emit(.mul, v, graph.emit(.sub, b, corner))
      return graph.emit(.add, graph.emit(.add, across, up), corner)
    }
    let lower = triangle(ends[0], ends[1], x, ends[2], y)
    let upper = triangle(
      ends[3], ends[2], graph.emit(.sub, one, x), ends[1], graph.emit(.sub, one, y))
    let isLower = graph.emit(.le, graph.emit(.add, x, y), one)
    return graph.emit(.select, isLower, lower, upper)
  }

  private mutating func plane(
    _ slopes: [(SSAValue, Double)], at start: Double, _ size: Double
  ) -> SSAValue {
    var sum: SSAValue?
    for (position, slope) in slopes where abs(slope) > 1e-6 * size {
      // A slope of about 1 needs no product, so positions of whole pixels stay exact.
      let term = abs(slope - 1) < 1e-6 ? position : graph.emit(.mul, position, graph.float(Float(slope)))
      sum = sum.map { graph.emit(.add, $0, term) } ?? term
    }
    guard let sum else { return graph.float(Float(start)) }
    return start == 0 ? sum : graph.emit(.add, sum, graph.float(Float(start)))
  }
}
