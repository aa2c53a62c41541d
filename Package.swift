// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Libraries that Segue is built without where they are missing, as docs/dependencies.md says. They are looked for
// when the package is built; SEGUE_WITHOUT_ISAL=1 and SEGUE_WITHOUT_WEBP=1 build without them on a machine with them.
func has(_ name: String, _ header: String) -> Bool {
  Context.environment["SEGUE_WITHOUT_\(name)"] == nil
    && ["/usr", "/usr/local"].contains { FileManager.default.fileExists(atPath: "\($0)/include/\(header)") }
}
let hasISAL = has("ISAL", "isa-l.h")
let hasWebP = has("WEBP", "webp/encode.h")

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let swift = strict + [.enableUpcomingFeature("InternalImportsByDefault")]
let c: [CSetting] = [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")]

// The modules stand in a line; an arrow points down only, and `scripts/lint` checks it.
let package = Package(
  name: "segue",
  products: [
    .library(name: "Segue", targets: ["Segue"]),
    .executable(name: "segue", targets: ["SegueCommand"]),
    // For Benchmarks/, a package of its own, which times kernels without what is around them. Not API: `Kernels`
    // cannot be seen from there, and C has no access levels that a wrapper could lean on.
    .library(name: "_SegueKernels", targets: ["CSegueKernels"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .executableTarget(
      name: "SegueCommand",
      dependencies: [
        "Segue", "SeguePixels", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "Segue",
      dependencies: [
        "SegueStoryboard", "SegueExport", "SegueTransitions", "SegueCodecs", "SegueShaders", "SegueFilters",
        "SeguePixels",
      ],
      swiftSettings: swift),
    .target(
      name: "SegueStoryboard",
      dependencies: [
        "SegueExport", "SegueTransitions", "SegueCodecs", "SegueShaders", "SegueFilters", "SeguePixels",
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: swift),
    .target(
      name: "SegueExport",
      dependencies: [
        "SegueTransitions", "SegueCodecs", "SegueFilters", "SeguePixels",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      swiftSettings: swift),
    .target(
      name: "SegueTransitions", dependencies: ["SegueShaders", "SegueFilters", "SeguePixels"],
      resources: [.embedInCode("Shaders")], swiftSettings: swift),
    .target(name: "SegueShaders", dependencies: ["SegueFilters", "SeguePixels"], swiftSettings: swift),
    .target(
      name: "SegueCodecs", dependencies: ["SegueFilters", "SeguePixels", "CSegueCodecs"], swiftSettings: swift
    ),
    .target(name: "SegueFilters", dependencies: ["SeguePixels"], swiftSettings: swift),
    .target(name: "SeguePixels", dependencies: ["CSegueKernels"], swiftSettings: swift),
    .target(name: "CSegueKernels", cSettings: c),
    .target(
      name: "CSegueCodecs",
      cSettings: c + (hasISAL ? [.define("SEGUE_ISAL")] : []) + (hasWebP ? [.define("SEGUE_WEBP")] : []),
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("z")]
        + (hasISAL ? [.linkedLibrary("isal")] : []) + (hasWebP ? [.linkedLibrary("webp")] : [])),

    // Draws the screens in images: swift run -c release SampleImages images
    .executableTarget(name: "SampleImages", dependencies: ["Segue"], swiftSettings: strict),

    .target(
      name: "SegueTestSupport", dependencies: ["SegueFilters", "SeguePixels"], path: "Tests/SegueTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SeguePixelsTests", dependencies: ["SeguePixels", "CSegueKernels", "SegueTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SegueFiltersTests",
      dependencies: ["SegueFilters", "SegueCodecs", "SeguePixels", "SegueTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SegueShadersTests",
      dependencies: ["SegueShaders", "SegueFilters", "SeguePixels", "SegueTestSupport"], exclude: ["Shaders"],
      swiftSettings: strict),
    .testTarget(
      name: "SegueTransitionsTests",
      dependencies: [
        "SegueTransitions", "SegueShaders", "SegueFilters", "SegueCodecs", "SeguePixels", "SegueTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SegueCodecsTests",
      dependencies: [
        "SegueCodecs", "SegueFilters", "SeguePixels", "CSegueCodecs", "SegueTestSupport", "CZlibForTests",
      ],
      swiftSettings: strict),
    .systemLibrary(name: "CZlibForTests", path: "Tests/CZlibForTests"),
    .testTarget(
      name: "SegueExportTests", dependencies: ["Segue", "SegueExport", "SegueTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SegueStoryboardTests",
      dependencies: [
        "SegueStoryboard", "Segue", "SegueTestSupport", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SegueCommandTests", dependencies: ["SegueCommand", "Segue", "SegueTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
