import FoundationEssentials
import SegueFiles
import SegueGLSL
import SegueRendering

/// A shader of several tabs: an export of Shadertoy, or a folder with one file for each tab.
///
/// - Source: Shadertoy's API: an object whose list `renderpass` has passes with `type`, `code`, `inputs` and
///   `outputs`.
struct ShadertoyProject {
  /// The maximum size of an export in bytes.
  static let sizeLimit = 8 << 20

  /// The picture that a tab's channel reads.
  enum Channel: Hashable {
    /// The shader's input picture.
    case input
    /// The result of a tab, given by the tab's name.
    case tab(String)
    /// A picture in a file of the folder.
    case file(String)
    /// Keyboard or sound, which are read as a picture of one transparent pixel.
    case nothing
    /// A picture without a default: reading it before the user sets it is an error.
    case unset
  }

  /// The text of a tab and its channels.
  struct Tab {
    let name: String
    let file: String
    let source: String
    var channels: [Int: Channel] = [:]
    /// Sampling modes by channel, for channels that declare a sampling mode.
    var samplings: [Int: PictureSampling] = [:]
    /// The channels that are cube maps.
    var cubes: [Int] = []
  }

  /// The common tab, whose text is inserted before the text of every other tab; nil if there is none.
  private var common: Tab?
  /// Buffers in the order of rendering.
  private(set) var buffers: [Tab] = []
  let image: Tab
  let description: String?
  let author: String?

  /// Returns the sources to insert before the text of a tab, each with its file name for errors.
  func beginning(of tab: Tab) -> [(source: String, file: String)] {
    let cubes = tab.cubes.map { "uniform samplerCube iChannel\($0);" }.joined()
    var sources = cubes.isEmpty ? [] : [(source: cubes, file: tab.file)]
    if let common { sources.append((common.source, common.file)) }
    return sources
  }

  // MARK: An export

  /// Reads the JSON of an export.
  ///
  /// - Throws: `ShaderError` if the JSON is not an export of one supported shader.
  init(json: String, file: String, folder: String) throws(ShaderError) {
    let decoder = JSONDecoder()
    func error(_ message: String) -> ShaderError {
      let sink = DiagnosticSink(SourceText(json, file: file))
      sink.error(message, at: 0)
      return ShaderError(diagnostics: sink.sorted)
    }
    let whole = try? decoder.decode(Export.OneOrMore.self, from: Data(json.utf8))
    let all = whole?.all.flatMap { $0.Shader?.all ?? $0.shaders ?? [$0] } ?? []
    guard let export = all.first, let passes = export.renderpass else {
      throw error("this is no export of Shadertoy: an object with 'renderpass' is expected")
    }
    guard all.count == 1 else {
      let names = all.prefix(8).map { "'\($0.info?.name ?? "")'" }.joined(separator: ", ")
      throw error(
        "this export has \(all.count) shaders, \(names)\(all.count > 8 ? " and others" : ""): leave one of them in it"
      )
    }
    var names: [String: String] = [:]
    for pass in passes where pass.kind == "buffer" {
      for output in pass.outputs ?? [] { names[output.id.text] = pass.title }
    }
    func tab(_ pass: Export.Pass) -> Tab {
      var tab = Tab(name: pass.title, file: "\(file), \(pass.title)", source: pass.code)
      for input in (pass.inputs ?? []).sorted(by: { $0.channel < $1.channel }) {
        let isFirst = !tab.channels.values.contains(.input)
        tab.channels[input.channel] = input.source(names, folder, isFirst: isFirst)
        tab.samplings[input.channel] = input.sampler?.sampling
        if (input.ctype ?? input.type) == "cubemap" { tab.cubes.append(input.channel) }
      }
      return tab
    }
    if let pass = passes.first(where: { $0.kind == "cubemap" }) {
      throw error("the tab '\(pass.title)' is a cube map, which is not supported")
    }
    guard let image = passes.first(where: { $0.kind == "image" }) else {
      throw error("there is no tab of type 'image'")
    }
    self.image = tab(image)
    common = passes.first { $0.kind == "common" }.map(tab)
    buffers = passes.filter { $0.kind == "buffer" }.map(tab).sorted { $0.name < $1.name }
    description = export.info?.description
    author = export.info?.username
  }

  /// The exported object: on its own, inside `Shader` as in responses of the API, or inside `shaders` as in a
  /// user's archive.
  private struct Export: Decodable {
    var Shader: OneOrMore?
    var shaders: [Export]?
    var info: Info?
    var renderpass: [Pass]?

    struct Info: Decodable {
      var name: String?
      var username: String?
      var description: String?
    }

    struct Pass: Decodable {
      var code: String
      var name: String?
      var type: String?
      var inputs: [Input]?
      var outputs: [Output]?

      var kind: String { type ?? "image" }
      var title: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? kind }
    }

    struct Output: Decodable {
      var id: Identifier
    }

    struct Input: Decodable {
      var id: Identifier?
      var channel: Int
      var ctype: String?
      var type: String?
      var src: String?
      var filepath: String?
      var sampler: Sampler?

