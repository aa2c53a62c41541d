import ArgumentParser
import SegueFiles

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Try transitions in the browser.",
    discussion: """
      segue studio from.png to.png --open
      segue studio pictures/ --shader-path shaders/
      segue studio flow.yaml

      The page is served only to this machine, at the address that is printed.
      Ctrl-C ends the studio.
      """)

  @Argument(help: "Images, folders of images, or storyboards; more can be dropped onto the page.")
  var images: [FileNames] = []
  @OptionGroup var shaderPath: ShaderPathOptions

  @Option(help: ArgumentHelp("The port. (default: a free one)", valueName: "n"))
  var port: UInt16?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Flag(help: "End when the last page is closed.")
  var once = false

  @Option(help: ArgumentHelp("Maximum number of pixels of an image.", valueName: "n"))
  var maxPixels = DecodeOptions().maxPixels

  @OptionGroup var quiet: QuietOption

  func validate() throws {
    if maxPixels < 1 { throw ValidationError("--max-pixels must be at least 1") }
    if names.contains("-") {
      throw ValidationError("standard input is no image here; give files or folders")
    }
  }

  private var names: [String] { images.flatMap(\.names) }

  func run() throws {
    var leftOut = LeftOut()
    let flows = names.filter { LayerAnimator.isFile($0) }
    let pictures = names.filter { !LayerAnimator.isFile($0) }
    let files = pictures.isEmpty ? [] : try imageFiles(pictures, takingClips: true, leftOut: &leftOut)
    try checkAreThere(files)
    // Decodes the first two images, so that errors are reported before the page opens.
    let options = DecodeOptions(maxPixels: maxPixels, programs: true)
    for file in files.prefix(2) {
      let clip = ClipName(file)
      if clip.part != nil || clip.isVideo {
        _ = try Clip(contentsOf: file, limits: options.limits)
      } else {
        _ = try Bitmap(contentsOf: file, options: options)
      }
    }
    for flow in flows { _ = try Storyboard(contentsOf: flow, options: options) }
    var words = ["--release", SegueCommand.configuration.version, "--max-pixels", "\(maxPixels)"]
    if let port { words += ["--port", "\(port)"] }
    if open { words.append("--open") }
    if once { words.append("--once") }
    words += flows.map { "--flow=\($0)" }
    for shader in try shaderPath.folders.files() {
      words += ["--shader-name=\(shader.name)", "--shader-file=\(shader.file)"]
    }
    let program = "\(folderOfProgram() ?? ".")/segue-studio"
    goOn(as: program, words + ["--"] + files)
    throw Failure(
      .studioMissing,
      "\(program) cannot be run: it belongs beside segue; swift build -c release --product segue-studio makes it",
      file: program)
  }
}
