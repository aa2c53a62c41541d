import SegueGraph
import SegueLaneProgram
import SeguePixels

extension Builtin {
  /// Reads of a cube map by a direction, and the size of its faces; the six faces lie in one picture.
  ///
  /// Mipmap levels, biases and gradients have no effect.
  package static let cubes =
    ["texture", "textureCube", "textureLod", "textureCubeLod", "textureCubeLodEXT"].map { name in
      let direction = Signature.vec4(.samplerCube, .vec3, .float)
      return Builtin(name, name.contains("Lod") ? [direction] : [.vec4(.samplerCube, .vec3), direction]) {
        lowering, arguments in
        lowering.fetch(arguments[0], toward: arguments[1])
      }
    }
    + ["textureGrad", "textureCubeGradEXT"].map { name in
      Builtin(name, .vec4(.samplerCube, .vec3, .vec3, .vec3)) { lowering, arguments in
        lowering.fetch(arguments[0], toward: arguments[1])
      }
    } + [
      Builtin("textureSize", .ivec2(.samplerCube, .int)) { lowering, arguments in
        let side = lowering.texture(arguments[0]).map { CubeFaces(of: $0.size).size }
        return [side?.width, side?.height].map { lowering.graph.int(Int32($0 ?? 0)) }
      }
    ]
}

/// The layout of a cube's faces in a picture, in the order right, left, top, bottom, front, back.
private struct CubeFaces {
  /// The size of one face.
  let size: PixelSize
  /// The number of faces in a row and in a column of the picture.
  let columns: Int
  let rows: Int

  /// Chooses the layout: a row if the picture is 6 times as wide as high, a column if it is 6 times as high
  /// as wide; else every face is the whole picture.
  init(of picture: PixelSize) {
    columns = picture.width == 6 * picture.height ? 6 : 1
    rows = picture.height == 6 * picture.width ? 6 : 1
    size = PixelSize(width: picture.width / columns, height: picture.height / rows)
  }
}

extension Lowering {
  /// Returns the color in a direction, from the face of the direction's longest component; coordinates are
  /// clamped to the centers of the face's outer texels.
  ///
  /// - Source: The OpenGL ES Specification 3.0, section 3.8.10, table 3.19.
  fileprivate mutating func fetch(_ sampler: [SSAValue], toward direction: [SSAValue]) -> [SSAValue] {
    guard let slot = slot(sampler) else { return zeros(4) }
    let faces = CubeFaces(of: specialization.pictures[slot].size)
    let (x, y, z) = (direction[0], direction[1], direction[2])
    let lengths = direction.map { graph.emit(.abs, $0) }
    let isX = graph.emit(
      .and, graph.emit(.le, lengths[1], lengths[0]), graph.emit(.le, lengths[2], lengths[0]))
    let isY = graph.emit(.le, lengths[2], lengths[1])

    /// Selects the value for the direction's longest axis.
    func chosen(_ ofX: SSAValue, _ ofY: SSAValue, _ ofZ: SSAValue) -> SSAValue {
      graph.emit(.select, isX, ofX, graph.emit(.select, isY, ofY, ofZ))
    }
    let longest = chosen(x, y, z)
    let isBehind = graph.emit(.lt, longest, graph.float(0))
    let opposite = { (graph: inout Graph, value: SSAValue) in
      graph.emit(.select, isBehind, graph.emit(.neg, value), value)
    }
    let across = chosen(graph.emit(.neg, opposite(&graph, z)), x, opposite(&graph, x))
    let down = chosen(graph.emit(.neg, y), opposite(&graph, z), graph.emit(.neg, y))
    let length = chosen(lengths[0], lengths[1], lengths[2])

    /// Returns the position on the face along one axis, 0…1.
    func place(_ offset: SSAValue, _ count: Int) -> SSAValue {
      let half = graph.float(0.5)
      let middle = Float(0.5 / Double(count))
      let place = graph.emit(.mad, graph.emit(.div, offset, length), half, half)
      return graph.emit(.clamp, place, graph.float(middle), graph.float(1 - middle))
    }
    var (u, v) = (place(across, faces.size.width), place(down, faces.size.height))
    let number = graph.emit(
      .add, chosen(graph.float(0), graph.float(2), graph.float(4)),
      graph.emit(.select, isBehind, graph.float(1), graph.float(0)))
    if faces.columns == 6 { u = graph.emit(.mul, graph.emit(.add, number, u), graph.float(1.0 / 6)) }
    if faces.rows == 6 { v = graph.emit(.mul, graph.emit(.add, number, v), graph.float(1.0 / 6)) }
    // A face's top row is stored first, even for hosts whose v points up.
    return fetch(slot: slot, u, shader.isFlipped ? graph.emit(.sub, graph.float(1), v) : v)
  }
}
