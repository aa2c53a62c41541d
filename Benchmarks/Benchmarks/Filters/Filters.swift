import Benchmark
import BenchmarkSupport
import Segue

// Filters and blends on a 1080p frame: all filters and blends of the catalog, with each value of the
// parameters that take a word; a custom filter; and chains of several filters.
let benchmarks: @Sendable () -> Void = {
  for entry in Catalog.filters.items {
    for (name, filter) in variants(entry) { measure(name, .from --> filter) }
  }
  for entry in Catalog.blends.items {
    for (name, blend) in variants(entry) { measure(name, (.from, .to) --> blend) }
  }
  measure("custom", .from --> Negative())
  measure("chain.pixellate-custom", .from --> Pixellate() --> Negative())
  measure("chain.custom-pixellate", .from --> Negative() --> Pixellate())
  measure("chain.pixellate-pixellate", .from --> Pixellate(fraction: 0.01) --> Pixellate())
  measure("chain.custom-dissolve", (.from --> Negative(), .to --> Negative()) --> Dissolve())
}

func measure(_ name: String, _ chain: Chain) {
  measureRendering("Filters.\(name)", OneChain(chain), at: 0.5)
}

/// Makes a catalog item with each value of the parameters that take a word, or with all defaults if there are
/// none.
func variants<Made>(_ entry: CatalogItem<Made>) -> [(name: String, made: Made)] {
  let words = entry.parameters.flatMap { parameter -> [(key: String, value: String)] in
    guard case .word(let words) = parameter.kind else { return [] }
    return words.map { (parameter.name, $0) }
  }
  // A picture of 512x512 pixels is valid as a color table in all layouts.
  let files = entry.parameters.filter(\.isRequired).compactMap { parameter in
    (try? Bitmap.picture(PixelSize(width: 512, height: 512), seed: 3)).map {
      (key: parameter.name, value: ParameterFile("table", picture: $0))
    }
  }
  guard !words.isEmpty else { return (try? entry.make([], files: files)).map { [(entry.name, $0)] } ?? [] }
  return words.compactMap { word in
    (try? entry.make([word], files: files)).map { ("\(entry.name).\(word.value)", $0) }
  }
}
