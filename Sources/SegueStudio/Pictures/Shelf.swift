import SegueFiles
import SegueFormats
package import SeguePixels
import SegueRendering
package import SegueShaders
import SegueStoryboard
package import SegueTransitions
import Synchronization

/// The pictures and shaders that pages may name: what the command was given, and what was dropped onto a page.
///
/// A page has names and never a path, so nothing else on the machine can be asked for.
package final class Shelf: Sendable {
  /// A picture.
  package struct Picture: Sendable {
    /// The name that pages have for it: the last part of its path.
    package let name: String
    /// Its size in pixels.
    package let size: PixelSize
    fileprivate let origin: Origin
  }

  fileprivate enum Origin: Sendable {
    case file(String)
    case bytes([UInt8])
    case sample(Bitmap)
  }

  fileprivate struct State {
    var pictures: [Picture] = []
    /// Decoded pictures by their names.
    var decoded: [String: Kept<Bitmap>] = [:]
    /// Pictures as parameters by their names.
    var files: [String: Kept<ParameterFile>] = [:]
    /// What was dropped and is no picture: tables of colors and curves.
    var tables: [ParameterFile] = []
    /// The memory of uploads.
    var uploads: [Held] = []
    var uploaded = 0
  }

  /// The most bytes of all that is dropped.
  package static let mostUploaded = 256 << 20
  /// The most bytes of a table.
  package static let mostTable = 16 << 20
  /// The most pictures.
  package static let mostPictures = 500

  /// The memory of all pages.
  package let budget: MemoryBudget
  private let state = Mutex(State())
  /// One picture is decoded at a time, and none twice.
  private let decoding = Mutex(())
  private let shaders: [(name: String, file: String)]
  let flows: [Flow]
  let options: DecodeOptions

  /// Begins with shaders, each with its name and file, and flows.
  package init(
    shaders: [(name: String, file: String)] = [], flows: [Flow] = [],
    options: DecodeOptions = DecodeOptions(), budget: MemoryBudget = MemoryBudget()
  ) {
    (self.shaders, self.flows, self.options, self.budget) = (shaders, flows, options, budget)
  }

  /// How frames are rendered, and the files that they are of decoded.
  var execution: Execution {
    var execution = Execution.allCores
    execution.decoding = options
    return execution
  }

  /// All pictures, in their order.
  package var pictures: [Picture] { state.withLock { $0.pictures } }
  /// The names of the shaders.
  package var shaderNames: [String] { shaders.map(\.name) }

  /// The file of a shader by its name; nil where there is none.
  package func shader(named name: String) -> String? { shaders.first { $0.name == name }?.file }

  /// Adds pictures of files, the first two of which are decoded at once, so that an error is said before a page opens.
  package func add(files: [String]) throws {
    for (index, file) in files.prefix(Self.mostPictures).enumerated() {
      let name = unused(file.split(separator: "/").last.map(String.init) ?? file)
      if index < 2 {
        let bitmap = try Bitmap(contentsOf: file, options: options)
        add(Picture(name: name, size: bitmap.size, origin: .file(file)), bitmap)
      } else {
        // A folder may hold hundreds; the size is known when it is shown.
        add(Picture(name: name, size: PixelSize(width: 0, height: 0), origin: .file(file)), nil)
      }
    }
  }

  /// The names of tables of colors and curves.
  package var tableNames: [String] { state.withLock { $0.tables.map(\.name) } }

  /// Adds what was dropped, under a name that no other has: a picture, or a table of colors or curves, by its name.
  ///
  /// - Returns: The name.
  /// - Throws: `ImageError` where it is no picture, or too large a one; `Refused` where there are too many.
  package func add(upload name: String, _ bytes: [UInt8]) throws -> String {
    // Two pages may add at a time.
    try decoding.withLock { _ in try addOne(upload: name, bytes) }
  }

  private func addOne(upload name: String, _ bytes: [UInt8]) throws -> String {
    let total = state.withLock { $0.uploaded } + bytes.count
    guard total <= Self.mostUploaded, pictures.count < Self.mostPictures else {
      throw Refused("there is no room for more pictures; start the studio again")
    }
    let held = try budget.hold(bytes.count, isWork: false)
    let base = name.split(separator: "/").last.map { String($0.suffix(100)) } ?? "picture"
    let printable = String(
      String.UnicodeScalarView(base.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    if printable.hasSuffix(".cube") || printable.hasSuffix(".acv") {
      guard bytes.count <= Self.mostTable else { throw Refused("a table of more than 16 MiB is not taken") }
      let name = unused(printable)
      state.withLock { state in
        state.uploaded += bytes.count
        state.uploads.append(held)
        state.tables.append(ParameterFile(name, bytes: bytes))
      }
      return name
    }
    let bitmap = try Bitmap(decoding: bytes, named: printable, options: options)
    let picture = Picture(
      name: unused(printable.isEmpty ? "picture" : printable), size: bitmap.size, origin: .bytes(bytes))
    state.withLock { state in
      state.uploaded += bytes.count
      state.uploads.append(held)
    }
    add(picture, bitmap)
    return picture.name
  }

  /// Adds a picture that was drawn.
  package func add(sample bitmap: Bitmap, named name: String) {
    add(Picture(name: name, size: bitmap.size, origin: .sample(bitmap)), nil)
  }

  private func add(_ picture: Picture, _ bitmap: Bitmap?) {
    state.withLock { $0.pictures.append(picture) }
    if let bitmap { keep(bitmap, picture.name) }
  }

  /// A name that no picture has.
  private func unused(_ name: String) -> String {
    let names = Set(pictures.map(\.name) + tableNames)
    guard names.contains(name) else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var number = 2
    while names.contains("\(name[..<dot])-\(number)\(name[dot...])") { number += 1 }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }

  private func origin(_ name: String) throws -> Origin {
    guard let picture = pictures.first(where: { $0.name == name }) else {
      throw Refused("there is no picture '\(name.prefix(100))' in this studio")
    }
    return picture.origin
  }

  /// The path of a picture, a shader or a flow by its name; the name itself where there is none.
  package func path(_ name: String) -> String {
    if let text = shader(named: name) ?? flow(named: name)?.file { return text }
    guard case .file(let file)? = pictures.first(where: { $0.name == name })?.origin else { return name }
    return file
  }

  /// Whether something is the name of a picture, or of a table.
  package func isFile(_ name: String) -> Bool {
    pictures.contains { $0.name == name } || tableNames.contains(name)
  }

  /// A picture as a storyboard takes it, by its name or its path; nil where there is none.
  func storyPicture(_ name: String) -> Storyboard.Picture? {
    for picture in pictures {
      switch picture.origin {
      case .file(let file): if file == name || picture.name == name { return .file(file) }
      default: if picture.name == name { return (try? self.picture(name)).map { .bitmap($0) } }
      }
    }
    return nil
  }

  /// A picture in its own size.
  package func picture(_ name: String) throws -> Bitmap {
    let origin = try origin(name)
    if case .sample(let bitmap) = origin { return bitmap }
    return try decoding.withLock { _ in
      if let known = state.withLock({ $0.decoded[name] })?.current { return known }
      let bitmap =
        switch origin {
        case .file(let file): try Bitmap(contentsOf: file, options: options)
        case .bytes(let bytes): try Bitmap(decoding: bytes, named: name, options: options)
        case .sample(let bitmap): bitmap
        }
      keep(bitmap, name)
      return bitmap
    }
  }

  /// A picture for a frame, decoded anew as `segue render` does it.
  package func picture(_ name: String, fittedTo framing: Framing, _ execution: Execution) throws -> Bitmap {
    // The background comes behind all of them later.
    var framing = framing
    framing.background = nil
    return switch try origin(name) {
    case .file(let file): try Bitmap(contentsOf: file, fittedTo: framing, execution)
    case .bytes(let bytes): try Bitmap(decoding: bytes, named: name, fittedTo: framing, execution)
    case .sample(let bitmap): try bitmap.fitted(to: framing, execution)
    }
  }

  /// Reads a shader of the studio's folders, with the pictures that belong to it.
  package func read(_ shader: String) throws -> Shader {
    try Shader(contentsOf: shader).withFiles { try Bitmap(contentsOf: $0, options: options) }
  }

  /// How parameters that are files are read: pictures and files of the shelf, by their names.
  package var chainFiles: ChainFiles {
    ChainFiles(
      shader: { [self] name in
        guard let file = shader(named: name) else {
          throw Refused("there is no shader '\(name)' in this studio")
        }
        return try read(file)
      },
      picture: { [self] in try picture($0) },
      file: { [self] name in
        if let table = state.withLock({ $0.tables.first { $0.name == name } }) { return table }
        if let known = state.withLock({ $0.files[name] })?.current { return known }
        let picture = try picture(name)
        let file = ParameterFile(name, picture: picture)
        let kept = budget.keep(file, bytes: picture.size.bytes)
        state.withLock { $0.files[name] = kept }
        return file
      })
  }

  private func keep(_ bitmap: Bitmap, _ name: String) {
    let kept = budget.keep(bitmap, bytes: bitmap.size.bytes)
    state.withLock { $0.decoded[name] = kept }
  }
}

extension Shelf {
  /// Frees decoded pictures while no page is open; they are decoded again when they are asked for.
  package func rest() {
    let forgotten = state.withLock { state in
      defer { (state.decoded, state.files) = ([:], [:]) }
      return (state.decoded, state.files)
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Forgets pictures and tables that were dropped onto pages.
  package func forgetUploads() {
    rest()
    state.withLock { state in
      state.pictures.removeAll { if case .bytes = $0.origin { true } else { false } }
      (state.tables, state.uploads, state.uploaded) = ([], [], 0)
    }
  }
}

extension PixelSize {
  /// The bytes of a picture of this size.
  var bytes: Int { 4 * width * height }
}
