import ArgumentParser

/// Options for the frame to which images are fitted.
struct FrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frame size, or \(PixelSize.named.map(\.name).alternatives). (default: size of the first image)",
      valueName: "WxH"), completion: .sizes, transform: Arguments.size)
  var size: PixelSize?

  @Option(help: "How an image meets the frame size.")
  var fit = Framing.Fit.cover

  @Option(
    help: ArgumentHelp(
      "Color behind the images: #rrggbb[aa] or a CSS name. (default: transparent; of a sheet \(ContactSheet.standardBackground))",
      valueName: "color"),
    transform: Arguments.color)
  var background: Pixel?

  @Option(help: "Values in which images are fitted and mixed: gamma-encoded, as stored, or linear light.")
  var light = Light.gamma

  @Flag(help: "Ordered dithering where images are fitted or have 16 bits, against banding.")
  var dither = false

  var framing: Framing {
    Framing(size: size, fit: fit, background: background, light: light, dither: dither)
  }

  func checkSize(_ machine: MachineOptions) throws {
    if let size, size.pixelCount.map({ $0 > machine.maxPixels }) ?? true {
      throw Failure(
        .usage, "--size \(size) is more than \(machine.maxPixels) pixels; raise it with --max-pixels")
    }
  }
}
