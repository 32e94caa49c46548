import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, type ZlibOptions } from 'node:zlib'
import type { Plugin } from 'vite'

const ways = {
  '.br': promisify(brotliCompress),
  '.gz': (bytes: Buffer) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(bytes, { level: 9 }),
}
/** Lays every script and style beside itself packed as small as can be, so that the server packs none while it answers. */
export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        const files = (await readdir(dir, { recursive: true })).filter((name) =>
          /\.(js|css|svg)$/.test(name),
        )
        await Promise.all(
          files.map(async (name) => {
            const bytes = await readFile(join(dir, name))
            for (const [ending, pack] of Object.entries(ways))
              await writeFile(join(dir, name + ending), await pack(bytes))
          }),
        )
      },
    },
  }
}
