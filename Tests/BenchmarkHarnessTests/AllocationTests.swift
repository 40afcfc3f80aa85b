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
      cac_start()
      var memory = malloc(10)
      memory = realloc(memory, 20)
      free(memory)
      free(calloc(3, 10))
      free(aligned_alloc(64, 64))
      memory = nil
      posix_memalign(&memory, 32, 100)
      free(memory)
      let counts = cac_stop()
      #expect(counts.calls == 5)
      #expect(counts.bytes == 10 + 20 + 30 + 64 + 100)
      cac_start()
      #expect(cac_stop().calls == 0)
    }
  }
}
