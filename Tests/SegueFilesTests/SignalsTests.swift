import Glibc
import SegueFiles
import Testing

@Suite struct SignalsTests {
  @Test("Ending signals are those that are not ignored, and asking for them changes none")
  func ends() async {
    await #expect(processExitsWith: .success) {
      let (always, maybe) = ([SIGINT, SIGTERM], [SIGHUP, SIGQUIT])
      for number in always + maybe { signal(number, SIG_DFL) }
      for ignored in [[], [SIGHUP], [SIGQUIT], maybe, always] {
        for number in ignored { signal(number, SIG_IGN) }
        for _ in 0..<2 {
          #expect((always + maybe).filter(isIgnored) == ignored)
          #expect(Set(endSignals()) == Set(always + maybe.filter { !ignored.contains($0) }))
        }
        for number in ignored { signal(number, SIG_DFL) }
      }
    }
  }
}
