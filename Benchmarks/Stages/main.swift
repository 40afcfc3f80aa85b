import BenchmarkHarness

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// In the order of the data's way; see ARCHITECTURE.md.
let program = Program(
  read + project + importance + quantising + repair + spanCut + slice + clip + encode + compress
    + archive
    + endToEnd)
exit(program.run(Array(CommandLine.arguments.dropFirst())))
