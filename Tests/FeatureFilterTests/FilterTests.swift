import JSONText
import Testing

@testable import FeatureFilter

private struct Road: FilterFeature {
  var geometryType = "LineString"
  var id = FilterValue.number(7)
  var properties: [String: FilterValue] = [
    "kind": .string("road"), "lanes": .number(4), "toll": .bool(false), "name": .string("A 9"),
  ]
  func property(_ name: String) -> FilterValue? { properties[name] }
}

/// Expected values follow from the style specification.
@Suite("Filter")
struct FilterTests {
  @Test(
    "filters that a road of four lanes passes",
    arguments: [
      #"["==", ["get", "kind"], "road"]"#,
      #"["==", "kind", "road"]"#,
      #"["!=", "kind", "rail"]"#,
      #"[">=", ["get", "lanes"], 4]"#,
      #"["all", ["has", "toll"], ["!", ["get", "toll"]]]"#,
      #"["any", ["==", ["get", "lanes"], 1], ["==", ["geometry-type"], "LineString"]]"#,
      #"["in", ["get", "kind"], ["literal", ["road", "path"]]]"#,
      #"["in", "kind", "rail", "road"]"#,
      #"["!in", "kind", "rail", "path"]"#,
      #"["!has", "surface"]"#,
      #"["none", ["==", "kind", "rail"], ["==", "lanes", 2]]"#,
      #"["==", "$type", "LineString"]"#,
      #"["==", "$id", 7]"#,
      #"["==", ["id"], 7]"#,
      #"["==", ["*", 2, ["get", "lanes"]], 8]"#,
      #"["==", ["%", ["get", "lanes"], 3], 1]"#,
      #"["==", ["match", ["get", "kind"], ["road", "path"], "way", "other"], "way"]"#,
      #"["==", ["case", [">", ["get", "lanes"], 5], "wide", "narrow"], "narrow"]"#,
      #"["==", ["coalesce", ["get", "ref"], ["get", "name"]], "A 9"]"#,
      #"["==", ["downcase", ["get", "name"]], "a 9"]"#,
      #"["==", ["length", ["get", "name"]], 3]"#,
      #"["==", ["to-number", "4.0"], ["get", "lanes"]]"#,
      #"["==", ["concat", ["get", "kind"], "-", ["get", "lanes"]], "road-4"]"#,
      #"["in", "A", ["get", "name"]]"#,
      #"["==", ["typeof", ["get", "surface"]], "null"]"#,
      #"["!", ["in", "B", ["get", "name"]]]"#,
      "true",
    ])
  func accepts(text: String) throws {
    #expect(try filter(text).accepts(Road()))
  }

  @Test(
    "filters that it does not pass, types that do not fit among them",
    arguments: [
      #"["==", ["get", "kind"], "rail"]"#,
      #"[">", ["get", "kind"], 3]"#,
      #"["<", ["get", "surface"], 3]"#,
      #"["get", "lanes"]"#,
      #"["!", ["get", "lanes"]]"#,
      #"["==", ["+", ["get", "name"], 1], 1]"#,
      #"["all", ["has", "kind"], ["has", "surface"]]"#,
      "false",
    ])
  func refuses(text: String) throws {
    #expect(try !filter(text).accepts(Road()))
  }

  @Test(
    "faults are told with their place",
    arguments: [
      (#"["=="]"#, "", "\"==\""), (#"["all", ["has", "a"], ["foo", 1]]"#, "[2]", "typeof"),
      (#"["==", ["get"], 1]"#, "[1]", "1 operands"), (#"{"a": 1}"#, "", "an array"),
      (#"["match", ["get", "a"], "b", 1]"#, "", "4 operands"),
      (#"["abs", 1, 2]"#, "", "1 operands"), (#"[1, 2]"#, "", "begins with"),
      (#"["has", {"a": 1}]"#, "[1]", "text"), (#"["!in", 5, 6]"#, "", "the name of a property"),
    ])
  func faults(text: String, place: String, allowed: String) {
    do {
      _ = try filter(text)
      Issue.record("\(text) was taken")
    } catch let error as FilterError {
      #expect(error.place == place)
      #expect(error.allowed.contains(allowed))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("arrays inside arrays are bounded")
  func depth() {
    let text =
      String(repeating: #"["!","#, count: 5000) + "true" + String(repeating: "]", count: 5000)
    #expect(throws: (any Error).self) { try filter(text) }
  }

  private func filter(_ text: String) throws -> FilterExpression {
    try FilterExpression(JSONValue(parsing: Array(text.utf8)))
  }
}
