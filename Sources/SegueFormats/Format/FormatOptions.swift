import SegueRendering

/// Options that several formats share, each with one name, range and sentence.
extension NamedParameter {
  static func quality(_ path: WritableKeyPath<Owner, Int> & Sendable) -> NamedParameter {
    .integer("quality", path, in: 1...100, "How good lossy pictures are; the better, the larger.")
  }

  static func chroma(_ path: WritableKeyPath<Owner, ChromaSubsampling> & Sendable) -> NamedParameter {
    .word("chroma", path, "How much of the color is kept: for every two by two pixels, or for each.")
  }

  static func profile(_ path: WritableKeyPath<Owner, ColorProfile> & Sendable) -> NamedParameter {
    .word("profile", path, "Whether files hold a color profile, which is that of sRGB.")
  }

  static func lossless(_ path: WritableKeyPath<Owner, Bool> & Sendable) -> NamedParameter {
    .flag("lossless", path, "Keep every pixel.")
  }

  static func loops(_ path: WritableKeyPath<Owner, Int> & Sendable) -> NamedParameter {
    .integer("loops", path, in: 0...65535, "How often one file of moving pictures is played; 0: for ever.")
  }
}
