// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Optional libraries, detected when the package is built; docs/dependencies.md lists what is missing without
// them. SEGUE_WITHOUT_ISAL=1, for example, builds without ISA-L.
func has(_ name: String, _ header: String) -> Bool {
  Context.environment["SEGUE_WITHOUT_\(name)"] == nil
    && ["", "/x86_64-linux-gnu", "/aarch64-linux-gnu"].flatMap {
      ["/usr/include\($0)", "/usr/local/include\($0)"]
    }
    .contains { FileManager.default.fileExists(atPath: "\($0)/\(header)") }
}
let optional = [
  (define: "ISAL", header: "isa-l.h", libraries: ["isal"]),
  (define: "WEBP", header: "webp/encode.h", libraries: ["webp", "webpdemux"]),
  (define: "LCMS", header: "lcms2.h", libraries: ["lcms2"]),
  // Libraries that are loaded on first use, not linked: see loaded.h.
  (define: "TIFF", header: "tiffio.h", libraries: []),
  (define: "HEIF", header: "libheif/heif.h", libraries: []),
].filter { has($0.define, $0.header) }

// Swift's runtime and FoundationEssentials are linked into the command if the toolchain has these libraries
// as archives: loading shared libraries takes 4 ms at each start. SEGUE_DYNAMIC=1 links the shared libraries,
// which sanitizers need.
let isStatic =
  Context.environment["SEGUE_DYNAMIC"] == nil
  && (Context.environment["PATH"] ?? "").split(separator: ":").contains {
    let compiler = URL(fileURLWithPath: "\($0)/swift").resolvingSymlinksInPath()
    let library =
      compiler.deletingLastPathComponent().path + "/../lib/swift_static/linux/libFoundationEssentials.a"
    return FileManager.default.fileExists(atPath: library)
  }
