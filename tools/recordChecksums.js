// Records the checksum of every new migration. From then on the shape test refuses changes to it.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS, SUMS, sumOf } from './shape/layout.js'

const root = join(import.meta.dirname, '..')
const sums = join(root, SUMS)
const known = existsSync(sums) ? readFileSync(sums, 'utf8') : ''
for (const name of readdirSync(join(root, MIGRATIONS)).sort()) {
  if (!name.endsWith('.sql') || known.includes(`  ${name}\n`)) continue
  appendFileSync(sums, `${sumOf(readFileSync(join(root, MIGRATIONS, name), 'utf8'))}  ${name}\n`)
  console.log(`journaled ${name}`)
}
