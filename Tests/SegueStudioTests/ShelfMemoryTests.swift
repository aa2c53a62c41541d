import Foundation
import SegueFiles
import SegueFormats
import SegueJob
import SeguePixels
import SegueStudio
import SegueTestSupport
import Testing

/// Decoded pictures of a shelf: which of them are cached, and how the others are decoded again.
@Suite struct ShelfMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a different picture for each number.
  private func picture(_ number: Int) throws -> Bitmap {
    try Bitmap(
      PixelSize(width: 4 + number, height: 3), filledWith: Pixel(red: UInt8(number), green: 70, blue: 90))
  }

  private func png(_ number: Int) throws -> [UInt8] { try picture(number).encoded(as: Formats.PNG()) }

  /// Makes a shelf of four files, an upload, and drawn pictures: 0.png to 19.png.
  private func shelf() throws -> (shelf: Shelf, files: [String]) {
    let shelf = Shelf()
    let files = try (0..<4).map { try folder.write(png($0), "\($0).png") }
    try shelf.add(files: files)
    _ = try shelf.add(upload: "4.png", png(4))
    for number in 5..<20 { shelf.add(sample: try picture(number), named: "\(number).png") }
    return (shelf, files)
  }

  @Test func evictedPicturesAreDecodedAgain() throws {
    let (shelf, _) = try shelf()
    // The first two files are decoded at once, the others on demand.
    #expect(shelf.pictures.map(\.size.width) == [4, 5, 0, 0] + (4..<20).map { 4 + $0 })
    for _ in 0..<2 {
      for number in 0..<20 { #expect(try shelf.picture("\(number).png") == picture(number), "\(number)") }
    }
  }

  @Test("Recently used pictures stay decoded as long as the budget has room")
  func decodedPicturesAreKept() throws {
    // Three pictures of 100 × 100 pixels.
    let shelf = Shelf(budget: MemoryBudget(limit: 3 * 40_000))
    let files = try (0..<4).map { number in
      let color = Pixel(red: UInt8(number), green: 70, blue: 90)
      return try folder.write(
        Bitmap(PixelSize(width: 100, height: 100), filledWith: color).encoded(as: Formats.PNG()),
        "\(number).png")
    }
    try shelf.add(files: files)
    #expect(shelf.budget.used == 2 * 40_000)
    for number in [2, 0, 3] { _ = try shelf.picture("\(number).png") }
    #expect(shelf.budget.used == 3 * 40_000)
    for file in files { try FileManager.default.removeItem(atPath: file) }
    for number in [0, 2, 3] { #expect(try shelf.picture("\(number).png").width == 100) }
    #expect(throws: FileError.missing(file: files[1])) { try shelf.picture("1.png") }
    shelf.rest()
    #expect(shelf.budget.used == 0)
    #expect(throws: FileError.missing(file: files[0])) { try shelf.picture("0.png") }
  }

  @Test func picturesOfAFlowMustFitTheMemoryBudget() throws {
    let shelf = Shelf(budget: MemoryBudget(limit: 4 * 40_000))
    let size = PixelSize(width: 100, height: 100)
    for name in ["a", "b", "c"] {
      shelf.add(sample: try Bitmap(size, filledWith: .white), named: "\(name).png")
    }
    func flow(_ screens: String) -> Job.Source {
      Job.Source(name: "mine.yaml", text: "screens: {\(screens)}\nsteps: [{hold: 1}]")
    }
    #expect(throws: Never.self) { try shelf.storyboard(flow("a: a.png, b: b.png")) }
    #expect {
      try shelf.storyboard(flow("a: a.png, b: b.png, c: c.png"))
    } throws: { error in
      "\(error)".contains("the pictures of this film take more than 0 MiB of memory")
    }
  }

  @Test func uploadsAreForgotten() throws {
    let (shelf, _) = try shelf()
    shelf.forgetUploads()
    #expect(!shelf.pictures.contains { $0.name == "4.png" } && shelf.pictures.count == 19)
    #expect(shelf.budget.used == 0)
    #expect(try shelf.add(upload: "4.png", png(4)) == "4.png")
  }

  @Test func errorsNameWhatIsMissing() throws {
    let (shelf, _) = try shelf()
    #expect(throws: Refused("there is no picture '20.png' in this studio")) { try shelf.picture("20.png") }
    let long = String(repeating: "p", count: 101)
    #expect(throws: Refused("there is no picture '\(long.dropLast())' in this studio")) {
      try shelf.picture(long)
    }
    #expect(throws: Refused("there is no shader 'none.glsl' in this studio")) {
      try shelf.chainFiles.filter("none.glsl")
    }
  }

  @Test func uploadsBeyondTheLimitsAreErrors() throws {
    let shelf = Shelf()
    let most = [UInt8](repeating: 32, count: Shelf.maxTable)
    #expect(throws: Refused("a table of more than 16 MiB is refused")) {
      try shelf.add(upload: "large.cube", most + [32])
    }
    let full = Refused("there is no room for more pictures; start the studio again")
    // All uploads count together.
    let count = Shelf.maxUploaded / Shelf.maxTable
    for number in 0..<count {
      #expect(try shelf.add(upload: "\(number).cube", most) == "\(number).cube")
    }
    #expect(throws: full) { try shelf.add(upload: "more.cube", [32]) }
    let pictures = Shelf()
    let sample = try picture(0)
    for number in 0..<Shelf.maxPictures { pictures.add(sample: sample, named: "\(number).png") }
    #expect(throws: full) { try pictures.add(upload: "more.png", png(1)) }
  }
}
