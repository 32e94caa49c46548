// Records the checksum of every new migration, so that the shape rules refuse later changes to it.
// Deletes all schema snapshots except the last one, from which drizzle-kit generates the next
// migration.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS, SUMS, sumOf } from './shape/layout.js'

const root = join(import.meta.dirname, '..')
const migrations = join(root, MIGRATIONS)
const sums = join(root, SUMS)
const known = existsSync(sums) ? readFileSync(sums, 'utf8') : ''
for (const name of readdirSync(migrations).sort()) {
  if (!name.endsWith('.sql') || known.includes(`  ${name}\n`)) continue
  appendFileSync(sums, `${sumOf(readFileSync(join(migrations, name), 'utf8'))}  ${name}\n`)
  console.log(`journaled ${name}`)
}

const snapshots = readdirSync(join(migrations, 'meta')).filter((name) =>
  name.endsWith('_snapshot.json'),
)
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(migrations, 'meta', name))
