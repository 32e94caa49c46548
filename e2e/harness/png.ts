import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Creates a PNG file of a house under a sky. `shade` (0 to 255) is the red value of its wall. */
export function png(width: number, height: number, shade: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1) {
      const isWall = y > height * 0.45 && x > width * 0.2 && x < width * 0.8
      const isRoof =
        !isWall &&
        y > height * 0.2 &&
        Math.abs(x - width / 2) < (y - height * 0.2) * 1.2 &&
        y <= height * 0.45
      const color = isRoof
        ? [90, 70, 60]
        : isWall
          ? [shade, 190, 150]
          : [150, 190 - (y * 40) / height, 220]
      row.set(color.map(Math.round), 1 + x * 3)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // 8 bits, red, green, blue.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