// Names the archives on which FoundationEssentials depends. Links by lld, since gold warns of a function that
// one of these archives calls. The command exports no symbols and has packed relocations (glibc 2.36), which
// saves a tenth of its size, a quarter of the processor time of `--version`, and 1.9 of 15.6 MiB of its
// memory. A release build has no tables for stack unwinding, which saves 3.5 of 25.3 MB.
let swiftLibraries: [LinkerSetting] =
  isStatic
  ? [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld", "-l_FoundationCShims", "-l_FoundationCollections"]
        + ["--no-export-dynamic", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] }),
    .unsafeFlags(
      ["-Xlinker", "\(Context.packageDirectory)/scripts/packaging/unwinding.ld"],
      .when(configuration: .release)),
  ] : []

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let swift = strict + [.enableUpcomingFeature("InternalImportsByDefault")]
let c: [CSetting] = [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")]

// The library's modules from the bottom up, each with its imports. Imports point downward only; the build and
// `scripts/lint` check this.
let modules: [(name: String, imports: [Target.Dependency])] = [
  ("SegueErrors", []),
  ("SeguePlatform", []),
  ("SeguePixels", ["SegueErrors", "SeguePlatform", "CSegueKernels"]),
  (
    "SegueFiles",
    ["SegueErrors", "SeguePlatform", "CSegueFiles", .product(name: "SystemPackage", package: "swift-system")]
  ),
  ("SegueLaneProgram", ["CSegueKernels", "SeguePixels"]),
  ("SegueNative", ["CSegueKernels", "SegueLaneProgram", "SeguePixels"]),
  ("SegueLanes", ["CSegueKernels", "SegueNative", "SegueLaneProgram", "SeguePixels"]),
  ("SegueLettering", ["SeguePixels"]),
  ("SegueRendering", ["SegueErrors", "SeguePixels"]),
  ("SegueTitles", ["SegueErrors", "SegueRendering", "SegueFiles", "SeguePixels", "CSegueText"]),
  ("SegueGraph", ["SegueLaneProgram", "SeguePixels", "SeguePlatform"]),
  ("SegueGLSL", ["SegueErrors", "SegueGraph", "SegueRendering", "SegueLaneProgram", "SeguePixels"]),
  (
    "SegueShaders",
    [
      "SegueGLSL", "SegueGraph", "SegueRendering", "SegueLanes", "SegueLaneProgram", "SegueFiles",
      "SeguePixels",
    ]
  ),
  (
    "SegueFilters",
    [
      "SegueErrors", "SegueShaders", "SegueTitles", "SegueRendering", "SeguePixels", "SeguePlatform",
    ]
  ),
  (
    "SegueTransitions",
    [
      "SegueErrors", "SegueFilters", "SegueShaders", "SegueRendering", "SegueFiles", "SeguePixels",
      "SeguePlatform",
    ]
  ),
  (
    "SegueFormats",
    ["SegueErrors", "CSegueCodecs", "SegueRendering", "SegueFiles", "SeguePixels", "SeguePlatform"]
  ),
  (
    "SegueExport",
    [
      "SegueErrors", "SegueTransitions", "SegueFormats", "SegueFilters", "SegueTitles", "SegueRendering",
      "SegueLettering", "SegueFiles", "SeguePixels", "SeguePlatform",
    ]
  ),
  (
    "SegueClips",
    [
      "SegueErrors", "SegueExport", "SegueTransitions", "SegueFormats", "SegueTitles", "SegueRendering",
      "SegueFiles", "SeguePixels", "SeguePlatform",
    ]
  ),
  (
    "SegueStoryboard",
    [
      "SegueErrors", "SegueClips", "SegueExport", "SegueTransitions", "SegueFormats", "SegueFilters",
      "SegueShaders", "SegueGLSL", "SegueTitles", "SegueRendering", "SegueFiles", "SeguePixels",
      "CSegueYAML",
    ]
  ),
  (
    "SegueJob",
    [
      "SegueErrors", "SegueStoryboard", "SegueClips", "SegueExport", "SegueTransitions", "SegueFormats",
      "SegueShaders", "SegueRendering", "SegueFiles", "SeguePixels",
    ]
  ),
  (
    "SeguePlan",
    [
      "SegueErrors", "SegueJob", "SegueExport", "SegueFormats", "SegueRendering", "SegueFiles",
      "SeguePixels", "SeguePlatform",
    ]
  ),
  (
    "SegueEffects",
    ["SegueTransitions", "SegueFilters", "SegueShaders", "SegueTitles", "SegueRendering", "SeguePixels"]
  ),
  (
    "Segue",
    [
      "SegueErrors", "SegueEffects", "SegueStoryboard", "SegueJob", "SegueClips", "SegueExport",
      "SegueTransitions", "SegueFormats", "SegueFilters", "SegueShaders", "SegueGLSL", "SegueTitles",
      "SegueRendering", "SegueFiles", "SeguePixels",
    ]
  ),
]

// The C interface, which scripts/libsegue builds: SEGUE_SYMBOLS is the linker's file with the symbols that
// the library exports. Other builds do not have the interface, because @c needs Swift 6.3. With
// SEGUE_COMMAND=1, the library contains the command, too.
let interface: [Target] =
  Context.environment["SEGUE_SYMBOLS"].map { symbols in
    [
      .target(name: "CSegue", cSettings: c),
      .target(
        name: "SegueC",
        dependencies: [
          "CSegue", "SegueErrors", "SegueStoryboard", "SegueJob", "SegueExport", "SegueTransitions",
          "SegueFormats", "SegueGLSL", "SegueRendering", "SeguePixels", "SeguePlatform",
        ], swiftSettings: swift,
        linkerSettings: swiftLibraries + [
          .unsafeFlags(
            ["--version-script=\(symbols)", "-soname=libsegue.so.0", "-z", "nodelete"]
              .flatMap { ["-Xlinker", $0] })
        ]),
      .target(name: "SegueCCommand", dependencies: ["SegueCommand"], swiftSettings: swift),
    ]
  } ?? []
let interfaceProduct: Product = .library(
  name: "SegueC", type: .dynamic,
  targets: ["SegueC"] + (Context.environment["SEGUE_COMMAND"] == nil ? [] : ["SegueCCommand"]))

// Packages of the command and the studio. A user of the library resolves these packages only if the trait
// `Command` is enabled.
let ofCommand = TargetDependencyCondition.when(traits: ["Command"])
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: ofCommand)
// HTTP and WebSockets of the studio.
let nio: [Target.Dependency] = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
  .product(name: $0, package: "swift-nio", condition: ofCommand)
}

// The modules of the command, which are not part of the library product.
let studio: (name: String, imports: [Target.Dependency]) = (
  "SegueStudio",
  [
    "SegueStoryboard", "SegueJob", "SegueClips", "SegueExport", "SegueTransitions", "SegueFormats",
    "SegueFilters", "SegueShaders", "SegueGLSL", "SegueRendering", "SegueFiles", "SeguePixels",
    "SeguePlatform",
  ] + nio
)

