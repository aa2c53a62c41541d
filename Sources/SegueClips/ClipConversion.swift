package import SegueFormats
package import SeguePixels

/// The conversion of a clip's frames to frames of an output.
package struct ClipConversion: Sendable {
  /// The filters and the pixel format with which ffmpeg passes the converted frames to this process.
  package let form: DecodedForm
  /// The conversions in words, such as `deinterlaced`; empty if samples are passed on unchanged.
  package private(set) var words: [String] = []

  /// Makes the conversion to planar frames.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - layout: The layout of the frames of the output.
  ///   - framing: The fit; its background, by default black, is behind a picture that does not fill the
  ///     frame.
  package init(_ clip: Clip, to layout: PlanarLayout, _ framing: Framing) {
    let isHDR = layout.hdrTransfer != nil
    let color = isHDR ? ClipColor.hdr(clip) ?? ClipColor(clip) : clip.isHDR ? .bt709 : ClipColor(clip)
    var filters = Self.start(clip, toneMaps: !isHDR, bits: layout.bits, &words)
    let changesLight = isHDR && (color.transfer != layout.hdrTransfer || color.matrix != .bt2020)
    let isMade = Self.fits(clip, layout.size) && filters.isEmpty
    let own = clip.probe.picture.pixelFormat
    let isOwn = own == layout.pixelFormat || layout.bits == 8 && own == "yuvj\(layout.chroma.rawValue)p"
    if isMade, isOwn, !changesLight, color.matrix == layout.matrix, color.isFullRange == layout.isFullRange {
      // Passes frames of this size on unchanged; scales frames of other sizes, since the frame size may
      // change within a clip.
      let size = "scale=w=\(layout.size.width):h=\(layout.size.height)"
      form = DecodedForm(filters: [size], pixelFormat: own, byteCount: layout.byteCount)
      return
    }
    if !isOwn { words.append("\(own) to \(layout.pixelFormat)") }
    if color.matrix != layout.matrix { words.append("\(color.matrix.rawValue) to \(layout.matrix.rawValue)") }
    if color.isFullRange != layout.isFullRange {
      words.append("\(Self.range(color.isFullRange)) to \(Self.range(layout.isFullRange)) range")
    }
    if changesLight {
      filters += Self.hdr(color, to: layout, &words)
      let wide = ClipColor.ofHDR(layout)
      filters += Self.scale(clip, layout.size, framing, wide, &words) {
        ":out_color_matrix=bt2020:out_range=\(layout.isFullRange ? "pc" : "tv")"
      }
      form = DecodedForm(
        filters: filters + ["format=\(layout.pixelFormat)"], pixelFormat: layout.pixelFormat,
        byteCount: layout.byteCount)
      return
    }
    filters += Self.scale(clip, layout.size, framing, color, &words) {
      ":out_color_matrix=\(layout.matrix.scaleName):out_range=\(layout.isFullRange ? "pc" : "tv")"
    }
    // Sets the pixel format, since frames with a tag of full range would otherwise get another format.
    filters.append("format=\(layout.pixelFormat)")
    form = DecodedForm(filters: filters, pixelFormat: layout.pixelFormat, byteCount: layout.byteCount)
  }

  /// Makes the conversion to RGBA with straight alpha, with 8 or 16 bits a sample.
  package init(toRGBA clip: Clip, size: PixelSize, _ framing: Framing, bits: Int = 8) {
    var filters = Self.start(clip, bits: bits, &words)
    let color = clip.isHDR ? ClipColor.bt709 : ClipColor(clip)
    // Makes bars transparent: after decoding, the background is added behind bars and transparent pixels in
    // one step.
    var clear = framing
    clear.background = framing.background.map { _ in .clear }
    filters += Self.scale(clip, size, clear, color, &words) { "" }
    let pixelFormat = bits > 8 ? "rgba64le" : "rgba"
    form = DecodedForm(
      filters: filters + ["format=\(pixelFormat)"], pixelFormat: pixelFormat,
      byteCount: bits / 2 * size.width * size.height)
  }

  /// Returns the filters that convert SDR, or HDR with another transfer function, to HDR; the white of SDR
  /// becomes 203 nits.
  private static func hdr(_ color: ClipColor, to layout: PlanarLayout, _ words: inout [String]) -> [String] {
    let isHDR = ["smpte2084", "arib-std-b67"].contains(color.transfer)
    let name = layout.hdrTransfer == "arib-std-b67" ? "HLG" : "PQ"
    words.append(isHDR ? "to \(name)" : "SDR to \(name), white at 203 nits")
    let matrix = color.matrix == .bt2020 ? "2020_ncl" : color.matrix == .bt601 ? "170m" : "709"
    let primaries = color.matrix == .bt2020 ? "2020" : "709"
    let transfer = isHDR ? color.transfer : "709"
    return [
      "zscale=min=\(matrix):pin=\(primaries):tin=\(transfer):rin=\(range(color.isFullRange)):p=\(primaries):t=linear:npl=203",
      "format=gbrpf32le", "zscale=p=2020",
      "zscale=t=\(layout.hdrTransfer ?? "smpte2084"):m=2020_ncl:r=\(range(layout.isFullRange)):npl=203",
      "format=yuv444p10le",
    ]
  }

  private static func range(_ isFull: Bool) -> String { isFull ? "full" : "limited" }

  /// Returns whether the clip's picture has the given size, and square pixels.
  private static func fits(_ clip: Clip, _ size: PixelSize) -> Bool {
    clip.size == size && clip.probe.picture.sampleAspect == FrameRate(1)
  }

  /// Returns the first filters of ffmpeg's filter chain, which do not depend on the output's size:
  /// deinterlacing and tone mapping.
  private static func start(
    _ clip: Clip, toneMaps: Bool = true, bits: Int, _ words: inout [String]
  ) -> [String] {
    let picture = clip.probe.picture
    var filters: [String] = []
    if picture.turn != 0 { words.append("turned by \(picture.turn)°") }
    if picture.isInterlaced {
      filters.append("bwdif=mode=send_frame:parity=\(picture.isTopFieldFirst ? "tff" : "bff"):deint=all")
      words.append("deinterlaced (bwdif)")
    }
    if clip.isHDR, toneMaps {
      let mapping = ToneMapping(clip)
      filters += mapping.filters(
        from: picture.transfer ?? "smpte2084", isFullRange: picture.range == "pc", bits: bits)
      words.append(
        "tone-mapped from \(picture.transfer == "arib-std-b67" ? "HLG" : "PQ") of \(Int(mapping.peak)) nits to SDR (BT.2390)"
      )
    }
    return filters
  }

  /// Returns the filters that scale the picture, fit it to the frame and convert its samples.
  private static func scale(
    _ clip: Clip, _ size: PixelSize, _ framing: Framing, _ color: ClipColor, _ words: inout [String],
    _ output: () -> String
  ) -> [String] {
    let scaled = scaledSize(clip.size, size, framing.fit)
    if clip.size != size || clip.probe.picture.sampleAspect != FrameRate(1) {
      let aspect = clip.probe.picture.sampleAspect
      words.append(
        "\(aspect == FrameRate(1) ? "" : "pixels of \(aspect), ")scaled to \(scaled)\(scaled == size ? "" : ", \(framing.fit) \(size)")"
      )
    }
    let isBlurred = framing.fit == .blur && scaled != size
    let colors =
      ":in_color_matrix=\(color.matrix.scaleName):in_range=\(color.isFullRange ? "pc" : "tv")" + output()
    var filters = [
      (isBlurred ? blurred(clip.size, size, colors) : "")
        + "scale=w=\(scaled.width):h=\(scaled.height):flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
        + colors, "setsar=1",
    ]
    if scaled.width > size.width || scaled.height > size.height {
      filters.append(
        "crop=w=\(size.width):h=\(size.height):x=\((scaled.width - size.width) / 2):y=\((scaled.height - size.height) / 2):exact=1"
      )
    } else if isBlurred {
      let place = "x=(W-w)/2:y=(H-h)/2:format=auto"
      filters[filters.count - 1] += "[inner];[outer][inner]overlay=\(place)"
    } else if scaled != size {
      filters.append(
        "pad=w=\(size.width):h=\(size.height):x=(ow-iw)/2:y=(oh-ih)/2:color=\(padding(clip, framing))")
    }
    return filters
  }

  /// Returns the start of a filter graph that places the picture over a blurred copy of itself.
  ///
  /// `[outer]` is the blurred copy; the picture's own filters follow.
  private static func blurred(_ source: PixelSize, _ size: PixelSize, _ colors: String) -> String {
    let small = Framing.blurredSize(of: size)
    let cover = scaledSize(source, small, .cover)
    return "split[under][whole];[under]scale=w=\(cover.width):h=\(cover.height):flags=area\(colors),"
      + "crop=w=\(small.width):h=\(small.height):exact=1,gblur=sigma=1,"
      + "scale=w=\(size.width):h=\(size.height):flags=bicubic,setsar=1[outer];[whole]"
  }

  /// Returns the color behind a picture that does not fill the frame.
  private static func padding(_ clip: Clip, _ framing: Framing) -> String {
    guard let color = framing.background else { return clip.hasAlpha ? "black@0" : "black" }
    func hex(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
    return "0x" + hex(color.red) + hex(color.green) + hex(color.blue) + "@" + "\(Double(color.alpha) / 255)"
  }

  private static func scaledSize(_ source: PixelSize, _ frame: PixelSize, _ fit: Framing.Fit) -> PixelSize {
    let across = Double(frame.width) / Double(source.width)
    let down = Double(frame.height) / Double(source.height)
    let factor: Double
    switch fit {
    case .stretch: return frame
    case .cover: factor = max(across, down)
    case .contain, .blur: factor = min(across, down)
    }
    func side(_ value: Int, _ bound: Int) -> Int {
      let side = Int((Double(value) * factor).rounded())
      return fit == .cover ? max(bound, side) : max(1, min(bound, side))
    }
    return PixelSize(width: side(source.width, frame.width), height: side(source.height, frame.height))
  }
}
