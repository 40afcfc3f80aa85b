import JSONText

/// The page that shows a tile set: index.html.
///
/// It stands beside style.json and asks for everything relative to its own address, whatever
/// address style.json was built for, so it works below any path of any web server. Gzip tiles are
/// unpacked by the page where the server does not say `Content-Encoding`. Where its folder belongs
/// to a PMTiles archive, it reads that by ranges. A click shows title,
/// snippet and properties; camera, padding and limits come from the style. Titles are listed for
/// screen readers and the keyboard where the map options say so. Where there are several styles,
/// the page follows the system's light or dark, and a control chooses the map type.
public enum Viewer {
  /// MapLibre GL JS at the address that is used when none is given, one version for good.
  public static let maplibreJS = "https://unpkg.com/maplibre-gl@5.24.0/dist/maplibre-gl.js"

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - title: Title of the page, plain text.
  ///   - maplibreJS: Address of maplibre-gl.js, absolute or relative to the page; maplibre-gl.css
  ///     is taken from beside it. `nil`: ``maplibreJS``.
  ///   - names: Under which names our attributes stand in the tiles.
  public static func page(
    title: String, maplibreJS: String? = nil, names: AttributeNames = AttributeNames()
  ) -> [UInt8] {
    let script = maplibreJS ?? Self.maplibreJS
    let attributes = JSONValue.object(
      AttributeNames.Attribute.allCases.map { .init($0.rawValue, .string(names[$0])) })
    return Array(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title))</title>
      <link rel="stylesheet" href="\(escaped(styleSheet(of: script)))">
      <style>
      \(css)
      </style>
      </head>
      <body>
      <main id="map" aria-label="\(escaped(title))"></main>
      <ul id="titles" aria-label="Overlays" hidden></ul>
      <p id="message" role="status" hidden></p>
      <noscript>This map needs JavaScript.</noscript>
      <script src="\(escaped(script))"></script>
      <script>
      const names = \(attributes.text());
      \(loadingScript)
      \(archiveScript)
      \(popupScript)
      \(titlesScript)
      \(mapScript)
      </script>
      </body>
      </html>

      """.utf8)
  }

  /// The address of the style sheet that belongs to a maplibre-gl.js; a query stays.
  static func styleSheet(of script: String) -> String {
    let path = script.prefix { $0 != "?" && $0 != "#" }
    guard path.hasSuffix(".js") else { return script }
    return path.dropLast(3) + ".css" + script[path.endIndex...]
  }

  /// `text` as it may stand in HTML, between tags or in a quoted attribute.
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
