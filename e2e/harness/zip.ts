/** Reads an uncompressed zip file through its central directory. @returns the files by path */
export function storedFiles(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('The zip file is not whole')
  // The central directory of a large zip file is found through the Zip64 record before the end
  // record.
  const record = Number(zip.readBigUInt64LE(end - 20 + 8))
  const count = Number(zip.readBigUInt64LE(record + 32))
  let at = Number(zip.readBigUInt64LE(record + 48))
  const files = new Map<string, Buffer>()
  for (let n = 0; n < count; n++) {
    const size = zip.readUInt32LE(at + 24)
    const lengths = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const path = zip.toString('utf8', at + 46, at + 46 + (lengths[0] ?? 0))
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    files.set(path, zip.subarray(start, start + size))
    at += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return files
}
