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
      do throws(Fault) {
        try body()
      } catch {
        var fault = error
        if !fault.allowed.hasSuffix("ignored") { fault.allowed += "; it is ignored" }
        faults.append(fault)
      }
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
    attempt { () throws(Fault) in
      minZoom = try reader.number("minZoom", allowed: Allowed.mapZoom) { (0...30).contains($0) }
    }
    attempt { () throws(Fault) in
      maxZoom = try reader.number("maxZoom", allowed: Allowed.mapZoom) { (0...30).contains($0) }
    }
    if let fault = dropCrossedZooms() { faults.append(fault) }
    attempt { () throws(Fault) in
      cameraTargetBounds = try reader.bounds(
        "cameraTargetBounds", allowed: Allowed.targetBounds
      ) { $0.isValid }
    }
    attempt { () throws(Fault) in
      if let value = reader.take("padding") { padding = try Padding(value, &reader) }
    }
    attempt { () throws(Fault) in
      if let value = reader.take("camera") { camera = try CameraPosition(value, &reader) }
    }
    for (name, path) in Self.switches {
      attempt { () throws(Fault) in
        self[keyPath: path] = try reader.bool(name) ?? self[keyPath: path]
      }
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

extension CameraPosition {
  /// Reads a camera.
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
    let bearing = try reader.number("bearing", allowed: Allowed.degrees) ?? 0
    let angle = try reader.number("viewingAngle", allowed: Allowed.degrees) ?? 0
    reader.finish()
    outer.adopt(reader.notes)
    self.init(
      latitude: target[1], longitude: target[0], zoom: zoom, bearing: bearing, viewingAngle: angle)
  }
}
