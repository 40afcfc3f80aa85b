import Testing

@testable import MapStyle

struct ViewerTests {
  @Test("title and address are escaped")
  func escapes() {
    let page = String(
      decoding: Viewer.page(title: "a<b> & 'c'", maplibreJS: "/gl.js?a=\"1\"&b"), as: UTF8.self)
    #expect(page.contains("<title>a&lt;b&gt; &amp; &#39;c&#39;</title>"))
    #expect(page.contains(#"<script src="/gl.js?a=&quot;1&quot;&amp;b"></script>"#))
    #expect(page.contains(#"href="/gl.css?a=&quot;1&quot;&amp;b""#))
  }

  @Test(
    "the style sheet lies beside the script",
    arguments: [
      ("https://h/maplibre-gl.js", "https://h/maplibre-gl.css"), ("gl.js?v=1.js", "gl.css?v=1.js"),
      ("gl.js#x", "gl.css#x"), ("https://h/bundle", "https://h/bundle"),
    ])
  func styleSheet(script: String, sheet: String) {
    #expect(Viewer.styleSheet(of: script) == sheet)
  }

  @Test("without an address one version of MapLibre GL JS is taken from a public one")
  func standard() {
    let page = String(decoding: Viewer.page(title: "t"), as: UTF8.self)
    #expect(page.contains("https://unpkg.com/maplibre-gl@5.24.0/dist/maplibre-gl.js"))
    #expect(page.contains("https://unpkg.com/maplibre-gl@5.24.0/dist/maplibre-gl.css"))
  }

  @Test("the page knows our attributes by the names that they have in the tiles")
  func names() {
    let page = String(
      decoding: Viewer.page(title: "t", names: AttributeNames(avoiding: ["title"])), as: UTF8.self)
    #expect(page.contains(#""title":"overlay:title","snippet":"snippet""#))
  }

  @Test("nothing in the page depends on where or when it was made")
  func deterministic() {
    #expect(Viewer.page(title: "t") == Viewer.page(title: "t"))
    #expect(!String(decoding: Viewer.page(title: "t"), as: UTF8.self).contains("localhost"))
  }
}
