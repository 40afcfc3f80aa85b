internal import CWebRanges

/// A file on the web that is read as a whole.
public enum WebFile {
  /// Whether `path` is an address of http or https and no file.
  public static func isAddress(_ path: String) -> Bool { WebRanges.isAddress(path.lowercased()) }

  /// What lies at `address`, once it answers 200 after at most ten redirections; more than `limit`
  /// bytes are an error.
  public static func read(_ address: String, limit: Int) throws(TileSetError) -> [UInt8] {
    guard let connection = WebConnection() else {
      throw .web(address: address, problem: "memory ran out")
    }
    var answer = cwr_answer()
    // Pages of the buffer that nothing is written to take no memory.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      answer = cwr_fetch(connection.handle, address, room.baseAddress, limit)
      count = answer.count
    }
    if let problem = answer.problem {
      throw .web(address: address, problem: String(cString: problem))
    }
    guard answer.status == 200 else {
      throw .web(address: address, problem: "the server answers \(answer.status)")
    }
    return bytes
  }
}

/// Owns a connection of the C module.
final class WebConnection {
  let handle: OpaquePointer

  init?() {
    guard let handle = cwr_create() else { return nil }
    self.handle = handle
  }

  deinit { cwr_destroy(handle) }
}
