import Glibc
package import SegueCodecs

func fileExists(_ file: String) -> Bool { access(file, F_OK) == 0 }

/// Creates the folder of a file, and those above it.
package func createFolder(of file: String) throws(CodecError) {
  guard let slash = file.lastIndex(of: "/"), slash > file.startIndex else { return }
  let folder = String(file[..<slash])
  var information = stat()
  if stat(folder, &information) == 0 {
    guard information.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotCreate(file: file, reason: "\(folder) is not a folder")
    }
    return
  }
  try createFolder(of: folder)
  guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
    throw .cannotCreate(file: folder, reason: String(cString: strerror(errno)))
  }
}
