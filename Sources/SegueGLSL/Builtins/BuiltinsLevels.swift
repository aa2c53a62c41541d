import SegueGraph
import SegueLaneProgram
package import SeguePixels

extension Builtin {
  /// Reads of mipmap levels; each level has half the columns and rows of the previous one.
  ///
  /// Functions with an offset, but neither a level nor gradients, read level 0, as `texture` does; a bias has
  /// no effect.
  package static let levels =
    [
      reading(["textureLod", "texture2DLod", "texture2DLodEXT"], .float) { _, _, more in more[0][0] },
      reading(
        ["textureProjLod", "texture2DProjLod", "texture2DProjLodEXT"], .float, isProjected: true
      ) { _, _, more in more[0][0] },
      reading(["textureLodOffset"], .float, .ivec2) { _, _, more in more[0][0] },
      reading(["textureProjLodOffset"], .float, .ivec2, isProjected: true) { _, _, more in more[0][0] },
      reading(["textureGrad", "texture2DGradEXT", "texture2DGradARB"], .vec2, .vec2, level: gradient),
      reading(
        ["textureProjGrad", "texture2DProjGradEXT", "texture2DProjGradARB"], .vec2, .vec2, isProjected: true,
        level: gradient),
      reading(["textureGradOffset"], .vec2, .vec2, .ivec2, level: gradient),
      reading(["textureProjGradOffset"], .vec2, .vec2, .ivec2, isProjected: true, level: gradient),
      reading(["textureOffset"], .ivec2, hasBias: true, level: nothing),
      reading(["textureProjOffset"], .ivec2, isProjected: true, hasBias: true, level: nothing),
    ].flatMap { $0 }

  /// Computes the mipmap level of a call from the arguments after the position.
  private typealias Level =
    @Sendable (inout Lowering, _ sampler: [SSAValue], _ more: [[SSAValue]]) ->
    SSAValue

  private static let gradient: Level = { lowering, sampler, more in
    lowering.level(sampler, across: more[0], down: more[1])
  }
  private static let nothing: Level = { lowering, _, _ in lowering.graph.float(0) }

  /// Declares functions that take a sampler, a position and further arguments; an `ivec2` among the further
  /// arguments is an offset in texels.
  private static func reading(
    _ names: [String], _ more: GenericType..., isProjected: Bool = false, hasBias: Bool = false,
    level: @escaping Level
  ) -> [Builtin] {
    let forms = (isProjected ? [.vec3, .vec4] : [.vec2]).map { [.sampler2D, $0] + more }
    let all = forms + (hasBias ? forms.map { $0 + [.float] } : [])
    let offset = more.firstIndex(of: .ivec2)
    return names.map { name in
      Builtin(name, all.map { Signature(parameters: $0, result: .vec4) }, only: kinds) {
        lowering, arguments in
        let place = isProjected ? lowering.projected(arguments[1]) : arguments[1]
        let more = Array(arguments[2...])
        return lowering.fetch(
          arguments[0], place, level: level(&lowering, arguments[0], more), offset: offset.map { more[$0] })
      }
    }
  }

  private static let kinds = EntryPoint.Kind.allCases.filter { !$0.isPointwise }
}

extension Specialization.Picture {
  /// The size of level 1, from which the layout of the higher levels is computed.
  private var half: PixelSize {
    PixelSize(width: max(1, size.width / 2), height: max(1, size.height / 2))
  }
  /// The index of the last mipmap level, which is one pixel.
  package var lastLevel: Int { Int.bitWidth - 1 - max(size.width, size.height).leadingZeroBitCount }

  /// Returns the size of a level in pixels.
  package func size(ofLevel level: Int) -> PixelSize {
    PixelSize(width: max(1, size.width >> level), height: max(1, size.height >> level))
  }

  /// Returns the first row of a level in the picture that stacks all levels from 1 on.
  package func start(ofLevel level: Int) -> Int {
    2 * half.height - ((2 * half.height) >> (level - 1)) + level - 1
  }

  /// The picture that stacks all levels from 1 on.
  package var levels: Specialization.Picture {
    let last = max(1, lastLevel)
    let height = start(ofLevel: last) + size(ofLevel: last).height
    return .init(size: PixelSize(width: half.width, height: height), isOpaque: isOpaque)
  }
}

extension Lowering {
  /// Returns the last mipmap level of a picture; 0 for pointwise shaders and pictures of floats, which have
  /// no mipmaps.
  private func lastLevel(of picture: Specialization.Picture) -> Int {
    shader.kind.isPointwise || picture.hasFloats ? 0 : picture.lastLevel
  }

  /// Returns the width and height of a level; the level's number is clamped to the existing levels.
  mutating func size(of sampler: [SSAValue], level: SSAValue) -> [SSAValue] {
    guard let picture = texture(sampler) else { return zeros(2) }
    let last = lastLevel(of: picture)
    let zero = graph.int(0)
    let nearest =
      last == 0 ? zero : graph.emit(.imin, graph.emit(.imax, level, zero), graph.int(Int32(last)))
    return [picture.size.width, picture.size.height].map { count in
      graph.emit(.imax, graph.emit(.shr, graph.int(Int32(count)), nearest), graph.int(1))
    }
  }