      struct Sampler: Decodable {
        var filter: String?
        var wrap: String?

        var sampling: PictureSampling {
          PictureSampling(isRepeated: wrap == "repeat", isNearest: filter == "nearest")
        }
      }

      /// Returns the picture that the channel reads, such as the result of the tab whose output has the
      /// channel's identifier, or a file beside the export.
      ///
      /// The first channel whose picture file does not exist reads the shader's input picture.
      func source(_ tabs: [String: String], _ folder: String, isFirst: Bool) -> Channel {
        switch ctype ?? type {
        case "buffer": return (id.flatMap { tabs[$0.text] }).map { .tab($0) } ?? .nothing
        case "texture", "cubemap":
          let name = (src ?? filepath ?? "").split(separator: "/").last.map(String.init) ?? ""
          let isThere = !name.isEmpty && fileExists(folder + name)
          return isFirst && !isThere ? .input : name.isEmpty ? .unset : .file(name)
        case "video", "webcam": return .input
        default: return .nothing
        }
      }
    }

    /// An identifier, which exports write as a number or as a string.
    struct Identifier: Decodable {
      let text: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          text = "\(number)"
        } else {
          text = try container.decode(String.self)
        }
      }
    }

    /// One exported object, as in the API, or a list of objects, as in archives.
    struct OneOrMore: Decodable {
      let all: [Export]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let list = try? container.decode([Export].self) {
          all = list
        } else {
          all = [try container.decode(Export.self)]
        }
      }
    }
  }

  // MARK: A folder

  /// Reads the tabs of a folder.
  ///
  /// The path ends with `/`. The files are `image.glsl`, `bufferA.glsl`, `bufferB.glsl` and so on, and
  /// `common.glsl`, in upper or lower case.
  ///
  /// As in shader editors, a line `#iChannel0 "bufferA.glsl"` sets a channel; the name `self` means the tab
  /// itself. In a tab without these lines, the first channels read the existing buffers in order. The first
  /// remaining channel reads the input picture.
  ///
  /// - Throws: `FileError` if a file cannot be read, or there is no image tab.
  init(folder: String) throws {
    let names = ((try? SegueFiles.names(inFolder: folder)) ?? []).sorted()
    var tabs: [String: Tab] = [:]
    for name in names where Specification.isSource(name) {
      let stem = Self.stem(name)
      if ["cubea", "cubemapa"].contains(stem) {
        throw FileError.unreadable(
          file: folder + name, reason: "this tab is a cube map, which is not supported")
      }
      let source = try readText(folder + name, limit: FrontEnd.sizeLimit, other: .latin1)
      tabs[stem] = Tab(name: stem, file: folder + name, source: source)
    }
    guard var image = tabs["image"] else {
      throw FileError.unreadable(file: folder, reason: "there is no image.glsl in it, the tab that is shown")
    }
    let letters = ["buffera", "bufferb", "bufferc", "bufferd"].filter { tabs[$0] != nil }
    func channels(of tab: Tab) -> [Int: Channel] {
      var channels: [Int: Channel] = [:]
      for line in Includes.unmarked(tab.source).split(whereSeparator: \.isNewline) {
        guard let (channel, name) = Self.channel(in: line) else { continue }
        let stem =
          name == "self" ? tab.name : Self.stem(name.split(separator: "/").last.map(String.init) ?? "")
        channels[channel] = letters.contains(stem) ? .tab(stem) : .file(name)
      }
      if channels.isEmpty { for (index, name) in letters.enumerated() { channels[index] = .tab(name) } }
      for index in 0..<4 where channels[index] == nil {
        channels[index] = channels.values.contains(.input) ? .unset : .input
      }
      return channels
    }
    image.channels = channels(of: image)
    self.image = image
    common = tabs["common"]
    buffers = letters.compactMap { tabs[$0] }.map { tab in
      var tab = tab
      tab.channels = channels(of: tab)
      return tab
    }
    (description, author) = (nil, nil)
  }

  /// Returns the name of a file's tab: `buffera` for `Buffer A.glsl` and `buffer_a.glsl`.
  private static func stem(_ name: String) -> String {
    let stem = name.split(separator: ".").first.map { $0.lowercased() } ?? ""
    let plain = stem.filter { $0.isLetter || $0.isNumber }
    return plain.hasPrefix("buf") && !plain.hasPrefix("buffer") ? "buffer" + plain.dropFirst(3) : plain
  }

  /// Returns the channel and the name in a line `#iChannel0 "name"`; nil for other lines.
  private static func channel(in line: Substring) -> (Int, String)? {
    let line = trimmed(line)
    let parts = line.split(separator: "\"")
    guard line.hasPrefix("#iChannel"), parts.count > 1, let channel = Int(trimmed(parts[0].dropFirst(9))),
      (0..<4).contains(channel)
    else { return nil }
    let name = String(parts[1].hasPrefix("file://") ? parts[1].dropFirst(7) : parts[1])
    return name.hasPrefix("/") || name.split(separator: "/").contains("..") ? nil : (channel, name)
  }
}