// The modules with a folder of effects or pages: CatalogPlugin generates Swift from its files.
let generated = ["SegueFilters", "SegueTransitions", "SegueEffects", "SegueStudio"]

// Targets that import the umbrella module also name every module below it. A change in a module then rebuilds
// only the targets that name this module.
func umbrella(without own: String...) -> [Target.Dependency] {
  modules.map(\.name).filter { !own.contains($0) }.map { .init(stringLiteral: $0) }
}

// The test targets, one a module, with their imports besides the module and the fixtures.
let tests: [(of: String, imports: [Target.Dependency])] = [
  ("SegueErrors", []),
  ("SeguePixels", ["CSegueKernels"]),
  ("SegueFiles", []),
  ("SegueLaneProgram", ["CSegueKernels"]),
  (
    "SegueNative",
    [
      "SegueTransitions", "SegueFilters", "SegueShaders", "SegueRendering", "SegueLanes", "SegueLaneProgram",
      "SeguePixels", "CSegueKernels",
    ]
  ),
  ("SegueLanes", ["SegueLaneProgram", "SeguePixels"]),
  ("SegueLettering", ["SeguePixels"]),
  ("SegueRendering", ["SegueFilters", "SeguePixels"]),
  ("SegueTitles", ["SegueFormats", "SegueRendering", "SegueFiles", "SeguePixels"]),
  ("SegueFilters", ["SegueFormats", "SegueShaders", "SegueTitles", "SegueRendering", "SeguePixels"]),
  ("SegueGraph", ["SegueShaders", "SegueGLSL", "SegueRendering", "SegueLaneProgram", "SeguePixels"]),
  ("SegueGLSL", ["SegueShaders", "SegueRendering", "SegueFiles", "SeguePixels"]),
  ("SegueShaders", ["SegueGLSL", "SegueRendering", "SegueLaneProgram", "SegueFiles", "SeguePixels"]),
  (
    "SegueTransitions",
    ["SegueFormats", "SegueFilters", "SegueShaders", "SegueTitles", "SegueRendering", "SeguePixels"]
  ),
  (
    "SegueFormats",
    ["SegueFiles", "SegueFilters", "SegueRendering", "SeguePixels", "CSegueCodecs", "CZlibForTests"]
  ),
  ("SegueEffects", ["SegueTransitions", "SegueFilters", "SegueRendering", "SeguePixels"]),
  ("SegueExport", umbrella(without: "SegueExport")),
  ("SegueClips", umbrella(without: "SegueClips")),
  ("SegueJob", umbrella(without: "SegueJob")),
  ("SegueStoryboard", umbrella(without: "SegueStoryboard")),
  ("SegueStudio", umbrella() + nio),
  (
    "SeguePlan",
    ["SegueJob", "SegueExport", "SegueFormats", "SegueRendering", "SegueFiles", "SeguePixels"]
  ),
  ("SegueCommand", umbrella()),
]

