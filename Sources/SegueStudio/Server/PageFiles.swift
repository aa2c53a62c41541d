import FoundationEssentials

/// The files of the page: CatalogPlugin embeds their texts in the program.
enum PageFiles {
  struct File: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  /// The files of the folder `Page`, by the part of the path that follows the token.
  static let all = Dictionary(
    uniqueKeysWithValues: texts.map { name, text in
      let type = types.first { name.hasSuffix($0.key) }?.value ?? "text/plain"
      return (name == "index.html" ? "" : name, File(type: type, bytes: Array(text.utf8)))
    })

  private static let types: KeyValuePairs = [
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
    ".js": "text/javascript; charset=utf-8",
  ]

  /// The headers of all responses, which forbid content of other sites, caching and framing.
  static let headers: KeyValuePairs<String, String> = [
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  ]
}
