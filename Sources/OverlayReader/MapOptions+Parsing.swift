internal import MapMath
internal import OverlayModel

extension MapOptions {
  /// Reads the `map` member; what is wrong in it is ignored and named in `findings`.
  init(_ value: JSONTree, at location: SourceLocation, findings: inout [Finding]) {
    self.init()
    guard case .object(let members) = value else {
      if !value.isNull {
        findings.append(
          Finding(
            .altered, .mapOption, at: location, member: "map", found: value.shown,
            allowed: "allowed is an object; it is ignored"))
      }
      return
    }
    var reader = MemberReader(members, path: "map")
    var faults: [Fault] = []
    func attempt(_ body: () throws(Fault) -> Void) {
      do throws(Fault) { try body() } catch { faults.append(error) }
    }
    attempt { () throws(Fault) in
      mapType = try reader.choice("mapType", of: MapType.self) ?? mapType
    }
    attempt { () throws(Fault) in
      if let color = try reader.color("backgroundColor") {
        backgroundColor = color.flatMap { $0.alpha > 0 ? $0 : nil }
      }
    }
    attempt { () throws(Fault) in
      colorScheme = try reader.choice("colorScheme", of: ColorScheme.self) ?? colorScheme
    }
    let zooms = "a map zoom from 0 to 30"
    attempt { () throws(Fault) in
      minZoom = try reader.number("minZoom", allowed: zooms) { (0...30).contains($0) }
    }
    attempt { () throws(Fault) in
      maxZoom = try reader.number("maxZoom", allowed: zooms) { (0...30).contains($0) }
    }
    if let low = minZoom, let high = maxZoom, low > high {
      faults.append(
        Fault(
          .mapOption, "map.minZoom", found: "\(low), above maxZoom \(high)",
          allowed: "allowed is at most maxZoom; both are ignored"))
      (minZoom, maxZoom) = (nil, nil)
    }
    attempt { () throws(Fault) in
      cameraTargetBounds = try reader.numbers(
        "cameraTargetBounds", count: 4, allowed: "[west, south, east, north] in degrees"
      ) { abs($0[0]) <= 180 && abs($0[2]) <= 180 && $0[1] >= -90 && $0[3] <= 90 && $0[1] <= $0[3] }
    }
    attempt { () throws(Fault) in
      if let value = reader.take("padding") { padding = try Padding(value, &reader) }
    }
    attempt { () throws(Fault) in
      if let value = reader.take("camera") { camera = try Camera(value, &reader) }
    }
    attempt { () throws(Fault) in
      myLocationEnabled = try reader.bool("myLocationEnabled") ?? myLocationEnabled
    }
    attempt { () throws(Fault) in
      accessibilityElementsHidden =
        try reader.bool("accessibilityElementsHidden") ?? accessibilityElementsHidden
    }
    attempt { () throws(Fault) in
      buildingsEnabled = try reader.bool("buildingsEnabled") ?? buildingsEnabled
    }
    attempt { () throws(Fault) in
      indoorEnabled = try reader.bool("indoorEnabled") ?? indoorEnabled
    }
    attempt { () throws(Fault) in
      trafficEnabled = try reader.bool("trafficEnabled") ?? trafficEnabled
    }
    attempt { () throws(Fault) in mapID = try reader.string("mapID") }
    reader.finish()
    for var fault in faults + reader.notes {
      fault.code = fault.code == .memberUnknown ? .memberUnknown : .mapOption
      findings.append(fault.finding(.altered, at: location))
    }
  }
}

extension MapOptions.Padding {
  fileprivate init(_ value: JSONTree, _ outer: inout MemberReader) throws(Fault) {
    self.init()
    if value.isNull { return }
    var reader = try MemberReader(value, path: outer.path("padding"))
    top = try reader.number("top", allowed: "a number of points") ?? 0
    left = try reader.number("left", allowed: "a number of points") ?? 0
    bottom = try reader.number("bottom", allowed: "a number of points") ?? 0
    right = try reader.number("right", allowed: "a number of points") ?? 0
    reader.finish()
    outer.adopt(reader.notes)
  }
}

extension MapOptions.Camera {
  /// Reads a camera; angles and places are brought into range without a word, as the SDK does.
  fileprivate init?(_ value: JSONTree, _ outer: inout MemberReader) throws(Fault) {
    if value.isNull { return nil }
    var reader = try MemberReader(value, path: outer.path("camera"))
    let target = try reader.numbers(
      "target", count: 2, allowed: "[longitude, latitude] in degrees")
    guard let target else {
      throw Fault(
        .mapOption, reader.path("target"), found: "nothing",
        allowed: "allowed is [longitude, latitude]; the camera is ignored")
    }
    guard let zoom = try reader.number("zoom", allowed: "a map zoom") else {
      throw Fault(
        .mapOption, reader.path("zoom"), found: "nothing",
        allowed: "allowed is a map zoom; the camera is ignored")
    }
    let bearing = turned(try reader.number("bearing", allowed: "a number of degrees") ?? 0)
    let angle = try reader.number("viewingAngle", allowed: "a number of degrees") ?? 0
    reader.finish()
    outer.adopt(reader.notes)
    self.init(
      target: LatLng(
        latitude: min(max(target[1], -85), 85), longitude: LatLng.wrap(longitude: target[0])),
      zoom: zoom, bearing: bearing,
      viewingAngle: min(max(angle, 0), Self.steepestAngle(atZoom: zoom)))
  }

  /// 30 degrees up to zoom 10, 65 from zoom 16 on, and evenly between.
  private static func steepestAngle(atZoom zoom: Double) -> Double {
    30 + 35 * min(max((zoom - 10) / 6, 0), 1)
  }
}
