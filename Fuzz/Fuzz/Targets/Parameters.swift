import Segue

extension FuzzTarget {
  static let parameters = FuzzTarget(
    name: "parameters",
    summary: "NAME:key=value,… of filters, blends and transitions, with formulas, and a small frame.",
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
      let text = String(decoding: bytes, as: UTF8.self)
      let (from, to) = (try picture(opaque: true), try picture())
      // Does not read the files that the text names.
      let files = ChainFiles(shader: { throw UnknownFile(name: $0) })
      if let chain = try? Chain.from.through(text, files: files) { _ = try chain.frame(from: from, at: 0.4) }
      if let chain = try? Chain.from.blended(with: .to, by: text, files: files) {
        _ = try chain.frame(from: from, to: to, at: 0.4)
      }
      let parts = text.split(separator: ":", maxSplits: 1)
      let values = parts.dropFirst().flatMap { $0.split(separator: ",") }.map { $0.split(separator: "=") }
      let pairs = values.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
      if let name = parts.first,
        let transition = try? Catalog.transitions.make(String(name), Dictionary(pairs) { $1 })
      {
        let renderer = try TransitionRenderer(from: from, to: to, transition)
        for time in [0, 0.4, 1] { _ = try renderer.frame(atTime: time) }
      }
    })
}

private struct UnknownFile: Error {
  let name: String
}
