import ArgumentParser

/// Options for the frame to which images are fitted.
struct FrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frame size, or \(PixelSize.named.map(\.name).alternatives). (default: size of the first image)",
      valueName: "WxH"), completion: .sizes, transform: Arguments.text(Arguments.size))
  var size: String?

  @Option(help: "How an image is fitted to the frame size.")
  var fit = Given(Framing.Fit.cover)

  @Option(
    help: ArgumentHelp(
      "Color behind the images: #rrggbb[aa] or a CSS name. (default: transparent; of a sheet \(ContactSheet.standardBackground))",
      valueName: "color"),
    transform: Arguments.text(Arguments.color))
  var background: String?

  @Option(help: "Values that are scaled and mixed: gamma-encoded, as stored, or linear light.")
  var light = Given(Light.gamma)

  @Flag(help: "Ordered dithering of images that are scaled or have 16 bits, against banding.")
  var dither = false

  /// Replaces values of a job's frame by the values of the command line.
  func set(_ frame: inout Job.Frame) {
    frame.size = size ?? frame.size
    frame.fit = fit.given?.rawValue ?? frame.fit
    frame.background = background ?? frame.background
    frame.light = light.given?.rawValue ?? frame.light
    if dither { frame.dither = true }
  }

  /// Makes the framing from the options; throws for a size above the limit.
  func framing(_ machine: MachineOptions) throws -> Framing {
    var frame = Job.Frame()
    set(&frame)
    return try frame.checkedFraming(machine)
  }
}

extension Job.Frame {
  /// Makes the framing; for a size above the limit, throws an error that names the option to raise the limit.
  func checkedFraming(_ machine: MachineOptions) throws -> Framing {
    do throws(JobError) {
      return try framing(machine.decoding)
    } catch {
      guard error.key == "size", !error.isSentence else { throw error }
      throw JobError(error.key, "\(error.reason); raise it with --max-pixels")
    }
  }
}
