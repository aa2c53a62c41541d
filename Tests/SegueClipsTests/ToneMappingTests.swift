import Foundation
import SegueClips
import SegueFormats
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Testing

@Suite("HDR to SDR", .enabled(if: hasFFmpeg, ffmpegMissing))
struct ToneMappingTests {
  let fixtures: ClipFixtures

  init() throws { fixtures = try ClipFixtures() }

  /// PQ (SMPTE ST 2084): the luminance in nits of a code value 0…1.
  private func nits(_ code: Double) -> Double {
    let power = pow(code, 32.0 / 2523)
    return 10_000 * pow(max(0, power - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * power), 16384.0 / 2610)
  }

  /// The code value whose luminance is closest, by bisection.
  private func code(_ luminance: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if nits(middle) < luminance { low = middle } else { high = middle }
    }
    return low
  }

  /// The curve of BT.2390, from a peak to 203 nits, in code values.
  private func mapped(_ value: Double, peak: Double) -> Double {
    let top = code(peak)
    let (share, largest) = (min(1, value / top), code(203) / top)
    let knee = 1.5 * largest - 0.5
    guard share >= knee else { return value }
    let t = (share - knee) / (1 - knee)
    let spline =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (3 * t * t - 2 * t * t * t) * largest
    return spline * top
  }

  /// Makes a clip of one frame, a gray ramp of 10 bits: 64 code values in steps of 13.
  private func ramp(_ name: String, transfer: String) throws -> String {
    let file = fixtures.folder.file(name)
    // Without an encoder that stores a mastering display, the peak is 1000 nits.
    _ = try output(of: [
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
      "color=s=64x16:r=25:d=0.04,format=yuv444p10le,geq=lum='64+X*13':cb=512:cr=512", "-c:v", "ffv1",
      "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
      file,
    ])
    return file
  }

  /// The gray values 0…1 of a row, and the gray values expected for its PQ code values.
  private func shown(_ file: String, _ expected: (Double) -> Double) throws -> [(Double, Double)] {
    let picture = try Clip(contentsOf: file).picture(.standard)
    return (0..<64).map { x in
      let stored = 64 + Double(x) * 13
      return (Double(picture[x, 8].green) / 255, expected((stored - 64) / 876))
    }
  }

  @Test("PQ of 1000 nits follows the curve of BT.2390 within 1 %")
  func pq() throws {
    let file = try ramp("pq.mkv", transfer: "smpte2084")
    for (found, expected) in try shown(file, { pow(nits(mapped($0, peak: 1000)) / 203, 1 / 2.4) }) {
      #expect(abs(found - min(1, expected)) < 0.01, "\(found) \(expected)")
    }
  }

  /// HLG of a display of 1000 nits, by BT.2100: gray of the scene to the power of 1.2.
  @Test("HLG follows the same curve within 1 %")
  func hlg() throws {
    let file = try ramp("hlg.mkv", transfer: "arib-std-b67")
    let values = try shown(file) { signal in
      let scene =
        signal <= 0.5 ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
      return pow(nits(mapped(code(1000 * pow(scene, 1.2)), peak: 1000)) / 203, 1 / 2.4)
    }
    for (found, expected) in values { #expect(abs(found - min(1, expected)) < 0.01, "\(found) \(expected)") }
  }

  @Test("A file that is replaced under its name has the mastering display of the new file")
  func replacedFile() throws {
    let file = fixtures.folder.file("master.mp4")
    for peak in [1000, 4000] {
      let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(\(peak * 10_000),50)"
      _ = try output(of: [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.2", "-c:v", "libx265",
        "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=error:hdr10=1:master-display=\(display)",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", file,
      ])
      let clip = try Clip(contentsOf: file)
      let words = ClipConversion(toRGBA: clip, size: clip.size, Framing()).words
      #expect(words == ["tone-mapped from PQ of \(peak) nits to SDR (BT.2390)"])
    }
  }

  @Test("Messages name the conversion")
  func words() throws {
    let clip = try Clip(contentsOf: ramp("pq.mkv", transfer: "smpte2084"))
    #expect(clip.isHDR)
    let words = ClipConversion(toRGBA: clip, size: clip.size, Framing()).words
    #expect(words == ["tone-mapped from PQ of 1000 nits to SDR (BT.2390)"])
  }

  /// Light 0…1 of a code value, and the code value of light.
  private func coding(_ transfer: String) -> (light: (Double) -> Double, code: (Double) -> Double) {
    if transfer == "smpte2084" { return ({ nits($0) / 10_000 }, { code($0 * 10_000) }) }
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return (
      { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12 },
      { $0 <= 1.0 / 12 ? (3 * $0).squareRoot() : a * log(12 * $0 - b) + c }
    )
  }

  @Test(
    "Frames of HDR keep their code values, and joints mix code values or light",
    arguments: ["smpte2084", "arib-std-b67"], [Light.gamma, .linear])
  func joints(transfer: String, light: Light) throws {
    let levels = [("a.mkv", 300), ("b.mkv", 700)]
    let clips = try levels.map { name, level in
      let file = fixtures.folder.file(name)
      _ = try output(of: [
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=s=32x16:r=10:d=1,format=yuv420p10le,geq=lum=\(level):cb=512:cr=512", "-c:v", "ffv1",
        "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
        file,
      ])
      return try Clip(contentsOf: file)
    }
    let layout = PlanarLayout(size: clips[0].size, .half, of: clips[0], bits: 10, keepsHDR: true)
    let timeline = try JoinTimeline(clips.map { .clip($0) }, joint: ClipTime(1, 2), rate: 10)
    let source = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"
    let crossfade = try #require(ShaderTransition(Shader(source: source, file: "crossfade.glsl")))
    for transition in [Transitions.CrossDissolve(), crossfade] as [any Transition] {
      let joined = JoinedClips(
        timeline, stills: { _ in throw CancellationError() }, [transition], curve: .linear,
        size: clips[0].size, layout: layout, Framing(light: light), Execution())
      let coding = coding(transfer)
      for index in 0..<joined.count {
        let color = try joined.rows(of: index).rendered(as: .float).floats().prefix(3)
        let expected: Double
        switch timeline.content(of: index) {
        case .clip(let item, _): expected = Double(levels[item].1 - 64) / 876
        case .joint(_, _, _, let time):
          let (a, b) = (Double(300 - 64) / 876, Double(700 - 64) / 876)
          expected =
            light == .gamma
            ? a + (b - a) * time
            : coding.code(coding.light(a) + (coding.light(b) - coding.light(a)) * time)
        }
        for sample in color { #expect(abs(Double(sample) - expected) < 3e-5, "frame \(index)") }
      }
    }
  }
}
