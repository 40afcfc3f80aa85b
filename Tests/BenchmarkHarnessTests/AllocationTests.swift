import CAllocationCounter
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Counts in a process of its own, where no other test allocates meanwhile.
@Suite("Allocations")
struct AllocationTests {
  @Test("each way to ask for memory is counted once, with its bytes")
  func everyWay() async {
    await #expect(processExitsWith: .success) {
      guard cac_works() != 0 else { return }
      // Kept until the count is taken: an optimiser may leave out memory that nobody sees.
      var kept: [UnsafeMutableRawPointer?] = []
      kept.reserveCapacity(4)
      cac_start()
      kept.append(malloc(10))
      kept[0] = realloc(kept[0], 20)
      kept.append(calloc(3, 10))
      kept.append(aligned_alloc(64, 64))
      var memory: UnsafeMutableRawPointer?
      posix_memalign(&memory, 32, 100)
      kept.append(memory)
      let counts = cac_stop()
      for memory in kept { free(memory) }
      #expect(counts.calls == 5)
      #expect(counts.bytes == 10 + 20 + 30 + 64 + 100)
      cac_start()
      #expect(cac_stop().calls == 0)
    }
  }
}
