import Segue
import SegueStoryboard
import SegueTestSupport

let screens = """
  screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png, c: \(vectorsFolder)/to-alpha.png}

  """

func storyboard(_ yaml: String) throws -> Storyboard {
  try Storyboard(yaml: screens + yaml, named: "flow.yaml")
}

/// Renders all frames in order.
func frames(_ storyboard: Storyboard) throws -> [Bitmap] {
  let source = try StoryboardFrames(storyboard)
  return try (0..<source.count).map { try frame($0, of: source) }
}

func frame(_ index: Int, of source: some FrameSource) throws -> Bitmap {
  try source.rows(of: index).rendered()
}

/// Hashes the straight RGBA pixels, so that transparent pixels of different colors differ.
func hash(_ bitmap: Bitmap) throws -> Int {
  let encoder = Formats.RGBA().makeEncoder(level: .reference)
  try encoder.encode(bitmap, named: "frame")
  return try encoder.withBytes { bytes in
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
