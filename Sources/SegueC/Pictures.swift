// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CSegue
import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueTransitions

/// Functions of segue.h for pictures.

@c @implementation public func segue_picture_from_pixels(
  _ pixels: UnsafePointer<segue_pixels>?
) -> segue_picture {
  orStored(0) { Handles.add(try CallerPixels(pixels).bitmap(threads: execution.threads)) }
}

@c @implementation public func segue_picture_from_bytes(
  _ bytes: UnsafeRawPointer?, _ count: Int
) -> segue_picture {
  orStored(0) {
    guard let bytes else { throw CallError.argument("bytes is NULL") }
    guard count >= 0 else { throw CallError.argument("count is above the size of any memory") }
    guard count <= options.maxFileBytes else {
      throw ImageError.fileTooLarge(file: "image", limit: options.maxFileBytes)
    }
    let file = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    return Handles.add(try Bitmap(decoding: file, options: options))
  }
}

@c @implementation public func segue_picture_from_file(_ path: UnsafePointer<CChar>?) -> segue_picture {
  orStored(0) { Handles.add(try Bitmap(contentsOf: requiredText(path, "path"), options: options)) }
}

/// The options for decoding; pictures have the depth of their files.
private let options = {
  var options = DecodeOptions()
  options.depth = nil
  return options
}()

@c @implementation public func segue_picture_size(
  _ picture: segue_picture, _ width: UnsafeMutablePointer<Int32>?, _ height: UnsafeMutablePointer<Int32>?
) -> Bool {
  succeeds { try put(Handles.picture(picture).size, width, height) }
}

@c @implementation public func segue_picture_is_opaque(
  _ picture: segue_picture, _ isOpaque: UnsafeMutablePointer<Bool>?
) -> Bool {
  succeeds {
    let picture = try Handles.picture(picture)
    isOpaque?.pointee = picture.isOpaque
  }
}

@c @implementation public func segue_picture_bits(
  _ picture: segue_picture, _ bits: UnsafeMutablePointer<Int32>?
) -> Bool {
  succeeds {
    let depth = try Handles.picture(picture).depth
    bits?.pointee = depth == .eight ? 8 : depth == .sixteen ? 16 : 32
  }
}

/// Stores a size in memory of the caller.
func put(
  _ size: PixelSize, _ width: UnsafeMutablePointer<Int32>?, _ height: UnsafeMutablePointer<Int32>?
) throws(CallError) {
  guard let columns = Int32(exactly: size.width), let rows = Int32(exactly: size.height) else {
    throw .argument("\(size) is above the numbers of 32 bits")
  }
  width?.pointee = columns
  height?.pointee = rows
}

@c @implementation public func segue_picture_copy(
  _ picture: segue_picture, _ pixels: UnsafePointer<segue_pixels>?
) -> Bool {
  succeeds { try CallerPixels(pixels).write(Handles.picture(picture), threads: execution.threads) }
}

@c @implementation public func segue_picture_filter(
  _ picture: segue_picture, _ filter: UnsafePointer<CChar>?
) -> segue_picture {
  orStored(0) {
    let text = try requiredText(filter, "filter")
    let made = try JobFiles.disk().chain.filter(text)
    let source = try Handles.picture(picture)
    let rows = try Chain.filter(.picture(source), made).frameRows()
    return Handles.add(try rows.rendered(as: source.depth, execution))
  }
}

@c @implementation public func segue_picture_encode(
  _ picture: segue_picture, _ format: UnsafePointer<CChar>?
) -> segue_bytes {
  orStored(0) {
    let text = try requiredText(format, "format")
    guard let specification = Specification(text) else {
      throw CallError.argument("format is a name with options, such as png or jpeg:quality=80, not '\(text)'")
    }
    let item = try JobFormat.item(named: specification.name)
    let made = try JobFormat.make(item, Job.Parameters(specification.values), isSeries: true)
    guard let image = made.image else { throw CallError.argument("\(item.name) is no format of pictures") }
    return Handles.add(EncodedPicture(try Handles.picture(picture).encoded(as: image)))
  }
}

@c @implementation public func segue_bytes_data(
  _ bytes: segue_bytes, _ data: UnsafeMutablePointer<UnsafeRawPointer?>?, _ count: UnsafeMutablePointer<Int>?
) -> Bool {
  succeeds {
    let encoded: EncodedPicture = try Handles.value(of: bytes, as: "bytes")
    data?.pointee = UnsafeRawPointer(encoded.bytes.baseAddress)
    count?.pointee = encoded.bytes.count
  }
}

/// Bytes at an address that does not change.
private final class EncodedPicture: @unchecked Sendable {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ encoded: [UInt8]) {
    bytes = .allocate(capacity: encoded.count)
    _ = bytes.initialize(from: encoded)
  }

  deinit { bytes.deallocate() }
}
