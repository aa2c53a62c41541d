// swift-tools-version: 6.2
import PackageDescription

// The modules with which FrameServer answers HTTP requests.
let server: [Target.Dependency] = ["Hummingbird", "HummingbirdCore"].map {
  .product(name: $0, package: "hummingbird")
}

let package = Package(
  name: "segue-examples",
  dependencies: [
    // Outside of this repository: .package(url: "https://…/segue", from: "0.1.0")
    .package(name: "segue", path: "..", traits: []),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    "FrameServer", "LivePreview", "OwnTransition", "OwnFilter", "Thumbnails", "SampleImages",
  ].map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "Segue", package: "segue")]
        + (name == "FrameServer" ? server : []))
  },
  swiftLanguageModes: [.v6]
)
