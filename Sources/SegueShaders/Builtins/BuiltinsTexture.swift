import SegueLanes
import SeguePixels

extension Builtin {
  /// The functions that read pictures.
  ///
  /// A third argument of `texture`, the bias, has no effect, and the only level is 0.
  static let textures =
    ["texture", "texture2D"].map { name in
      Builtin(name, .vec4(.sampler2D, .vec2), .vec4(.sampler2D, .vec2, .float)) { lowering, arguments in
        lowering.fetch(arguments[0], arguments[1][0], arguments[1][1])
      }
    }
    + ["textureProj", "texture2DProj"].map { name in
      // The last component divides the first two.
      Builtin(
        name, .vec4(.sampler2D, .vec3), .vec4(.sampler2D, .vec4), .vec4(.sampler2D, .vec3, .float),
        .vec4(.sampler2D, .vec4, .float)
      ) { lowering, arguments in
        let (position, divisor) = (arguments[1], arguments[1][arguments[1].count - 1])
        let u = lowering.graph.emit(.div, position[0], divisor)
        return lowering.fetch(arguments[0], u, lowering.graph.emit(.div, position[1], divisor))
      }
    } + [
      Builtin("textureSize", .ivec2(.sampler2D, .int)) { lowering, arguments in
        let size = lowering.texture(arguments[0])?.size
        return [lowering.graph.int(Int32(size?.width ?? 0)), lowering.graph.int(Int32(size?.height ?? 0))]
      },
      Builtin("texelFetch", .vec4(.sampler2D, .ivec2, .int)) { lowering, arguments in
        let size = lowering.texture(arguments[0])?.size
        let u = lowering.texelCenter(arguments[1][0], of: size?.width ?? 1)
        return lowering.fetch(arguments[0], u, lowering.texelCenter(arguments[1][1], of: size?.height ?? 1))
      },
      Builtin("getFromColor", .vec4(.vec2), only: .transition) { lowering, arguments in
        lowering.fetch(slot: 0, arguments[0][0], arguments[0][1])
      },
      Builtin("getToColor", .vec4(.vec2), only: .transition) { lowering, arguments in
        lowering.fetch(slot: 1, arguments[0][0], arguments[0][1])
      },
      Builtin("getColor", .vec4(.vec2), only: .effect) { lowering, arguments in
        lowering.graph.straight(lowering.fetch(slot: 0, arguments[0][0], arguments[0][1]))
      },
    ]
}

extension Lowering {
  /// The slot of the picture a sampler stands for.
  private func slot(_ sampler: [SSAValue]) -> Int? {
    graph.constant(sampler[0]).map(Int.init).flatMap {
      specialization.pictures.indices.contains($0) ? $0 : nil
    }
  }

  fileprivate func texture(_ sampler: [SSAValue]) -> Specialization.Picture? {
    slot(sampler).map { specialization.pictures[$0] }
  }

  fileprivate mutating func texelCenter(_ index: SSAValue, of count: Int) -> SSAValue {
    let middle = graph.emit(.add, graph.emit(.i2f, index), graph.float(0.5))
    return graph.emit(.mul, middle, graph.float(1 / Float(count)))
  }

  fileprivate mutating func fetch(_ sampler: [SSAValue], _ u: SSAValue, _ v: SSAValue) -> [SSAValue] {
    slot(sampler).map { fetch(slot: $0, u, v) } ?? zeros(4)
  }

  mutating func fetch(slot: Int, _ u: SSAValue, _ v: SSAValue) -> [SSAValue] {
    let picture = specialization.pictures[slot]
    // At the pixel's own position there is nothing to interpolate, and neighbors lie side by side.
    let isOwn = u == graph.input(.x) && v == graph.input(.y) && picture.size == specialization.size
    var color =
      picture.isRow || isOwn
      ? graph.emit(.fetchRow, [], texture: slot) : graph.emit(.fetch, [u, v], texture: slot)
    if picture.isOpaque { color[3] = graph.float(1) }
    return color
  }
}
