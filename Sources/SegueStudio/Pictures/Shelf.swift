import SegueClips
package import SegueExport
import SegueFiles
import SegueFormats
package import SeguePixels
import SegueRendering
package import SegueShaders
import SegueStoryboard
package import SegueTransitions
import Synchronization

/// The pictures, lookup tables, sounds, shaders and storyboards that pages may use, from the command line or
/// dropped onto a page.
///
/// Pages refer to these files by names, never by paths, so that a page cannot read other files.
package final class Shelf: Sendable {
  /// A picture on the shelf, decoded from its origin when needed.
  package struct Picture: Sendable {
    /// The name shown to pages: the last component of the path, or the name of the upload; a number is added
    /// if the name is in use.
    package let name: String
    /// The size in pixels; 0 × 0 for a file that was not decoded when it was added.
    package let size: PixelSize
    fileprivate let origin: PictureSource
    /// The clip or the part of a clip from which the picture comes; nil for an image.
    fileprivate var ofClip: Clip?
    /// The clip, if pages may use its moments as pictures, by names such as `trip.mp4[3.5s]`; nil for an
    /// image or a part of a clip.
    var clip: Clip? { ofClip.flatMap { ClipName($0.file).part == nil ? $0 : nil } }
  }

  fileprivate struct State {
    var pictures: [Picture] = []
    /// The decoded pictures in their original size, by name.
    var decoded: [String: Kept<Bitmap>] = [:]
    /// The pictures that were read as `ParameterFile`s for parameters of effects, by name.
    var files: [String: Kept<ParameterFile>] = [:]
    /// The uploaded lookup tables of colors and curves.
    var tables: [ParameterFile] = []
    /// The uploaded sounds.
    var sounds: [(name: String, file: SoundFile)] = []
    /// The temporary folder of sounds; nil before the first sound.
    var soundFolder: String?
    /// The waveforms of clips in percent, by the clip's name.
    var peaks: [String: [Int]] = [:]
    /// The memory reservations for uploads.
    var uploads: [Held] = []
    var uploaded = 0
  }

  /// The maximum size of all uploads together, in bytes.
  package static let maxUploaded = 256 << 20
  /// The maximum size of a lookup table, in bytes.
  package static let maxTable = 16 << 20
  /// The maximum number of pictures.
  package static let maxPictures = 500
  /// The maximum number of sounds.
  package static let maxSounds = 100

  /// The memory limit for all pages.
  package let budget: MemoryBudget
  private let state = Mutex(State())
  /// Serializes decoding, so that a picture is not decoded by two threads.
  private let decoding = Mutex(())
  private let shaders: [(name: String, file: String)]
  let flows: [Flow]
  let options: DecodeOptions

  /// Makes a shelf with shaders, each with a name and a file, and with flows.
  package init(
    shaders: [(name: String, file: String)] = [], flows: [Flow] = [],
    options: DecodeOptions = DecodeOptions(), budget: MemoryBudget = MemoryBudget()
  ) {
    (self.shaders, self.flows, self.options, self.budget) = (shaders, flows, options, budget)
  }

  /// The threads and decoding options for rendering frames.
  var execution: Execution {
    var execution = Execution.allCores
    execution.decoding = options
    return execution
  }

  /// All pictures, in the order in which they were added.
  package var pictures: [Picture] { state.withLock { $0.pictures } }
  /// The names of all shaders.
  package var shaderNames: [String] { shaders.map(\.name) }

  /// Returns the path of the shader file with a name on the shelf; nil if the shelf has no shader of this
  /// name.
  package func shader(named name: String) -> String? { shaders.first { $0.name == name }?.file }

  /// Adds files of images and clips, at most `maxPictures`.
  ///
  /// Decodes images among the first two files, so that their errors are reported before a page opens.
  package func add(files: [String]) throws {
    for (index, file) in files.prefix(Self.maxPictures).enumerated() {
      let name = unused(file.split(separator: "/").last.map(String.init) ?? file)
      let clipName = ClipName(file)
      if clipName.part != nil || clipName.isVideo {
        let clip = try Clip(contentsOf: file, limits: options.limits)
        let origin = PictureSource.made { try clip.picture($0) }
        add(Picture(name: name, size: clip.size, origin: origin, ofClip: clip), nil)
      } else if index < 2 {
        let bitmap = try Bitmap(contentsOf: file, options: options)
        add(Picture(name: name, size: bitmap.size, origin: .file(file)), bitmap)
      } else {
        // Does not decode the picture to determine its size, since a folder may contain hundreds of files.
        add(Picture(name: name, size: PixelSize(width: 0, height: 0), origin: .file(file)), nil)
      }
    }
  }

  /// The names of all lookup tables of colors and curves.
  package var tableNames: [String] { state.withLock { $0.tables.map(\.name) } }

  /// Adds an uploaded file under a name that is not in use.
  ///
  /// The extension determines whether the file is a lookup table of colors or curves; otherwise, the file is
  /// a picture.
  ///
  /// - Returns: The name.
  /// - Throws: `ImageError` if the file is not a picture, or is too large; `Refused` if the file exceeds the
  ///   limits for uploads.
  package func add(upload name: String, _ bytes: [UInt8]) throws -> String {
    // Serializes the uploads of several pages.
    try decoding.withLock { _ in try addOne(upload: name, bytes) }
  }

  private func addOne(upload name: String, _ bytes: [UInt8]) throws -> String {
    guard pictures.count < Self.maxPictures else { throw Self.noRoom("pictures") }
    let held = try hold(bytes, of: "pictures")
    let printable = Self.printable(name) ?? "picture"
    if printable.hasSuffix(".cube") || printable.hasSuffix(".acv") {
      guard bytes.count <= Self.maxTable else { throw Refused("a table of more than 16 MiB is refused") }
      let name = unused(printable)
      state.withLock { state in
        state.uploaded += bytes.count
        state.uploads.append(held)
        state.tables.append(ParameterFile(name, bytes: bytes))
      }
      return name
    }
    let bitmap = try Bitmap(decoding: bytes, named: printable, options: options)
    let name = unused(printable)
    let picture = Picture(name: name, size: bitmap.size, origin: .bytes(bytes, named: name))
    state.withLock { state in
      state.uploaded += bytes.count
      state.uploads.append(held)
    }
    add(picture, bitmap)
    return picture.name
  }

  /// Reserves the memory for an upload.
  private func hold(_ bytes: [UInt8], of kind: String) throws(Refused) -> Held {
    guard state.withLock({ $0.uploaded }) + bytes.count <= Self.maxUploaded else { throw Self.noRoom(kind) }
    return try budget.hold(bytes.count, isWork: false)
  }

  private static func noRoom(_ kind: String) -> Refused {
    Refused("there is no room for more \(kind); start the studio again")
  }

  /// Returns the last component of an uploaded file's name, at most its last 100 characters and without
  /// control characters; nil if nothing remains.
  private static func printable(_ name: String) -> String? {
    let base = name.split(separator: "/").last.map { String($0.suffix(100)) } ?? ""
    let scalars = base.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
  }

  /// The names of all uploaded sounds.
  package var soundNames: [String] { state.withLock { $0.sounds.map(\.name) } }

  /// Returns the file of an uploaded sound; nil if there is none.
  func sound(named name: String) -> String? {
    state.withLock { $0.sounds.first { $0.name == name }?.file.path }
  }

  /// Adds an uploaded sound under a name that is not in use.
  ///
  /// - Returns: The name.
  /// - Throws: `Refused` if the file has no sound, or exceeds the limits for uploads.
  package func add(sound name: String, _ bytes: [UInt8]) throws(Refused) -> String {
    let printable = Self.printable(name) ?? "sound"
    guard soundNames.count < Self.maxSounds else { throw Self.noRoom("sounds") }
    let held = try hold(bytes, of: "sounds")
    let folder = try soundFolder()
    let file = try SoundFile(bytes, named: printable, at: "\(folder)/\(Admission.randomToken())")
    return decoding.withLock { _ in
      let name = unused(printable)
      state.withLock { state in
        state.uploaded += bytes.count
        state.uploads.append(held)
        state.sounds.append((name, file))
      }
      return name
    }
  }

  private func soundFolder() throws(Refused) -> String {
    try state.withLock { state throws(Refused) in
      if let folder = state.soundFolder { return folder }
      let folder = try Scratch.makeFolder()
      state.soundFolder = folder
      return folder
    }
  }

  /// Adds a synthetic picture.
  package func add(sample bitmap: Bitmap, named name: String) {
    add(Picture(name: name, size: bitmap.size, origin: .bitmap(bitmap)), nil)
  }

  private func add(_ picture: Picture, _ bitmap: Bitmap?) {
    state.withLock { $0.pictures.append(picture) }
    if let bitmap { keep(bitmap, picture.name) }
  }

  /// Returns the given name, with a number added if a picture, a table or a sound has this name.
  private func unused(_ name: String) -> String {
    let names = Set(pictures.map(\.name) + tableNames + soundNames)
    guard names.contains(name) else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var number = 2
    while names.contains("\(name[..<dot])-\(number)\(name[dot...])") { number += 1 }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }

  /// Returns the source of a picture or of a moment of a clip.
  package func origin(_ name: String) throws -> PictureSource {
    if let picture = pictures.first(where: { $0.name == name }) { return picture.origin }
    guard let (clip, time) = moment(name) else {
      throw Refused("there is no picture '\(name.prefix(100))' in this studio")
    }
    return .made { try clip.moment(time).picture($0) }
  }

  /// Returns the clip and the time of a name such as `trip.mp4[3.5s]`; nil for other names.
  private func moment(_ name: String) -> (clip: Clip, time: ClipTime)? {
    let parts = ClipName(name)
    guard let part = parts.part, part.end == nil,
      let clip = pictures.first(where: { $0.name == parts.file })?.clip
    else { return nil }
    return (clip, part.start)
  }

  /// Returns the path of a picture, a shader or a flow; other names are returned unchanged.
  package func path(_ name: String) -> String {
    if let text = shader(named: name) ?? flow(named: name)?.file { return text }
    if let (clip, _) = moment(name) {
      return clip.file + name.suffix(from: name.lastIndex(of: "[") ?? name.endIndex)
    }
    let picture = pictures.first { $0.name == name }
    if let clip = picture?.ofClip { return clip.file + (picture?.clip == nil ? "" : "[0s]") }
    guard case .file(let file)? = picture?.origin else { return name }
    return file
  }

  /// Returns whether a picture or a lookup table has this name.
  package func isFile(_ name: String) -> Bool {
    pictures.contains { $0.name == name } || tableNames.contains(name)
  }

  /// Returns the picture with a name or path, for a screen of a storyboard; nil if the shelf has no such
  /// picture.
  func storyPicture(_ name: String) -> Storyboard.Picture? {
    for picture in pictures {
      if let clip = picture.ofClip {
        if clip.file == name || picture.name == name { return .clip(clip) }
        continue
      }
      switch picture.origin {
      case .file(let file): if file == name || picture.name == name { return .file(file) }
      default: if picture.name == name { return (try? self.picture(name)).map { .bitmap($0) } }
      }
    }
    return nil
  }

  /// Decodes a picture in its original size.
  package func picture(_ name: String) throws -> Bitmap {
    let origin = try origin(name)
    if case .bitmap(let bitmap) = origin { return bitmap }
    return try decoding.withLock { _ in
      if let known = state.withLock({ $0.decoded[name] })?.current { return known }
      let bitmap = try FittedPictures([origin], Framing(), Execution(decoding: options)).picture(0)
      keep(bitmap, name)
      return bitmap
    }
  }

  /// The number of parts of a waveform: a bar for each pixel of the widest slider.
  private static let peakCount = 160

  /// Returns the waveform of a clip in percent, which the first call computes and stores; nil if `isWanted`
  /// becomes false.
  func peaks(_ name: String, while isWanted: () -> Bool) throws -> [Int]? {
    if let known = state.withLock({ $0.peaks[name] }) { return known }
    guard let clip = pictures.first(where: { $0.name == name })?.clip, clip.hasSound else {
      throw Refused("there is no clip '\(name.prefix(100))' with sound in this studio")
    }
    guard let peaks = try clip.soundPeaks(Self.peakCount, while: isWanted) else { return nil }
    let percent = peaks.map { Int((100 * $0).rounded()) }
    state.withLock { $0.peaks[name] = percent }
    return percent
  }

  /// Reads a shader of the studio's folders, and the pictures that the shader names.
  package func read(_ shader: String) throws -> Shader {
    try Shader(contentsOf: shader).withFiles { try Bitmap(contentsOf: $0, options: options) }
  }

  /// The functions with which filters read files from the shelf; a page cannot name the file of a font.
  package var chainFiles: ChainFiles {
    var files = ChainFiles(
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
    files.readsFonts = false
    return files
  }

  private func keep(_ bitmap: Bitmap, _ name: String) {
    let kept = budget.keep(bitmap, bytes: bitmap.size.bytes)
    state.withLock { $0.decoded[name] = kept }
  }
}

extension Shelf {
  /// Releases decoded pictures while no page is open; later uses decode them again.
  package func rest() {
    let forgotten = state.withLock { state in
      defer { (state.decoded, state.files) = ([:], [:]) }
      return (state.decoded, state.files)
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Removes all uploaded pictures, tables and sounds.
  package func forgetUploads() {
    rest()
    state.withLock { state in
      state.pictures.removeAll { if case .bytes = $0.origin { true } else { false } }
      (state.tables, state.sounds, state.uploads, state.uploaded) = ([], [], [], 0)
    }
  }
}

extension PixelSize {
  /// The number of bytes of a bitmap with this size.
  var bytes: Int { 4 * width * height }
}
