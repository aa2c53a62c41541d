import FoundationEssentials

/// The files of the page, which are embedded in the program.
enum PageFiles {
  struct File: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  /// The files, by the part of the path that follows the token.
  static let all: [String: File] = [
    "": html(PackageResources.index_html),
    "studio.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.studio_css),
    "icon.svg": File(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    "studio.js": script(PackageResources.studio_js), "wire.js": script(PackageResources.wire_js),
    "line.js": script(PackageResources.line_js),
    "state.js": script(PackageResources.state_js), "dom.js": script(PackageResources.dom_js),
    "stage.js": script(PackageResources.stage_js), "gallery.js": script(PackageResources.gallery_js),
    "inspector.js": script(PackageResources.inspector_js), "time.js": script(PackageResources.time_js),
    "editor.js": script(PackageResources.editor_js), "flow.js": script(PackageResources.flow_js),
    "compare.js": script(PackageResources.compare_js), "export.js": script(PackageResources.export_js),
    "shader.js": script(PackageResources.shader_js),
  ]

  private static func html(_ bytes: [UInt8]) -> File { File(type: "text/html; charset=utf-8", bytes: bytes) }
  private static func script(_ bytes: [UInt8]) -> File {
    File(type: "text/javascript; charset=utf-8", bytes: bytes)
  }

  /// The headers of all answers, which forbid content of other sites, caching and framing.
  static let headers: KeyValuePairs<String, String> = [
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
  ]
}
