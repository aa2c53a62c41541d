import SegueFiles
import Testing

@Suite struct NextProgramTests {
  @Test("The folder of the program has no trailing slash")
  func folder() throws {
    let program = try realPath("/proc/self/exe")
    let name = try #require(program.split(separator: "/").last)
    #expect(folderOfProgram().map { "\($0)/\(name)" } == program)
  }

  @Test("Another program gets its arguments unchanged")
  func words() async {
    await #expect(processExitsWith: .exitCode(3)) {
      // Without such a program, this process continues.
      goOn(as: "/none/such", ["a"])
      goOn(
        as: "/bin/sh", ["-c", "test \"$0 $2\" = 'name two words' && exit $#", "name", "1", "two words", ""])
    }
  }
}
