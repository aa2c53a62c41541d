// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that who uses the library never builds it. scripts/fuzz gives the sanitizers.
let package = Package(
  name: "segue-fuzz",
  dependencies: [
    // Named, since a path's own name is that of whatever folder the project was cloned into.
    .package(name: "segue", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "Segue", package: "segue"), .product(name: "_SegueCodecs", package: "segue"),
        "CZlibForTests",
      ],
      path: "Fuzz", swiftSettings: [.treatAllWarnings(as: .error)]),
    .systemLibrary(name: "CZlibForTests", path: "CZlibForTests"),
  ],
  swiftLanguageModes: [.v6]
)
