import Benchmark
import BenchmarkSupport
import Segue

// Filters and blends on a 1080p frame: those of the catalogue once for each word they take, a user's own, and
// chains of several.
let benchmarks: @Sendable () -> Void = {
  for type in Catalogue.filters {
    for (name, filter) in variants(type) { measure(name, .from --> filter) }
  }
  for type in Catalogue.blends {
    for (name, blend) in variants(type) { measure(name, (.from, .to) --> blend) }
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

/// One of a type for each word of its parameters, or where there are none the one with all defaults.
func variants<Kind: Described>(_ type: Kind.Type) -> [(name: String, made: Kind)] {
  let words = type.parameterDescriptions.flatMap { parameter -> [(key: String, value: String)] in
    guard case .word(let words) = parameter.kind else { return [] }
    return words.map { (parameter.name, $0) }
  }
  guard !words.isEmpty else { return [(type.name, type.init())] }
  return words.compactMap { word in
    (try? type.make([word])).map { ("\(type.name).\(word.value)", $0) }
  }
}
