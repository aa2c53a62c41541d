import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import Testing

@Suite struct FilterCatalogTests {
  @Test func everyItemHasADescription() {
    let names = Catalog.filters.items.map(\.name) + Catalog.blends.items.map(\.name)
    #expect(Set(names).count == names.count)
    for entry in Catalog.filters.items { checkDescription(entry) }
    for entry in Catalog.blends.items { checkDescription(entry) }
  }

  @Test func namesAndAliasesAreUnique() {
    for names in [
      Catalog.filters.items.flatMap { [$0.name] + $0.aliases },
      Catalog.blends.items.flatMap { [$0.name] + $0.aliases },
    ] { #expect(Set(names).count == names.count) }
  }

  /// Alternative names of filters, which scripts may use.
  @Test(arguments: [
    ("invert", "color-invert"), ("negative", "color-invert"), ("luminance", "grayscale"),
    ("sepia-tone", "sepia"),
    ("threshold", "luminance-threshold"), ("rgb-adjustment", "rgb"), ("blur", "gaussian-blur"),
    ("highlights-and-shadows", "highlight-shadow"), ("solid-color-generator", "solid-color"),
    ("bulge", "bulge-distortion"),
    ("pinch", "pinch-distortion"), ("stretch", "stretch-distortion"),
    ("pixelate-position", "pixellate-position"),
    ("polar-pixelate", "polar-pixellate"), ("cga", "cga-colorspace"),
    ("circle-generator", "circle"),
    ("convolution", "3x3-convolution"), ("sobel", "sobel-edge-detection"),
    ("edge-detection", "sobel-edge-detection"),
    ("prewitt", "prewitt-edge-detection"),
    ("directional-sobel", "directional-sobel-edge-detection"),
    ("canny", "canny-edge-detection"), ("harris", "harris-corner-detection"),
    ("noble", "noble-corner-detection"),
    ("shi-tomasi", "shi-tomasi-feature-detection"), ("kuwahara-radius-3", "kuwahara"),
    ("bilateral-blur", "bilateral"),
    ("selective-blur", "gaussian-selective-blur"), ("unsharp", "unsharp-mask"),
  ])
  func filtersAreFoundByOtherNames(other: String, name: String) throws {
    #expect(try Catalog.filters.named(other).name == name)
  }

  /// A blend is also found without its suffix `-blend`, and by its name in CSS.
  @Test func blendsAreFoundByOtherNames() throws {
    for name in Catalog.blends.items.map(\.name) where name.hasSuffix("-blend") {
      #expect(try Catalog.blends.named(String(name.dropLast("-blend".count))).name == name)
    }
    for other in ["source-over", "source-over-blend"] {
      #expect(try Catalog.blends.named(other).name == "normal-blend")
    }
    #expect(try Catalog.blends.named("dissolve-blend").name == "dissolve")
  }

  /// White blocks show the first tile of the sheet, black blocks the last.
  @Test func picturesAreParameters() throws {
    let (red, blue) = (Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255))
    var sheet = try Bitmap(PixelSize(width: 16, height: 8), filledWith: red)
    for y in 0..<8 { for x in 8..<16 { sheet[x, y] = blue } }
    var picture = try Bitmap(PixelSize(width: 64, height: 32), filledWith: .white)
    for y in 0..<32 { for x in 32..<64 { picture[x, y] = .black } }
    let mosaic = try Catalog.filters.named("mosaic").make(
      [
        ("inputTileSize", "0.5,1"), ("displayTileSize", "0.25,0.5"), ("numTiles", "2"), ("colorOn", "false"),
      ], pictures: [("tiles", sheet)])
    let frame = try (picture --> mosaic).frame()
    for x in [8, 24] { #expect(frame[x, 8] == red && frame[x, 24] == red) }
    for x in [40, 56] { #expect(frame[x, 8] == blue && frame[x, 24] == blue) }
  }
}
