import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns Ctrl-C and SIGTERM into a call, so that work can be ended in order.
///
/// A second signal ends the program at once. So does time: work that waits for input it never gets
/// cannot be ended in order.
struct SignalWatch {
  private static let patience = DispatchTimeInterval.seconds(10)

  private let received = FirstSignal()
  private let sources: [any DispatchSourceSignal]

  /// Watches from now on; `onSignal` is called at most once, from another thread.
  init(onSignal: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "signals")
    sources = [SIGINT, SIGTERM].map { [received] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard received.set(number) else { _exit(128 + number) }
        onSignal()
        queue.asyncAfter(deadline: .now() + Self.patience) {
          for line in Failure.signal(number).lines { Console.error.report(line + "\n") }
          _exit(128 + number)
        }
      }
      source.resume()
      return source
    }
  }

  /// The signal that came, if one did.
  var signalNumber: Int32? { received.number }
}

/// The first signal that came.
private final class FirstSignal: Sendable {
  private let value = Atomic<Int32>(0)

  var number: Int32? {
    let number = value.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Whether `number` is the first.
  func set(_ number: Int32) -> Bool {
    value.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing).exchanged
  }
}
