internal import SystemSQLite

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open SQLite database, used by one thread at a time.
package final class SQLiteDatabase {
  /// What SQLite refused: its code, and `errno` where the system refused.
  package struct Failure: Error, Equatable {
    package var code: Int32
    package var errno: Int32

    /// The database has no tiles.
    static let noTiles = Failure(code: -1, errno: 0)

    /// Kinds of failures that callers tell apart.
    package enum Kind { case noMemory, full, cannotOpen, damage, other }

    package var kind: Kind {
      switch code & 0xff {
      case SQLITE_NOMEM: .noMemory
      case SQLITE_FULL: .full
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damage
      default: .other
      }
    }
  }

  fileprivate let handle: OpaquePointer

  /// Opens the file `path` to be read. It must not change meanwhile, so no locks are taken; only
  /// when a write-ahead log lies beside it is it read as one that may change.
  package static func reading(_ path: String) throws(Failure) -> SQLiteDatabase {
    if access(path + "-wal", F_OK) == 0 {
      return try SQLiteDatabase(path, SQLITE_OPEN_READONLY, system: nil)
    }
    var address = "file:"
    for byte in path.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7f && !"%?#".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      address += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return try SQLiteDatabase(
      address + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, system: nil)
  }

  /// Makes the file `path`, which nobody else knows.
  package static func making(_ path: String) throws(Failure) -> SQLiteDatabase {
    // Without locks: one that grows in a hidden folder has locked that.
    try SQLiteDatabase(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, system: "unix-none")
  }

  private init(_ path: String, _ flags: Int32, system: String?) throws(Failure) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, system)
    guard code == SQLITE_OK, let handle else {
      let failure = Failure(code: code, errno: handle.map(sqlite3_system_errno) ?? 0)
      sqlite3_close_v2(handle)
      throw failure
    }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements without parameters and results.
  package func run(_ sql: String) throws(Failure) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  fileprivate var failure: Failure {
    Failure(code: sqlite3_extended_errcode(handle), errno: sqlite3_system_errno(handle))
  }
}

/// A statement of one database.
package final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  package init(_ sql: String, of database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw database.failure }
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Sets the parameter `index`, counted from 1.
  func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

  /// Sets the parameter `index` to text.
  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), copied)
      }
    }
  }

  /// Runs the statement with `blob` as its last parameter `index`; it is used during the call only.
  ///
  /// - Returns: Whether there is a row; without one the statement is ready to run again.
  @discardableResult
  func step(_ index: Int32, blob: Span<UInt8>) throws(SQLiteDatabase.Failure) -> Bool {
    try blob.withUnsafeBufferPointer { (bytes) throws(SQLiteDatabase.Failure) in
      sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil)
      return try step()
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one; without one the statement is ready to run again.
  @discardableResult
  package func step() throws(SQLiteDatabase.Failure) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    defer { reset() }
    guard code == SQLITE_DONE else { throw database.failure }
    return false
  }

  /// Leaves the row, so that the statement can run again.
  package func reset() { sqlite3_reset(handle) }

  /// A column of the row, counted from 0, as a whole number; `nil` when it is none.
  package func integer(_ column: Int32) -> Int? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(handle, column))
  }

  /// A column of the row as text, numbers too; `nil` when it is null.
  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Appends a column of the row, blob or text, to `bytes`; `false` when it is neither.
  func append(_ column: Int32, to bytes: inout [UInt8]) -> Bool {
    let type = sqlite3_column_type(handle, column)
    guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return false }
    let count = Int(sqlite3_column_bytes(handle, column))
    if let start = sqlite3_column_blob(handle, column) {
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    }
    return true
  }
}

/// Tells SQLite to keep a copy of what is bound (SQLITE_TRANSIENT, which Swift does not import).
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
