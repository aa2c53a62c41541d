import Segue

extension FuzzTarget {
  static let tables = FuzzTarget(
    name: "tables", summary: "A .cube file and an .acv file, and a small frame of what they are.",
    seeds: {
      let curves = "TITLE \"a\"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\nLUT_1D_SIZE 2\n0 0 0\n1 .5 1e-1 # end\n"
      let colors = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\r\n" }.joined()
      return [
        Array(curves.utf8), Array("LUT_3D_SIZE 2\r\nLUT_3D_INPUT_RANGE -1 2\r\n\(colors)".utf8),
        [0, 4, 0, 2, 0, 2, 0, 0, 0, 0, 0, 255, 0, 255, 0, 3, 0, 9, 0, 0, 0, 100, 0, 90, 0, 255, 0, 200],
      ]
    },
    run: { bytes in
      let picture = try picture()
      if let table = try? ColorTable(cube: bytes) {
        for interpolation in ColorTableFilter.Interpolation.allCases {
          _ = try (picture --> ColorTableFilter(table, interpolation: interpolation)).frame()
        }
      }
      if let curves = try? ToneCurves(acv: bytes) { _ = try (picture --> ToneCurve(curves)).frame() }
    })
}
