// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import SegueRendering

/// Maps each channel through its own curve, then through a common curve.
///
///     var faded = ToneCurve()
///     faded.curves.rgb = [[0, 0.1], [0.5, 0.55], [1, 0.9]]
///     let print = try (photo --> faded).frame()
///
/// A curve is a natural cubic spline through its points, clamped to 0…1; its value is 0 before the first
/// point and 1 after the last point.
///
/// - Cost: memory-bound for opaque pictures.
/// - Source: GPUImageToneCurveFilter, which rounds to 256 levels between the two curves.
public struct ToneCurve: Filter {
  /// The points of the curves.
  public var curves = ToneCurves()

  /// Makes curves that change nothing.
  public init() {}

  /// Makes a filter of curves.
  public init(_ curves: ToneCurves) { self.curves = curves }

  /// Makes the filtered rows of a frame.
  public func apply(to input: any RowSource, at progress: Double) -> any RowSource {
    guard curves != ToneCurves() else { return input }
    let own = [curves.red, curves.green, curves.blue].map(Spline.init)
    let rgb = Spline(curves.rgb)
    return ChannelRows(input: input) { channel, value in rgb(own[channel](value)) }
  }
}

extension ToneCurve: SelfDescribing {
  public static let name = "tone-curve"
  public static let summary = "Lighter and darker by curves, for each color or all of them."
  public static let source: String? = "GPUImageToneCurveFilter"
  public static let parameters: [NamedParameter<ToneCurve>] = [
    .points("rgb", \.curves.rgb, "Curve of all three colors, applied after their own curves.")
      .shown("0,0.1,0.5,0.6,1,0.9"),
    .points("red", \.curves.red, "Curve of red."),
    .points("green", \.curves.green, "Curve of green."),
    .points("blue", \.curves.blue, "Curve of blue."),
    .file("file", .optional, "an .acv file", \.curves, "Photoshop's curves, in place of those not given.") {
      guard case .bytes(let bytes) = $0.content else { throw ColorTableError("a picture, not an .acv file") }
      return try ToneCurves(acv: bytes)
    },
  ]
}
