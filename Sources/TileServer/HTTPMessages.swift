/// What a client asks for; a header that was not sent is `nil`.
public struct HTTPRequest: Sendable {
  /// GET, HEAD and so on.
  public var method: String
  /// Begins with "/"; escapes are resolved.
  public var path: String
  /// Name and port under which the client knows the server.
  public var host: String?
  /// Range, If-None-Match, If-Range, Accept-Encoding.
  public var range: String?, ifNoneMatch: String?, ifRange: String?, acceptEncoding: String?

  /// A request without headers.
  public init(method: String = "GET", path: String) { (self.method, self.path) = (method, path) }
}

/// What is answered.
public struct HTTPReply: Sendable {
  /// What comes after the headers.
  public enum Body: Sendable, Equatable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A part of a file.
    case file(path: String, offset: UInt64, length: UInt64)
  }
  /// A header.
  public struct Header: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String
  }

  /// 200 and so on.
  public var status: Int
  /// In the order in which they were added.
  public var headers: [Header] = []
  /// Not sent to a HEAD request, which gets its length all the same.
  public var body = Body.bytes([])

  /// An empty answer.
  public init(status: Int) { self.status = status }

  /// The value of a header, or `nil`.
  public subscript(name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }

  mutating func add(_ name: String, _ value: String) {
    headers.append(Header(name: name, value: value))
  }
}
