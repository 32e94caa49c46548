/** Returns the file with every occurrence of a 32-bit number (big-endian) replaced with another. */
export function withNumber(file: Buffer, from: number, to: number): Buffer {
  const changed = Buffer.from(file)
  const wanted = Buffer.alloc(4)
  wanted.writeUInt32BE(from)
  for (let at = changed.indexOf(wanted); at >= 0; at = changed.indexOf(wanted, at + 4))
    changed.writeUInt32BE(to, at)
  return changed
}

/** Returns the JPEG with different dimensions in its header. */
export function jpegOfSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file)
  for (let at = 2; at < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const marker = changed.readUInt16BE(at)
    if (marker !== 0xffc0 && marker !== 0xffc2) continue
    changed.writeUInt16BE(height, at + 5)
    changed.writeUInt16BE(width, at + 7)
    return changed
  }
  return changed
}

/** Returns the JPEG with segments inserted after its first two bytes. */
export function jpegWith(file: Buffer, marker: number, ...contents: Buffer[]): Buffer {
  const segments = contents.map((content) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])
}

/** Returns the progressive JPEG with its last scan repeated up to a file size in bytes. */
export function jpegOfScans(file: Buffer, bytes: number): Buffer {
  const start = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(start, -2)
  const times = Math.floor((bytes - file.length) / scan.length)
  return Buffer.concat([
    file.subarray(0, -2),
    ...Array<Buffer>(times).fill(scan),
    file.subarray(-2),
  ])
}

/** Creates EXIF data with an orientation, whose list of tags refers to itself. */
export function loopingExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  tiff.writeUInt32LE(8, 22)
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

/** Creates a GIF with this number of frames. Its header may claim any dimensions. */
export function gif(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** Creates an animated WebP that repeats a still picture. */
export function animatedWebp(still: Buffer, frames: number, width: number, height: number): Buffer {
  const uint24 = (value: number) =>
    Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255])
  const part = (type: string, ...content: Buffer[]) => {
    const data = Buffer.concat(content)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
  }
  const size = [uint24(width - 1), uint24(height - 1)]
  const frame = part(
    'ANMF',
    uint24(0),
    uint24(0),
    ...size,
    uint24(100),
    Buffer.alloc(1),
    still.subarray(12),
  )
  const body = [
    part('VP8X', Buffer.from([2, 0, 0, 0]), ...size),
    part('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(frame),
  ]
  return part('RIFF', Buffer.from('WEBP'), ...body)
}
