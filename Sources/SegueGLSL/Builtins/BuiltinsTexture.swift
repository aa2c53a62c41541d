import SegueGraph
import SegueLaneProgram
import SeguePixels

extension Builtin {
  /// Reads of pictures by a position, and sizes of pictures.
  ///
  /// The bias, a third argument of `texture`, has no effect.
  static let textures =
    ["texture", "texture2D"].map { name in
      Builtin(name, .vec4(.sampler2D, .vec2), .vec4(.sampler2D, .vec2, .float)) { lowering, arguments in
        lowering.fetch(arguments[0], arguments[1][0], arguments[1][1])
      }
    }
    + ["textureProj", "texture2DProj"].map { name in
      // Projective reads: the last component of the position divides the first two.
      Builtin(
        name, .vec4(.sampler2D, .vec3), .vec4(.sampler2D, .vec4), .vec4(.sampler2D, .vec3, .float),
        .vec4(.sampler2D, .vec4, .float)
      ) { lowering, arguments in
        let place = lowering.projected(arguments[1])
        return lowering.fetch(arguments[0], place[0], place[1])
      }
    } + [
      Builtin("textureSize", .ivec2(.sampler2D, .int)) { lowering, arguments in
        lowering.size(of: arguments[0], level: arguments[1][0])
      },
      Builtin("texelFetch", .vec4(.sampler2D, .ivec2, .int)) { lowering, arguments in
        lowering.texel(arguments[0], arguments[1], level: arguments[2][0])
      },
      Builtin("texelFetchOffset", .vec4(.sampler2D, .ivec2, .int, .ivec2)) { lowering, arguments in
        let place = lowering.each(.iadd, arguments[1], arguments[3])
        return lowering.texel(arguments[0], place, level: arguments[2][0])
      },
      Builtin("getFromColor", .vec4(.vec2), only: [.transition]) { lowering, arguments in
        lowering.fetch(slot: 0, arguments[0][0], arguments[0][1])
      },
      Builtin("getToColor", .vec4(.vec2), only: [.transition]) { lowering, arguments in
        lowering.fetch(slot: 1, arguments[0][0], arguments[0][1])
      },
      Builtin("getColor", .vec4(.vec2), only: [.effect]) { lowering, arguments in
        lowering.graph.straight(lowering.fetch(slot: 0, arguments[0][0], arguments[0][1]))
      },
    ]
}

extension Lowering {
  /// Returns the slot of the picture bound to a sampler; nil if no picture is bound.
  func slot(_ sampler: [SSAValue]) -> Int? {
    graph.constant(sampler[0]).map(Int.init).flatMap {
      specialization.pictures.indices.contains($0) ? $0 : nil
    }
  }

  func texture(_ sampler: [SSAValue]) -> Specialization.Picture? {
    slot(sampler).map { specialization.pictures[$0] }
  }

  /// Returns a position divided by its last component.
  mutating func projected(_ position: [SSAValue]) -> [SSAValue] {
    position.prefix(2).map { graph.emit(.div, $0, position[position.count - 1]) }
  }

  /// Returns a texel by its column and row.
  ///
  /// The texel is transparent black outside the picture, as in WebGL and Mesa.
  fileprivate mutating func texel(
    _ sampler: [SSAValue], _ index: [SSAValue], level: SSAValue
  ) -> [SSAValue] {
    guard slot(sampler) != nil else { return zeros(4) }
    let size = size(of: sampler, level: level)
    let place = zip(index, size).map { texelCenter($0, of: $1) }
    let color = fetch(sampler, place, level: graph.emit(.i2f, level))
    // Compares as unsigned numbers, so that a negative index is too large.
    let isInside = graph.emit(
      .and, graph.emit(.ult, index[0], size[0]), graph.emit(.ult, index[1], size[1]))
    return color.map { graph.emit(.select, isInside, $0, graph.float(0)) }
  }

