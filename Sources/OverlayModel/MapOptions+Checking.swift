extension Allowed {
  package static let mapZoom = "a map zoom from 0 to 30"
  package static let targetBounds = "[west, south, east, north] in degrees"
}

extension MapOptions {
  /// Holds options, made as a value, to the rules for documents: what is wrong is put back to its
  /// default.
  ///
  /// - Returns: What was put back.
  package mutating func settle() -> [Fault] {
    let standard = MapOptions()
    var faults: [Fault] = []
    func put(_ member: String, _ found: String, _ allowed: String) {
      faults.append(
        Fault(.mapOption, "map.\(member)", found: found, allowed: "allowed is \(allowed)"))
    }
    if let camera, !camera.isFinite {
      put("camera", "what is no number", "a camera of finite numbers; it is ignored")
      self.camera = nil
    }
    if let zoom = minZoom, !(0...30).contains(zoom) {
      put("minZoom", "\(zoom)", Allowed.mapZoom)
      minZoom = nil
    }
    if let zoom = maxZoom, !(0...30).contains(zoom) {
      put("maxZoom", "\(zoom)", Allowed.mapZoom)
      maxZoom = nil
    }
    if let fault = dropCrossedZooms() { faults.append(fault) }
    if let bounds = cameraTargetBounds, !bounds.isValid {
      put(
        "cameraTargetBounds",
        "[\(bounds.west), \(bounds.south), \(bounds.east), \(bounds.north)]",
        Allowed.targetBounds)
      cameraTargetBounds = nil
    }
    let sides = [padding.top, padding.left, padding.bottom, padding.right]
    if !sides.allSatisfy(\.isFinite) {
      put("padding", "\(sides)", "a number of points for each side")
      padding = standard.padding
    }
    if let color = backgroundColor,
      ![color.red, color.green, color.blue, color.alpha].allSatisfy(\.isFinite)
    {
      put("backgroundColor", "what is no number", "a colour with channels from 0 to 1")
      backgroundColor = standard.backgroundColor
    }
    // A clear background is none.
    if backgroundColor?.alpha ?? 1 <= 0 { backgroundColor = nil }
    return faults
  }

  /// Ignores zoom limits of which the lower lies above the upper.
  package mutating func dropCrossedZooms() -> Fault? {
    guard let low = minZoom, let high = maxZoom, low > high else { return nil }
    (minZoom, maxZoom) = (nil, nil)
    return Fault(
      .mapOption, "map.minZoom", found: "\(low), above maxZoom \(high)",
      allowed: "allowed is at most maxZoom; both are ignored")
  }
}
