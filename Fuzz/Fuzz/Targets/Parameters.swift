import Segue

extension FuzzTarget {
  static let parameters = FuzzTarget(
    name: "parameters",
    summary: "NAME:key=value,… of filters, blends, transitions and formats, and a small frame.",
    seeds: {
      func texts<Made>(_ section: CatalogSection<Made>) -> [[UInt8]] {
        section.items.map { item in
          let values = item.parameters.map { "\($0.name)=\($0.defaultValue)" }
          return Array("\(item.name):\(values.joined(separator: ","))".utf8)
        }
      }
      return texts(Catalog.filters) + texts(Catalog.blends) + texts(Catalog.transitions)
    },
    run: { bytes in
      guard let words = Specification(argument: String(decoding: bytes, as: UTF8.self)) else { return }
      let (from, to) = (try picture(opaque: true), try picture())
      if let filter = try? Catalog.filters.named(words.name).make(words.values) {
        _ = try (from --> filter).frame(at: 0.4)
      }
      if let blend = try? Catalog.blends.named(words.name).make(words.values) {
        _ = try ((.from, .to) --> blend).frame(from: from, to: to, at: 0.4)
      }
      if let transition = try? Catalog.transitions.named(words.name).make(words.values) {
        let renderer = try TransitionRenderer(from: from, to: to, transition)
        for time in [0, 0.4, 1] { _ = try renderer.frame(atTime: time) }
      }
    })
}
