// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let used: [Target.Dependency] = [
  .product(name: "Segue", package: "segue"), .product(name: "Benchmark", package: "benchmark"),
]

// A separate package, so that users of the library do not resolve the benchmark harness.
let package = Package(
  name: "segue-benchmarks",
  dependencies: [
    // Has an explicit name, since the default name would be the name of the folder with the clone.
    .package(name: "segue", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "BenchmarkSupport", dependencies: used, path: "Support", swiftSettings: strict)
  ],
  swiftLanguageModes: [.v6]
)

// The harness takes the executables in a folder named Benchmarks as suites.
for suite in ["Kernels", "Filters", "Transitions", "Codecs", "Export", "Counts"] {
  package.targets.append(
    .executableTarget(
      name: suite,
      dependencies: used + ["BenchmarkSupport"]
        + (suite == "Kernels" ? [.product(name: "_SegueKernels", package: "segue")] : []),
      path: "Benchmarks/\(suite)", swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}
