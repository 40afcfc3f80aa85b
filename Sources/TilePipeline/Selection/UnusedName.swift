import OverlayModel
import Synchronization

/// A name in the options that nothing in the inputs has, as after a slip of the pen.
public struct UnusedName: Sendable, Equatable {
  /// What the name should be one of.
  public enum Kind: String, Sendable { case property, layer }
  /// The option of the command that has it, such as `--include`.
  public var option: String
  /// The name.
  public var name: String
  /// What it should be one of.
  public var kind: Kind
  /// All names that there are, sorted.
  public var known: [String]

  /// One sentence: the option, the name, what is missing.
  public var message: String {
    switch kind {
    case .property: "\(option) \(name): no feature has a property of this name"
    case .layer: "\(option) \(name): no source layer has this name"
    }
  }
}

extension UnusedName {
  /// The names of `options` that are not among those of the inputs.
  static func find(
    in options: BuildOptions, properties: Set<String>, layers: [String]
  ) -> [UnusedName] {
    let named = [
      ("--include", options.selection.included ?? []), ("--exclude", options.selection.excluded),
      ("--accumulate", Set(options.cluster?.accumulations.map(\.name) ?? [])),
    ]
    let known = properties.sorted()
    let unused = named.flatMap { option, names in
      names.subtracting(properties).sorted().map {
        UnusedName(option: option, name: $0, kind: .property, known: known)
      }
    }
    // Where nothing is drawn, there are no layers.
    guard !layers.isEmpty else { return unused }
    return unused
      + Set(options.layerZooms.keys).subtracting(layers).sorted().map {
        UnusedName(option: "--layer-zooms", name: $0, kind: .layer, known: layers)
      }
  }
}

/// The names of all properties, where options name some.
final class PropertyNames: Sendable {
  private let names = Mutex<Set<String>>([])

  /// `nil` where nobody asks for names.
  init?(_ options: BuildOptions) {
    let isAsked =
      options.selection.included != nil || !options.selection.excluded.isEmpty
      || options.cluster?.accumulations.isEmpty == false
    guard isAsked else { return nil }
  }

  /// Adds those of a batch, whose selection has not been applied yet.
  func add(_ keys: AttributePool) {
    let new = (0..<UInt32(keys.count)).map { String(decoding: keys[$0], as: UTF8.self) }
    names.withLock { $0.formUnion(new) }
  }

  /// All names so far.
  var all: Set<String> { names.withLock { $0 } }
}
