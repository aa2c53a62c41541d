// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not build it. scripts/fuzz passes the sanitizers.
let package = Package(
  name: "segue-fuzz",
  dependencies: [
    // Has an explicit name, since the default name would be the name of the folder with the clone.
    .package(name: "segue", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "Segue", package: "segue"), .product(name: "_SegueCodecs", package: "segue"),
        "CZlibForTests",
      ],
      path: "Fuzz",
      swiftSettings: [.treatAllWarnings(as: .error), .unsafeFlags(["-parse-as-library"])],
      // Both SwiftPM, which renames the program's `main`, and libFuzzer define `main`; the linker uses the
      // first definition.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-Xlinker", "--allow-multiple-definition"])]),
    .systemLibrary(name: "CZlibForTests", path: "CZlibForTests"),
  ],
  swiftLanguageModes: [.v6]
)