  /// Reads a color interpolated between the two nearest mipmap levels; `offset` is in texels of each level.
  mutating func fetch(
    _ sampler: [SSAValue], _ place: [SSAValue], level: SSAValue, offset: [SSAValue]? = nil
  ) -> [SSAValue] {
    guard let slot = slot(sampler) else { return zeros(4) }
    let picture = specialization.pictures[slot]
    let lastLevel = lastLevel(of: picture)
    let nearest = graph.emit(.clamp, level, graph.float(0), graph.float(Float(lastLevel)))
    let whole = graph.emit(.floor, nearest)
    let share = graph.emit(.sub, nearest, whole)
    let offset = offset.map { $0.map { graph.emit(.i2f, $0) } }
    let base = moved(place, by: offset, of: picture.size)
    // Reads the picture itself, without mipmaps, if the level is known to be 0.
    if lastLevel == 0 || graph.constant(nearest) == 0 {
      return fetch(slot: slot, base[0], base[1])
    }
    let own = fetch(slot: slot, base[0], base[1])
    var place = place
    if picture.sampling.isRepeated { place = place.map { graph.emit(.fract, $0) } }
    let lower = fetch(slot, place, from: graph.emit(.max, whole, graph.float(1)), offset)
    let isBase = graph.emit(.lt, whole, graph.float(1))
    let first = zip(own, lower).map { graph.emit(.select, isBase, $0, $1) }
    if graph.constant(share) == 0 { return first }
    let last = graph.float(Float(lastLevel))
    let next = graph.emit(.min, graph.emit(.add, whole, graph.float(1)), last)
    let upper = fetch(slot, place, from: next, offset)
    return zip(first, upper).map { graph.emit(.mix, $0, $1, share) }
  }

  /// Returns a position moved by an offset in texels.
  private mutating func moved(
    _ place: [SSAValue], by offset: [SSAValue]?, of size: PixelSize
  ) -> [SSAValue] {
    guard let offset else { return place }
    return zip(place, zip(offset, [size.width, size.height])).map { place, step in
      graph.emit(.add, place, graph.emit(.mul, step.0, graph.float(1 / Float(step.1))))
    }
  }

  /// Reads a color of mipmap level 1 or higher, at a position moved by an offset in texels.
  private mutating func fetch(
    _ slot: Int, _ place: [SSAValue], from level: SSAValue, _ offset: [SSAValue]?
  ) -> [SSAValue] {
    let picture = specialization.pictures[slot]
    let all = picture.levels.size
    let scale = graph.emit(.exp2, graph.emit(.neg, level))
    func side(_ count: Int) -> SSAValue {
      let size = graph.emit(.floor, graph.emit(.mul, graph.float(Float(count)), scale))
      return graph.emit(.max, size, graph.float(1))
    }
    /// Returns a coordinate clamped so that interpolation does not reach the neighboring level.
    func within(_ axis: Int, _ count: SSAValue) -> SSAValue {
      let half = graph.float(0.5)
      var texel = graph.emit(.mul, place[axis], count)
      if let offset {
        texel = graph.emit(.add, texel, offset[axis])
        if picture.sampling.isRepeated { texel = graph.emit(.mod, texel, count) }
      }
      return graph.emit(.clamp, texel, half, graph.emit(.sub, count, half))
    }
    // Computes `start(ofLevel:)`: 2h − ⌊2h / 2^(level − 1)⌋ + level − 1, where h is the height of level 1.
    let double = Float(2 * picture.size(ofLevel: 1).height)
    let rest = graph.emit(.floor, graph.emit(.mul, graph.float(2 * double), scale))
    let start = graph.emit(.add, graph.emit(.sub, graph.float(double - 1), rest), level)
    let x = within(0, side(picture.size.width))
    let y = graph.emit(.add, start, within(1, side(picture.size.height)))
    return fetch(
      slot: specialization.pictures.count / 2 + slot,
      graph.emit(.mul, x, graph.float(1 / Float(all.width))),
      graph.emit(.mul, y, graph.float(1 / Float(all.height))))
  }

  /// Returns the mipmap level at which the longer of two gradients spans one texel.
  fileprivate mutating func level(
    _ sampler: [SSAValue], across: [SSAValue], down: [SSAValue]
  ) -> SSAValue {
    let size = slot(sampler).map { specialization.pictures[$0].size }
    let (width, height) = (graph.float(Float(size?.width ?? 1)), graph.float(Float(size?.height ?? 1)))
    func length(_ step: [SSAValue]) -> SSAValue {
      graph.emit(.length2, graph.emit(.mul, step[0], width), graph.emit(.mul, step[1], height))
    }
    return graph.emit(.log2, graph.emit(.max, length(across), length(down)))
  }
}
