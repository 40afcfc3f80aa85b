internal import CHTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A web server that hands a site out; it runs from its making to its end, with threads of its own.
@safe
public final class HTTPServer {
  /// Why a server does not start.
  public enum Failure: Error, Sendable, Equatable {
    /// The host is no numeric address.
    case badAddress(String)
    /// The port cannot be had.
    case cannotListen(errno: Int32)
  }

  private let server: OpaquePointer
  private let context: Context

  /// What the threads of the server see.
  private final class Context: Sendable {
    let answer: @Sendable (HTTPRequest) -> HTTPReply
    init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply) { self.answer = answer }
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: A numeric address, IPv4 or IPv6, such as 127.0.0.1 or ::1.
  ///   - port: 0 takes any free one.
  ///   - threads: At least 1.
  ///   - answer: Called from several threads at once.
  public init(
    host: String, port: UInt16, threads: Int = 4,
    answer: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) throws(Failure) {
    context = Context(answer)
    let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
    let server = unsafe chs_start(
      host, port, UInt32(clamping: max(1, threads)),
      { pointer, request, reply in
        guard let pointer = unsafe pointer, let request = unsafe request, let reply = unsafe reply
        else { return }
        let context = unsafe Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
        unsafe HTTPServer.send(context.answer(HTTPRequest(request.pointee)), to: reply)
      }, pointer)
    guard let server = unsafe server else {
      let error = errno
      throw error == EINVAL ? .badAddress(host) : .cannotListen(errno: error)
    }
    unsafe self.server = server
  }

  deinit { unsafe chs_stop(server) }

  /// The port on which it listens.
  public var port: UInt16 { unsafe chs_port(server) }

  private static func send(_ reply: HTTPReply, to target: OpaquePointer) {
    var status = reply.status
    switch reply.body {
    case .bytes(let bytes):
      if unsafe chs_reply_bytes(target, bytes, bytes.count) != 0 { status = 500 }
    case .file(let path, let offset, let length):
      let file = open(path, O_RDONLY | O_CLOEXEC)
      if unsafe file < 0 || chs_reply_file(target, file, offset, length) != 0 { status = 500 }
    }
    unsafe chs_reply_status(target, UInt32(clamping: status))
    for header in reply.headers {
      unsafe chs_reply_header(target, header.name, header.value)
    }
  }
}

extension HTTPRequest {
  fileprivate init(_ request: chs_request) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      unsafe pointer.map { unsafe String(cString: $0) }
    }
    self.init(method: unsafe text(request.method) ?? "", path: unsafe text(request.path) ?? "/")
    host = unsafe text(request.host)
    range = unsafe text(request.range)
    ifNoneMatch = unsafe text(request.if_none_match)
    ifRange = unsafe text(request.if_range)
    acceptEncoding = unsafe text(request.accept_encoding)
  }
}
