import SegueRendering

/// Options that several formats share, so that each has the same name, range and description in all formats.
extension NamedParameter {
  static func quality(_ path: WritableKeyPath<Owner, Int> & Sendable) -> NamedParameter {
    .integer("quality", path, in: 1...100, "Quality of lossy compression; higher values give larger files.")
  }

  static func chroma(_ path: WritableKeyPath<Owner, ChromaSubsampling> & Sendable) -> NamedParameter {
    .word(
      "chroma", path, "Chroma subsampling: one color sample for 2x2 pixels (420), or for each pixel (444).")
  }

  static func profile(_ path: WritableKeyPath<Owner, ColorProfile> & Sendable) -> NamedParameter {
    .word("profile", path, "Whether files hold a color profile, which is that of sRGB.")
  }

  static func lossless(_ path: WritableKeyPath<Owner, Bool> & Sendable) -> NamedParameter {
    .flag("lossless", path, "Compress without loss.")
  }

  static func loops(_ path: WritableKeyPath<Owner, Int> & Sendable) -> NamedParameter {
    .integer("loops", path, in: 0...65535, "Number of times that an animation is played; 0 is forever.")
  }
}
