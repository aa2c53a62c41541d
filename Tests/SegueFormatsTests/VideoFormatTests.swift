import SegueFormats
import SeguePixels
import Testing

@Suite("Video formats") struct VideoFormatTests {
  @Test("Short forms equal the formats, with documented defaults")
  func shortWays() {
    #expect(Formats.MP4.mp4 == Formats.MP4(chroma: .half))
    #expect(Formats.WebM.webm == Formats.WebM(chroma: .half))
    #expect(Formats.AVIF.avif == Formats.AVIF(chroma: .half))
    #expect(Formats.MOV.mov == Formats.MOV(codec: .h264, chroma: .half))
    #expect(Formats.MKV.mkv == Formats.MKV(codec: .h264, chroma: .half))
    for codec in Formats.MOV.codecs {
      #expect(Formats.MOV.mov(codec: codec) == Formats.MOV(codec: codec, chroma: .half))
    }
    for codec in Formats.MKV.codecs {
      #expect(Formats.MKV.mkv(codec: codec) == Formats.MKV(codec: codec, chroma: .half))
    }
    #expect(Formats.MP4() == .mp4 && Formats.WebM() == .webm && Formats.AVIF() == .avif)
    #expect(Formats.MOV() == .mov && Formats.MOV() == Formats.MOV(chroma: .half))
    #expect(Formats.MKV() == .mkv && Formats.MKV() == Formats.MKV(chroma: .half))
  }

  /// Requires conformance to `AnimationFormat`.
  private func animation<Format: AnimationFormat>(_ format: Format) -> Format { format }

  @Test func animatedWebPIsLossyAndLoopsByDefault() {
    let short = animation(.webp)
    #expect(short == Formats.WebP(quality: 90, isLossless: false, loops: 0, profile: .none))
  }

  @Test("ffmpeg gets the codec, the requested chroma and the container")
  func options() {
    let colors = [
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv",
    ]
    let h264 = ["-c:v", "libx264", "-crf", "18"]
    let vp9 = ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"]
    let av1 = ["-c:v", "libaom-av1", "-crf", "20", "-b:v", "0", "-cpu-used", "6"]
    for (chroma, pixels) in [(ChromaSubsampling.half, "yuv420p"), (.full, "yuv444p")] {
      let formats: [(format: any VideoFormat, codec: [String], container: [String])] = [
        (Formats.MP4(chroma: chroma), h264, ["-movflags", "+faststart", "-f", "mp4"]),
        (Formats.MOV(chroma: chroma), h264, ["-movflags", "+faststart", "-f", "mov"]),
        (Formats.MKV(chroma: chroma), h264, ["-f", "matroska"]),
        (Formats.WebM(chroma: chroma), vp9, ["-f", "webm"]),
        (Formats.AVIF(chroma: chroma), av1, ["-f", "avif"]),
      ]
      for (format, codec, container) in formats {
        let name = type(of: format).name
        let expected = codec + ["-pix_fmt", pixels] + colors + container
        #expect(format.ffmpegOptions(rate: FrameRate(25)) == expected, "\(name)")
        #expect((format.input as? Formats.Y4M)?.chroma == chroma, "\(name)")
      }
    }
  }

  /// Lossless video stores every pixel, for any chroma.
  @Test(arguments: ChromaSubsampling.allCases)
  func losslessVideoIgnoresTheChromaOption(chroma: ChromaSubsampling) {
    let mkv = Formats.MKV(codec: .ffv1, chroma: chroma)
    #expect(
      mkv.ffmpegOptions(rate: FrameRate(25)) == ["-c:v", "ffv1", "-pix_fmt", "bgra", "-f", "matroska"])
    let mov = Formats.MOV(codec: .png, chroma: chroma)
    #expect(
      mov.ffmpegOptions(rate: FrameRate(25))
        == ["-c:v", "png", "-pix_fmt", "rgba", "-movflags", "+faststart", "-f", "mov"])
    #expect(mkv.input is Formats.RGBA && mov.input is Formats.RGBA)
  }

  @Test("A codec that a container does not store is an error with those that it stores")
  func codecsOfContainers() {
    let size = PixelSize(width: 8, height: 8)
    let error = #expect(throws: ExportError.self) {
      try Formats.MP4(codec: .ffv1).check(size, named: "a.mp4")
    }
    #expect(error?.message == "a.mp4: cannot be created: mp4 stores h264, hevc, av1, not ffv1")
    #expect(throws: Never.self) { try Formats.MKV(codec: .ffv1).check(size, named: "a.mkv") }
  }
}