// Modules whose tests compute expected pixels and numbers. The tests of these modules are compiled with
// optimization, since they take up to ten times as long without optimization. All other tests are compiled
// without optimization, file by file, which takes half of the compile time and compiles only edited files
// again. (The compiler warns that batch mode ignores -num-threads.)
let ofNumbers: Set = [
  "SeguePixels", "SegueLaneProgram", "SegueNative", "SegueFilters", "SegueGLSL", "SegueTransitions",
]
let unoptimized = SwiftSetting.unsafeFlags(
  ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"], .when(configuration: .release))

// The programs of the separate package Examples/: `scripts/examples` builds them as targets of this package,
// to reuse the modules that are built already. Other builds do not resolve the packages of the example
// server.
let examples =
  Context.environment["SEGUE_EXAMPLES"] == nil
  ? [] : ["FrameServer", "LivePreview", "OwnFilter", "OwnTransition", "Thumbnails"]
let server: [Target.Dependency] = ["Hummingbird", "HummingbirdCore"].map {
  .product(name: $0, package: "hummingbird")
}
let exampleTargets: [Target] = examples.map { name in
  .executableTarget(
    name: "Example\(name)", dependencies: ["Segue"] + (name == "FrameServer" ? server : []),
    path: "Examples/Sources/\(name)",
    swiftSettings: strict)
}
let ofExamples: [Package.Dependency] =
  examples.isEmpty
  ? [] : [.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1")]

let package = Package(
  name: "segue",
  products: [
    // All modules, so that `swift package diagnose-api-breaking-changes BASE` compares each module.
    .library(name: "Segue", targets: modules.map(\.name)),
    .executable(name: "segue", targets: ["SegueCommandProcess"]),
    // The program of `segue studio`: its server needs libraries that other commands should not load.
    .executable(name: "segue-studio", targets: ["SegueStudioProcess"]),
    // A product for the separate package Benchmarks/, which times single kernels. The product is not API:
    // `Kernels` is not visible there, and C has no access levels for a wrapper.
    .library(name: "_SegueKernels", targets: ["CSegueKernels"]),
    // A product for the separate package Fuzz/, which compares ISA-L with zlib.
    .library(name: "_SegueCodecs", targets: ["CSegueCodecs"]),
  ] + (interface.isEmpty ? [] : [interfaceProduct]),
  traits: [
    .default(enabledTraits: ["Command"]),
    .trait(
      name: "Command",
      description: "The programs segue and segue-studio, with swift-argument-parser and swift-nio."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ] + ofExamples,
  targets: (modules + [studio]).map { module in
    .target(
      name: module.name, dependencies: module.imports, swiftSettings: swift,
      plugins: generated.contains(module.name) ? ["CatalogPlugin"] : [])
  } + [
    .plugin(
      name: "CatalogPlugin", capability: .buildTool(), dependencies: ["CatalogGenerator"],
      path: "Sources/CatalogPlugin"),
    .executableTarget(name: "CatalogGenerator", swiftSettings: strict),
    .target(name: "CSegueKernels", cSettings: c),
    .target(name: "CSegueFiles", cSettings: c),
    .target(name: "CSegueText", cSettings: c),
    .target(name: "CSegueYAML", cSettings: c, linkerSettings: [.linkedLibrary("yaml")]),
    .target(
      name: "CSegueCodecs",
      cSettings: c + optional.map { .define("SEGUE_\($0.define)") },
      linkerSettings: (["png", "jpeg", "z"] + optional.flatMap(\.libraries)).map { .linkedLibrary($0) }),

    .target(
      name: "SegueCommand",
      // Omits the types of all effects, which are for users of the library: the command makes effects from
      // text.
      dependencies: umbrella(without: "Segue", "SegueEffects") + [argumentParser],
      // Optimizes for size, since other modules process the pixels.
      swiftSettings: strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]),
    .executableTarget(
      name: "SegueCommandProcess", dependencies: ["SegueCommand"], swiftSettings: strict,
      linkerSettings: swiftLibraries),
    .executableTarget(
      name: "SegueStudioProcess",
      dependencies: [
        "SegueStudio", "SeguePixels", "SegueFiles", "SeguePlatform", argumentParser,
      ],
      swiftSettings: strict),

    // The examples of doc comments and articles, compiled; DocumentationTests run the examples of articles.
    .executableTarget(
      name: "DocumentationExamples", dependencies: umbrella(), path: "Tests/Documentation/Examples",
      // Examples may have unused values.
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])], plugins: ["ExamplePlugin"]),
    .plugin(
      name: "ExamplePlugin", capability: .buildTool(), dependencies: ["ExampleExtractor"],
      path: "Tests/Documentation/Plugin"),
    .executableTarget(name: "ExampleExtractor", path: "Tests/Documentation/Extractor", swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests", dependencies: umbrella() + ["SegueTestSupport", "DocumentationExamples"],
      path: "Tests/Documentation/DocumentationTests", swiftSettings: strict),

    .target(
      name: "SegueTestSupport", dependencies: ["SegueRendering", "SeguePixels", "CSegueKernels"],
      path: "Tests/SegueTestSupport", swiftSettings: strict),
    .systemLibrary(name: "CZlibForTests", path: "Tests/CZlibForTests"),
  ]
    + tests.map { test in
      .testTarget(
        name: "\(test.of)Tests",
        dependencies: [.init(stringLiteral: test.of), "SegueTestSupport"] + test.imports,
        exclude: ["Recorded", "Shaders"].filter {
          FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests/\(test.of)Tests/\($0)")
        },
        swiftSettings: strict + (ofNumbers.contains(test.of) ? [] : [unoptimized]))
    } + exampleTargets + interface,
  swiftLanguageModes: [.v6]
)
