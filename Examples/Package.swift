// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "segue-examples",
  dependencies: [
    // Of a package elsewhere: .package(url: "https://…/segue", from: "0.1.0")
    .package(name: "segue", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    "FrameServer", "LivePreview", "OwnTransition", "OwnFilter", "Thumbnails", "SampleImages",
  ].map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "Segue", package: "segue")]
        + (name == "FrameServer" ? [.product(name: "FlyingFox", package: "FlyingFox")] : []))
  },
  swiftLanguageModes: [.v6]
)
