import SegueClips
import SegueFormats
import SegueFiles
import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTransitions

/// The rule for resolving file names in a storyboard.
package enum StoryboardNames: Sendable {
  /// Names are files in a folder, whose path is empty or ends with a slash.
  case folder(String)
  /// A function returns the picture with a name, or nil for an unknown name; names are not looked up in the
  /// file system.
  case given(@Sendable (String) -> Storyboard.Picture?)

  /// Resolves names relative to a folder; if nil, relative to the folder of the storyboard's file.
  init(folder: String?, of file: String) {
    let own = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    self = .folder(folder.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? own)
  }
}

/// Access to the files that a value of a storyboard names.
struct StoryboardFiles: Sendable {
  private let names: StoryboardNames
  private let place: StoryboardError.Place

  init(_ entry: Entry) { (names, place) = (entry.names, entry.place) }

  /// Returns the picture with a name; throws if the picture is missing.
  func picture(named name: String) throws(StoryboardError) -> Storyboard.Picture {
    switch names {
    case .folder(let folder):
      let path = name.hasPrefix("/") ? name : folder + name
      guard fileExists(path) else { throw .missingFile(shortened(path), at: place) }
      do { try checkIsNotSpecial(path) } catch { throw .unreadable(error) }
      return .file(path)
    case .given(let find):
      guard let picture = find(name) else { throw .missingFile(shortened(name), at: place) }
      return picture
    }
  }

  /// Returns the picture or the clip for a screen, by name; throws if the file is missing.
  func screen(named name: String, _ limits: Limits) throws(StoryboardError) -> Storyboard.Picture {
    guard case .folder(let folder) = names else { return try picture(named: name) }
    let clip = ClipName(name.hasPrefix("/") ? name : folder + name)
    guard clip.part != nil || clip.isVideo else { return try picture(named: name) }
    do {
      return .clip(try Clip(contentsOf: clip.text, limits: limits))
    } catch let error as FileError {
      throw error.code == .fileMissing ? .missingFile(shortened(clip.file), at: place) : .unreadable(error)
    } catch {
      throw .invalid("\(error)", at: place)
    }
  }

  /// Returns the path of the file with a name; throws if the file is missing.
  func path(of name: String) throws(StoryboardError) -> String {
    guard case .file(let path) = try picture(named: name) else {
      throw .invalid("\(shortened(name)) is a picture without a file, and cannot stand here", at: place)
    }
    return path
  }

  func shader(_ path: String) throws(StoryboardError) -> Shader {
    do {
      return try Shader(contentsOf: path)
    } catch let error as FileError {
      throw .unreadable(error)
    } catch let error as ShaderError {
      throw .invalid(error.message, at: place)
    } catch {
      throw .invalid("\(error)", at: place)
    }
  }

  /// Returns the functions with which the chains of a storyboard read files.
  func chainFiles(_ options: DecodeOptions) -> ChainFiles {
    ChainFiles(
      shader: { try shader(path(of: $0)) },
      picture: { name in
        switch try picture(named: name) {
        case .file(let path): try Bitmap(contentsOf: path, options: options)
        case .bitmap(let bitmap): bitmap
        case .clip(let clip): try clip.picture(Execution(decoding: options))
        }
      },
      file: { name in
        switch try picture(named: name) {
        case .file(let path): try ParameterFile(contentsOf: path, options: options)
        case .bitmap(let bitmap): ParameterFile(name, picture: bitmap)
        case .clip(let clip): ParameterFile(name, picture: try clip.picture(Execution(decoding: options)))
        }
      })
  }
}
