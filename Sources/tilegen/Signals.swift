import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns Ctrl-C, SIGTERM and a closed terminal into a call, so that work can be ended in order.
///
/// A second signal ends the program at once. So does time: work that waits for input it never gets
/// cannot be ended in order.
struct SignalWatch {
  private static let patience = DispatchTimeInterval.seconds(10)
  private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

  private let state: State
  private let sources: [any DispatchSourceSignal]

  /// What a watch knows; work may change it before the watch begins.
  final class State: Sendable {
    private let first = Atomic<Int32>(0)
    private let isEnding = Atomic<Bool>(false)

    /// The signal that came, if one did.
    var signalNumber: Int32? {
      let number = first.load(ordering: .acquiring)
      return number == 0 ? nil : number
    }

    /// Tells that the work ends soon, whatever comes, and that it would be a pity to stop it.
    func endsSoon() { isEnding.store(true, ordering: .releasing) }

    fileprivate var hasPatience: Bool { isEnding.load(ordering: .acquiring) }

    /// Whether `number` is the first.
    fileprivate func receive(_ number: Int32) -> Bool {
      first.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        .exchanged
    }
  }

  /// Watches from now on; `onSignal` is called at most once, from another thread.
  init(_ state: State = State(), onSignal: @escaping @Sendable () -> Void) {
    self.state = state
    let queue = DispatchQueue(label: "signals")
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      let earlier = signal(number, SIG_IGN)
      // Under nohup a closed terminal shall not matter.
      if number == SIGHUP, unsafeBitCast(earlier, to: Int.self) == Self.ignored { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard state.receive(number) else { Self.exitNow(number) }
        onSignal()
        queue.asyncAfter(deadline: .now() + Self.patience) {
          if !state.hasPatience { Self.exitNow(number) }
        }
      }
      source.resume()
      return source
    }
  }

  private static func exitNow(_ number: Int32) -> Never {
    Console.error.report(
      "tilegen: stopped at once; the next run removes what is left, or completes it\n")
    _exit(128 + number)
  }

  /// The signal that came, if one did.
  var signalNumber: Int32? { state.signalNumber }
}
