/// A value of the frame that a host gives to shaders.
package enum HostValue: Hashable, Sendable {
  /// The progress of the transition, 0…1.
  case progress
  /// Width / height.
  case ratio
  /// Height / width.
  case inverseRatio
  /// Width and height in pixels; third and fourth components are 1.
  case resolution
  /// Width and height in pixels, then 1 / width and 1 / height.
  case resolutionAndTexel
  /// 1 / width and 1 / height.
  case texel
  /// 1 / width.
  case texelWidth
  /// 1 / height.
  case texelHeight
  /// The corners of the picture: 0, 0, 1, 1.
  case corners
  /// The centers of the first and the last texel: 0.5/width, 0.5/height, 1 − 0.5/width, 1 − 0.5/height.
  case texelCenters
  /// 0, 0, width and height in pixels.
  case frame
  /// Seconds since the first frame.
  case time
  /// Seconds between frames.
  case frameDuration
  /// Frames per second.
  case frameRate
  /// The number of the frame, from 0.
  case frameNumber
  /// Year, month, day and seconds of the day. The first frame is at midnight on 1 January 2000, so that
  /// renders do not depend on the date.
  case date
  /// The number of the pass, from 0.
  case pass
  /// The size of a sampler's picture, by the sampler's name.
  case pictureSize(String)
  /// The identity matrix.
  case identity
  /// The number 1, such as a pixel density.
  case one
  /// The value 0, for mouse and sound.
  case nothing
  /// The pixel's center in pixels from the lower left or upper left corner, then the depth 0.5, then 1.
  case fragCoord

  /// Whether a variable of a type can hold the value.
  func fits(_ type: ShaderType) -> Bool {
    switch self {
    case .nothing: type.scalar != nil
    case .one: type == .float
    case .identity: type.isMatrix
    case .pictureSize: [.vec2, .vec3].contains(type)
    case .progress, .ratio, .inverseRatio, .texelWidth, .texelHeight, .time, .frameDuration: type == .float
    case .frameRate, .frameNumber, .pass: type == .float || type == .int
    case .texel: type == .vec2
    case .resolution: [.vec2, .vec3, .vec4].contains(type)
    case .resolutionAndTexel, .corners, .texelCenters, .frame, .date, .fragCoord: type == .vec4
    }
  }

  /// The description of the value in lists of parameters.
  var text: String {
    switch self {
    case .progress: "the progress"
    case .ratio: "width / height"
    case .inverseRatio: "height / width"
    case .resolution, .resolutionAndTexel: "the size in pixels"
    case .texel, .texelWidth, .texelHeight: "the size of a pixel"
    case .corners, .texelCenters, .frame: "the frame"
    case .time: "the time in seconds"
    case .frameDuration: "the seconds of a frame"
    case .frameRate: "the frames a second"
    case .frameNumber: "the number of the frame"
    case .date: "the time since 2000-01-01"
    case .pass: "the number of the pass"
    case .nothing: "0"
    case .one: "1"
    case .identity: "the identity"
    case .pictureSize: "the size of the picture"
    case .fragCoord: "the position in pixels"
    }
  }
}

extension Lowering {
  /// The components of a host's value, as a type for which `fits` is true.
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

  /// The pixel's center along one axis in pixels; exact, since shaders derive noise from it.
  private mutating func pixels(_ input: Graph.Input, _ count: Float) -> SSAValue {
    let position = graph.input(input)
    let index = graph.emit(.floor, graph.emit(.mul, position, graph.float(count)))
    let middle = graph.emit(.add, index, graph.float(0.5))
    graph.quotients[middle] = (count.bitPattern, position)
    return middle
  }

  private var time: SSAValue { mutating get { graph.input(.frame(1)) } }
}
