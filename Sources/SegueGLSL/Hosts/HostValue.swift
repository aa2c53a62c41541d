/// A value of the frame that a host gives to shaders.
package enum HostValue: Hashable, Sendable {
  /// The progress of the transition, 0…1.
  case progress
  /// The width of the frame divided by its height.
  case ratio
  /// The height of the frame divided by its width.
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
  /// The rectangle of the frame: 0, 0, width and height in pixels.
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
  package var text: String {
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
