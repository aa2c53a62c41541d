import SegueGraph

extension Lowering {
  /// Returns the components of a host's value, as a type for which `fits` is true.
  mutating func value(of value: HostValue, as type: ShaderType) -> [SSAValue] {
    let size = specialization.size
    let (width, height) = (Double(size.width), Double(size.height))
    func floats(_ values: Double...) -> [SSAValue] { floats(values) }
    func floats(_ values: some Sequence<Double>) -> [SSAValue] { values.map { graph.float(Float($0)) } }
    func whole(_ value: SSAValue) -> [SSAValue] { [type == .int ? graph.emit(.f2i, value) : value] }
    switch value {
    case .progress: return [graph.input(.frame(0))]
    case .ratio: return floats(width / height)
    case .inverseRatio: return floats(height / width)
    case .resolution: return Array(floats(width, height, 1, 1).prefix(type.componentCount))
    case .resolutionAndTexel: return floats(width, height, 1 / width, 1 / height)
    case .texel: return floats(1 / width, 1 / height)
    case .texelWidth: return floats(1 / width)
    case .texelHeight: return floats(1 / height)
    case .corners: return floats(0, 0, 1, 1)
    case .texelCenters: return floats(0.5 / width, 0.5 / height, 1 - 0.5 / width, 1 - 0.5 / height)
    case .frame: return floats(0, 0, width, height)
    case .time: return [time]
    case .frameDuration: return [graph.input(.frame(3))]
    case .frameRate: return whole(graph.emit(.div, graph.float(1), graph.input(.frame(3))))
    case .frameNumber: return whole(graph.input(.frame(2)))
    case .date: return floats(2000, 0, 1) + [time]
    case .pass: return whole(graph.float(Float(specialization.pass)))
    case .nothing: return zeros(type.componentCount)
    case .one: return floats(1)
    case .identity:
      guard case .matrix(let columns, let rows) = type else { return zeros(type.componentCount) }
      return floats((0..<columns * rows).map { $0 / rows == $0 % rows ? 1 : 0 })
    case .pictureSize(let name):
      let sampler = shader.parameters.first { $0.name == name }?.variable
      let size = sampler.flatMap { specialization.slots[$0] }.map { specialization.pictures[$0].size }
      return floats([Double(size?.width ?? 0), Double(size?.height ?? 0), 1].prefix(type.componentCount))
    case .fragCoord:
      let (x, y) = (pixels(.x, Float(width)), pixels(.y, Float(height)))
      let isRow = shader.isFlipped || shader.host.countsFromTop
      return [
        x, isRow ? y : graph.emit(.sub, graph.float(Float(height)), y), graph.float(0.5), graph.float(1),
      ]
    }
  }

  /// Returns the center of the pixel along one axis, in pixels; exact, since shaders compute noise from it.
  private mutating func pixels(_ input: Graph.Input, _ count: Float) -> SSAValue {
    let position = graph.input(input)
    let index = graph.emit(.floor, graph.emit(.mul, position, graph.float(count)))
    let middle = graph.emit(.add, index, graph.float(0.5))
    graph.quotients[middle] = (count.bitPattern, position)
    return middle
  }

  private var time: SSAValue { mutating get { graph.input(.frame(1)) } }
}
