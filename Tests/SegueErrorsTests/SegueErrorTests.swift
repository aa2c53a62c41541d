import Foundation
import SegueErrors
import Testing

/// An error of a module of its own, as a server might add.
private struct UploadError: SegueError {
  let code: ErrorCode
  let message = "upload: no bytes"
}

extension ErrorCode {
  fileprivate static let uploadEmpty = ErrorCode("upload.empty", isCallersFault: true)
}

@Suite struct SegueErrorTests {
  @Test("An error of another module has a code, and the sentence as all descriptions")
  func ownError() {
    let error: any Error = UploadError(code: .uploadEmpty)
    let found = error as? any SegueError
    #expect(found?.code == .uploadEmpty && found?.isCallersFault == true)
    #expect(found?.file == nil && found?.line == nil)
    #expect("\(error)" == "upload: no bytes" && error.localizedDescription == "upload: no bytes")
  }

  @Test("The code tells whose fault an error is, and whether it may pass")
  func flags() {
    #expect(!UploadError(code: .fileBusy).isCallersFault && ErrorCode.fileBusy.mayPass)
    #expect(UploadError(code: .imageTruncated).isCallersFault && !ErrorCode.imageTruncated.mayPass)
    #expect(!ErrorCode("a.b").isCallersFault && !ErrorCode("a.b").mayPass)
    #expect("\(ErrorCode.fileMissing)" == "file.missing" && ErrorCode.fileMissing.name == "file.missing")
  }
}