  fileprivate mutating func texelCenter(_ index: SSAValue, of count: SSAValue) -> SSAValue {
    let middle = graph.emit(.add, graph.emit(.i2f, index), graph.float(0.5))
    return graph.emit(.mul, middle, graph.emit(.div, graph.float(1), graph.emit(.i2f, count)))
  }

  fileprivate mutating func fetch(_ sampler: [SSAValue], _ u: SSAValue, _ v: SSAValue) -> [SSAValue] {
    slot(sampler).map { fetch(slot: $0, u, v) } ?? zeros(4)
  }

  mutating func fetch(slot: Int, _ u: SSAValue, _ v: SSAValue) -> [SSAValue] {
    let picture = specialization.pictures[slot]
    let (u, v) = (sampled(u, of: picture.size.width, picture), sampled(v, of: picture.size.height, picture))
    var color =
      if let texels = texels(slot: slot, u, v) {
        graph.emit(picture.hasFloats ? .fetchRowFloats : .fetchRow, [], texels: texels)
      } else {
        graph.emit(picture.hasFloats ? .fetchFloats : .fetch, [u, v], texels: .init(texture: slot))
      }
    if picture.isOpaque { color[3] = graph.float(1) }
    // Only the frame's first two pictures are decoded to linear light; pictures of parameters are read as
    // stored.
    let isMixed = specialization.light != .gamma && slot < 2
    return isMixed ? graph.premultipliedLight(of: color, specialization.light) : color
  }

  /// Adapts a texture coordinate to the picture's sampling mode: wraps it if the picture repeats, and moves
  /// it to the center of the nearest texel if texels are not interpolated.
  ///
  /// The axis has `count` texels.
  ///
  /// A repeated picture is not interpolated across its edges.
  mutating func sampled(_ place: SSAValue, of count: Int, _ picture: Specialization.Picture) -> SSAValue {
    var place = place
    if picture.sampling.isRepeated { place = graph.emit(.fract, place) }
    if picture.sampling.isNearest {
      let index = graph.emit(.floor, graph.emit(.mul, place, graph.float(Float(count))))
      place = graph.emit(.mul, graph.emit(.add, index, graph.float(0.5)), graph.float(1 / Float(count)))
    }
    return place
  }

  /// Returns the offset of a read from the computed pixel, in whole pixels; nil unless the offset is constant
  /// and the picture has the frame's size.
  ///
  /// A picture that is provided row by row always has the offset 0.
  private mutating func texels(slot: Int, _ u: SSAValue, _ v: SSAValue) -> LaneProgram.Texels? {
    let picture = specialization.pictures[slot]
    if picture.isRow { return .init(texture: slot) }
    // With 2 × 2 quads, the lanes of a vector are not consecutive pixels of a row.
    guard !graph.hasQuads, picture.size == specialization.size,
      let x = pixels(u, from: .x, picture.size.width),
      let y = pixels(v, from: .y, picture.size.height)
    else { return nil }
    return .init(texture: slot, x: x, y: y)
  }

  /// Returns the distance of a coordinate from the computed pixel, in whole pixels along an axis of `count`
  /// pixels.
  ///
  /// Nil unless the coordinate is the pixel's position plus a constant number of whole pixels.
  private mutating func pixels(_ coordinate: SSAValue, from input: Graph.Input, _ count: Int) -> Int32? {
    let own = graph.input(input)
    if coordinate == own { return 0 }
    guard let (opcode, terms) = graph.definition(coordinate), opcode == .add,
      let bits = graph.constant(terms[terms[0] == own ? 1 : 0]), terms.contains(own)
    else { return nil }
    let distance = Double(Float(bitPattern: bits)) * Double(count)
    // Tolerates the rounding of float coordinates: a fetch rounds interpolation weights below 1/512 to 0.
    guard abs(distance) < 0x1p20, abs(distance - distance.rounded()) < 1.0 / 1024 else { return nil }
    return Int32(distance.rounded())
  }
}
