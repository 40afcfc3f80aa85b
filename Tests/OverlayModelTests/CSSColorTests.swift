import OverlayModel
import Testing

/// Text and its colour as CSS writes it, from CSS Color Module Level 4 and by hand.
private let readable: [(String, String)] = [
  ("red", "rgba(255,0,0,1)"), ("RebeccaPurple", "rgba(102,51,153,1)"),
  ("  teal\n", "rgba(0,128,128,1)"), ("clear", "rgba(0,0,0,0)"),
  ("Transparent", "rgba(0,0,0,0)"), ("darkslategrey", "rgba(47,79,79,1)"),
  ("#f80", "rgba(255,136,0,1)"), ("#F808", "rgba(255,136,0,0.533)"),
  ("#ff8000", "rgba(255,128,0,1)"), ("#FF800080", "rgba(255,128,0,0.502)"),
  ("rgb(255,128,0)", "rgba(255,128,0,1)"), ("RGB( 255 , 128 , 0 )", "rgba(255,128,0,1)"),
  ("rgba(255,128,0,.5)", "rgba(255,128,0,0.5)"), ("rgb(1 2 3)", "rgba(1,2,3,1)"),
  ("rgb(1 2 3 / 25%)", "rgba(1,2,3,0.25)"), ("rgb(1 2 3/0.25)", "rgba(1,2,3,0.25)"),
  ("rgb(100%,50%,0%)", "rgba(255,128,0,1)"), ("rgba(1,2,3)", "rgba(1,2,3,1)"),
  ("rgb(1,2,3,0.1234)", "rgba(1,2,3,0.123)"), ("rgb(300,-5,1e2)", "rgba(255,0,100,1)"),
  ("rgb(+1,2.6,3)", "rgba(1,3,3,1)"), ("rgba(0,0,0,2)", "rgba(0,0,0,1)"),
  ("rgba(0,0,0,-1)", "rgba(0,0,0,0)"), ("hsl(120,100%,25%)", "rgba(0,128,0,1)"),
  ("hsl(0,100%,50%)", "rgba(255,0,0,1)"), ("hsl(240deg 100% 50%)", "rgba(0,0,255,1)"),
  ("hsl(-120,100%,50%)", "rgba(0,0,255,1)"), ("hsl(480,100%,50%)", "rgba(0,255,0,1)"),
  ("hsl(0.5turn 100% 50%)", "rgba(0,255,255,1)"), ("hsl(200grad,100%,50%)", "rgba(0,255,255,1)"),
  ("hsl(3.14159265rad,100%,50%)", "rgba(0,255,255,1)"),
  ("hsla(60,100%,50%,50%)", "rgba(255,255,0,0.5)"), ("hsl(30 0% 50%)", "rgba(128,128,128,1)"),
  ("hsl(270,60%,70%)", "rgba(179,133,224,1)"), ("hsl(0,200%,50%)", "rgba(255,0,0,1)"),
]

@Suite("CSS colours")
struct CSSColorTests {
  @Test("of every form are read", arguments: readable)
  func accepted(text: String, css: String) throws {
    let color = try #require(RGBA(css: text))
    #expect(color.cssText == css)
    #expect(RGBA(css: color.cssText)?.cssText == css)
  }

  @Test(
    "of no form are refused",
    arguments: [
      "", " ", "redd", "re d", "#", "#12", "#12345", "#1234567", "#gggggg", "#123456789", "rgb()",
      "rgb(1,2)", "rgb(1,2,3", "rgb 1,2,3", "rgb(1,2,3,4,5)", "rgb(1,2,3)x", "rgb(1,2%,3)",
      "rgb(1,2 3)", "rgb(1 2,3)", "rgb(1 2 3 4)", "rgb(1,2,3/4)", "rgb(a,b,c)", "rgb(1px,2px,3px)",
      "rgb(1,,3)", "hsl(1,2,3)", "hsl(1%,2%,3%)", "hsl(1foo,2%,3%)", "hwb(1 2% 3%)",
      "rgb(1..2,3,4)",
      "rgb(--1,2,3)", "rgb(1,2,3,)", "rgb(nan,0,0)", "rgb(1,2,3,1deg)", "url(x)", "currentcolor",
      "\u{212a}haki",
    ])
  func bad(text: String) {
    #expect(RGBA(css: text) == nil)
  }

  @Test("channels are exact")
  func exact() {
    #expect(RGBA(css: "gray") == RGBA(red: 128 / 255, green: 128 / 255, blue: 128 / 255))
    #expect(RGBA(css: "rgb(50% 50% 50%)") == RGBA(red: 0.5, green: 0.5, blue: 0.5))
    #expect(RGBA(css: "#aaaaaa") == RGBA(css: "#aaa"))
  }

  @Test(
    "alpha has as few decimals as it needs, at most three",
    arguments: [
      (0, "0"), (1, "1"), (0.5, "0.5"), (0.25, "0.25"), (0.1, "0.1"), (0.01, "0.01"),
      (0.0004, "0"), (0.9996, "1"), (0.12349, "0.123"), (1.0 / 3, "0.333"), (-2, "0"), (7, "1"),
    ] as [(Double, String)])
  func alpha(value: Double, text: String) {
    #expect(
      RGBA(red: 0, green: 2, blue: -1, alpha: value).cssText == "rgba(0,255,0,\(text))")
  }
}
