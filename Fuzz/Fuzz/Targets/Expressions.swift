import Segue

extension FuzzTarget {
  static let expressions = FuzzTarget(
    name: "expressions",
    summary: "Sizes, rates, colors, curves, names of frames, formulas, and expressions of the preprocessor.",
    seeds: {
      [
        "1920x1080", "29.97", "#ff8000", "#ff800080", "tomato", "transparent", "frames/%04d.png",
        "100%%-%d.png",
        "cubic-bezier(0.1,-2,0.3,4)", "steps(4)", "spring(0.7,0)", "spring(duration:0.5,bounce:0.3)",
        "ease-in-out",
        "defined(X) && (1 + 2 * 3 << 4 >= -5 % 6 / 7) || ~8 ^ !9", "0x7fffffff * 0x7fffffff", "(1, 2)",
        "40 * ease-in-out(progress) ^ -2 + (width < height) * clamp(sin(pi * time), 0, 1)",
      ].map { Array($0.utf8) }
    },
    run: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if let size = PixelSize(text) { expect(PixelSize("\(size)") == size, "\(size)") }
      if let color = Pixel(text) { expect(Pixel("\(color)") != nil, "\(color)") }
      if let rate = Double(text), rate > 0, rate <= 1e9 {
        let fraction = FrameRate(rate)
        expect(fraction.numerator > 0 && fraction.denominator > 0, "\(fraction)")
        expect(abs(fraction.perSecond - rate) <= max(0.001, rate / 5000), "\(fraction) for \(rate)")
      }
      if let curve = TimingCurve(text) {
        for time in [0, 0.25, 0.5, 1] { expect(curve(at: time).isFinite, "\(curve) at \(time)") }
        expect(curve(at: 0) == 0 && curve(at: 1) == 1, "\(curve) at its ends")
      }
      if let names = FrameTemplate(text) { expect(names.name(of: 7) != names.name(of: 8), text) }
      if let formula = try? ProgressExpression(text) {
        expect((try? ProgressExpression(formula.description)) != nil, formula.description)
      }
      let line = text.filter { !$0.isNewline }
      let color = "void main() { gl_FragColor = vec4(1.0); }"
      _ = try? Shader(source: "#if \(line)\n#endif\n\(color)")
      _ = try? Shader(source: "const int x = \(line);\n\(color)")
    })
}
