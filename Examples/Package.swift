// swift-tools-version: 6.2
import PackageDescription

// The modules with which FrameServer answers HTTP requests.
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1"].map {
  .product(name: $0, package: "swift-nio")
}

let package = Package(
  name: "segue-examples",
  dependencies: [
    // For the package at another place: .package(url: "https://…/segue", from: "0.1.0")
    .package(name: "segue", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    "FrameServer", "LivePreview", "OwnTransition", "OwnFilter", "Thumbnails", "SampleImages",
  ].map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "Segue", package: "segue")]
        + (name == "FrameServer" ? nio : []))
  },
  swiftLanguageModes: [.v6]
)
