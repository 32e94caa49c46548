import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

/**
 * The files of a zip by path. It is read by a different library than the one that wrote it, which
 * verifies the checksums.
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)
  const zip = await open(bytes, { lazyEntries: true, strictFileNames: true })
  const files = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve)
    zip.on('entry', (entry: yauzl.Entry) => {
      const path = entry.fileName
      if (files.has(path)) return reject(new Error(`${path} is there twice`))
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          files.set(path, content)
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
  return files
}
