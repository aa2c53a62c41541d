import FoundationEssentials

/// Encodes a PNG file for the kitty graphics protocol; the picture fills an area of characters that starts at
/// the cursor.
///
/// The picture replaces the previous one, and the cursor does not move.
///
/// - Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package func kittyPicture(_ png: [UInt8], columns: Int, rows: Int) -> String {
  let payload = Array(Data(png).base64EncodedString().utf8)
  var text = ""
  for start in stride(from: 0, to: payload.count, by: 4096) {
    let end = min(start + 4096, payload.count)
    let control = start == 0 ? "a=T,f=100,i=1,p=1,q=2,C=1,c=\(columns),r=\(rows)," : ""
    let piece = String(decoding: payload[start..<end], as: UTF8.self)
    text += "\u{1b}_G\(control)m=\(end < payload.count ? 1 : 0);\(piece)\u{1b}\\"
  }
  return text
}

/// Encodes an image file for iTerm2; the picture fills an area of characters that starts at the cursor.
///
/// - Source: https://iterm2.com/documentation-images.html
package func inlinePicture(_ file: [UInt8], columns: Int, rows: Int) -> String {
  "\u{1b}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=0:"
    + Data(file).base64EncodedString() + "\u{7}"
}
