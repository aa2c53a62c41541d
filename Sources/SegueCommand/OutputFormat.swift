import ArgumentParser
import Segue

/// What frames become.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case png
  case jpeg
  case rgba
  case null

  init(_ image: ImageFormat) {
    switch image {
    case .png: self = .png
    case .jpeg: self = .jpeg
    }
  }

  init?(argument: String) {
    if let format = OutputFormat(rawValue: argument) {
      self = format
    } else if let image = ImageFormat(fileName: ".\(argument)") {
      self.init(image)
    } else {
      return nil
    }
  }

  var image: ImageFormat? {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .rgba, .null: nil
    }
  }

  var summary: String {
    switch self {
    case .png: "PNG files: RGB where a frame is opaque, else RGBA with straight alpha."
    case .jpeg: "JPEG files at quality 90, 4:2:0; transparency over black."
    case .rgba: "Raw pixels to standard output: 4 bytes each, straight alpha, no header."
    case .null: "Rendered and discarded, for timing."
    }
  }
}
