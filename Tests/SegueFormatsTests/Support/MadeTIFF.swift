/// An uncompressed TIFF by TIFF 6.0, in all layouts of gray, RGB and CMYK.
struct MadeTIFF {
  var width = 19
  var height = 14
  var bits = 8
  /// PhotometricInterpretation: 0 white is zero, 1 black is zero, 2 RGB, 5 CMYK.
  var photometric = 2
  var samples = 3
  var isPlanar = false
  /// Width and height of a tile; nil: strips of four rows.
  var tile: (width: Int, height: Int)?
  var isBigEndian = false
  var orientation = 1
  /// The type of the orientation field: 1 BYTE, 3 SHORT, 4 LONG; 6, 8 and 9 are signed; nil for no field.
  var orientationType: Int? = 3
  /// ExtraSamples: 1 premultiplied alpha, 2 straight alpha.
  var extra: Int?
  /// SampleFormat: 3 floats, whose bits are the samples of `made`.
  var format: Int?
  var profile: [UInt8] = []
  /// Resolutions per unit: 1 is none, 2 inch, 3 centimeter.
  var resolution: (across: Int, down: Int, unit: Int)?
  /// False counts of values in fields, by tag; `values` has false values.
  var counts: [Int: Int] = [:]
  /// Samples that replace those of the formula below.
  var made: (@Sendable (_ x: Int, _ y: Int, _ c: Int) -> Int)?
  var values: [Int: Int] = [:]

  /// Returns a copy with another value in a field.
  func with(_ tag: Int, _ value: Int) -> MadeTIFF {
    var copy = self
    copy.values[tag] = value
    return copy
  }

  /// Returns a copy with another count of values in a field.
  func with(_ tag: Int, count: Int) -> MadeTIFF {
    var copy = self
    copy.counts[tag] = count
    return copy
  }

  /// Returns sample c at column x and row y, as stored in the file.
  func sample(_ x: Int, _ y: Int, _ c: Int) -> Int {
    if let made { return made(x, y, c) }
    let value = (37 * x + 101 * y + 59 * c + x * y * (c + 1)) & 255
    return bits == 8 ? value : value << 8 | (x * 7 + y * 13 + c) & 255
  }

  var bytes: [UInt8] { file([self]) }

  /// Makes a file of several pages.
  func file(_ pictures: [MadeTIFF]) -> [UInt8] {
    var out = Array((isBigEndian ? "MM" : "II").utf8) + short(42) + long(0)
    var link = 4
    for picture in pictures {
      let start = out.count
      var blocks: [[UInt8]] = picture.blocks
      let profileAt = start
      out += picture.profile + [UInt8](repeating: 0, count: picture.profile.count & 1)
      var offsets: [Int] = []
      for index in blocks.indices {
        if blocks[index].count % 2 == 1 { blocks[index].append(0) }
        offsets.append(out.count)
        out += blocks[index]
      }
      let counts = picture.blocks.map(\.count)
      let offsetsAt = out.count
      out += offsets.flatMap(long) + counts.flatMap(long)
      let bitsAt = out.count
      out += (0..<picture.samples).flatMap { _ in short(picture.bits) }
      if out.count % 2 == 1 { out.append(0) }
      let resolutionAt = out.count
      if let resolution = picture.resolution {
        out += long(resolution.across) + long(1) + long(resolution.down) + long(1)
      }
      let directory = out.count
      out.replaceSubrange(link..<link + 4, with: long(directory))
      func field(_ tag: Int, _ kind: Int, _ count: Int, _ value: Int) -> [UInt8] {
        let value = picture.values[tag] ?? value
        let small = kind == 3 && count == 1 ? short(value) + [0, 0] : long(value)
        return short(tag) + short(kind) + long(picture.counts[tag] ?? count) + small
      }
      /// A list of numbers; a single one is stored in the field itself.
      func list(_ tag: Int, _ values: [Int], at place: Int) -> [UInt8] {
        field(tag, 4, values.count, values.count == 1 ? values[0] : place)
      }
      var fields = [
        field(256, 4, 1, picture.width), field(257, 4, 1, picture.height),
        picture.samples == 1
          ? field(258, 3, 1, picture.bits)
          : picture.samples == 2
            ? short(258) + short(3) + long(2) + short(picture.bits) + short(picture.bits)
            : field(258, 3, picture.samples, bitsAt),
        field(259, 3, 1, 1), field(262, 3, 1, picture.photometric),
      ]
      if picture.tile == nil { fields.append(list(273, offsets, at: offsetsAt)) }
      if let type = picture.orientationType {
        let value = picture.values[274] ?? picture.orientation
        let bytes =
          [1, 6].contains(type) ? [UInt8(value), 0, 0, 0] : [4, 9].contains(type) ? long(value) : nil
        fields.append(
          short(274) + short(type) + long(picture.counts[274] ?? 1) + (bytes ?? short(value) + [0, 0]))
      }
      fields.append(field(277, 3, 1, picture.samples))
      if picture.tile == nil {
        fields += [field(278, 4, 1, 4), list(279, counts, at: offsetsAt + 4 * offsets.count)]
      }
      if picture.resolution != nil {
        fields += [field(282, 5, 1, resolutionAt), field(283, 5, 1, resolutionAt + 8)]
      }
      fields.append(field(284, 3, 1, picture.isPlanar ? 2 : 1))
      if let resolution = picture.resolution { fields.append(field(296, 3, 1, resolution.unit)) }
      if let tile = picture.tile {
        fields += [
          field(322, 4, 1, tile.width), field(323, 4, 1, tile.height), list(324, offsets, at: offsetsAt),
          list(325, counts, at: offsetsAt + 4 * offsets.count),
        ]
      }
      if let extra = picture.extra { fields.append(field(338, 3, 1, extra)) }
      if let format = picture.format { fields.append(field(339, 3, 1, format)) }
      if !picture.profile.isEmpty { fields.append(field(34675, 7, picture.profile.count, profileAt)) }
      out += short(fields.count) + fields.flatMap(\.self)
      link = out.count
      out += long(0)
    }
    return out
  }

  /// The data of strips or tiles, plane after plane in planar files.
  private var blocks: [[UInt8]] {
    let planes = isPlanar ? (0..<samples).map { [$0] } : [Array(0..<samples)]
    let (across, down) = (tile?.width ?? width, tile?.height ?? 4)
    var blocks: [[UInt8]] = []
    for plane in planes {
      for top in stride(from: 0, to: height, by: down) {
        for left in stride(from: 0, to: width, by: across) {
          let bottom = tile == nil ? min(top + down, height) : top + down
          var block: [UInt8] = []
          for y in top..<bottom {
            for x in left..<left + across {
              for c in plane {
                let value = sample(x, y, c)
                block += bits == 8 ? [UInt8(value)] : bits == 16 ? short(value) : long(value)
              }
            }
          }
          blocks.append(block)
        }
      }
    }
    return blocks
  }

  private func long(_ value: Int) -> [UInt8] { ordered(bigEndian(value)) }
  private func short(_ value: Int) -> [UInt8] { ordered(bigEndian(value).suffix(2)) }
  private func ordered(_ bytes: some Collection<UInt8>) -> [UInt8] {
    isBigEndian ? Array(bytes) : bytes.reversed()
  }
}
