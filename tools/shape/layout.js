import { createHash } from 'node:crypto'
import { FLOORS } from './floors.js'

/** @typedef {import('./tree.js').File} File */

const MOST_ENTRIES = 25
/** Files of the contract that are not slices: the kernel and the shared kinds of value. */
const CONTRACT_KERNEL = [
  'route',
  'routes',
  'policy',
  'failures',
  'events',
  'money',
  'dollars',
  'dates',
  'months',
  'text',
  'page',
]
/** Slices of the server without calls of their own. */
const WITHOUT_CALLS = ['counts', 'live']

/** What tests, the build and the browser use without importing it from a floor. */
const BESIDE_FLOORS = ['testing', 'build', 'public', 'fonts']

export const MIGRATIONS = 'server/platform/db/migrations'
/** A checksum line per journaled migration, in the format of `sha256sum -c`. */
export const SUMS = `${MIGRATIONS}/sha256sums.txt`

/** At most 25 entries at the top level. @param {File[]} files */
export function topIsShort(files) {
  const top = new Set(files.map((file) => file.path.split('/')[0]))
  return top.size > MOST_ENTRIES
    ? [`${top.size} entries at the top, at most ${MOST_ENTRIES}: ${[...top].join(' ')}`]
    : []
}

/**
 * A slice has the same name in each package: `contract/jobs.ts`, `server/features/jobs/`, `web/features/jobs/`.
 * @param {File[]} files
 */
export function slicesAreSpelledTheSame(files) {
  const slices = files
    .flatMap(({ path }) => /^contract\/(\w[\w-]*)\.ts$/.exec(path)?.[1] ?? [])
    .filter((name) => !CONTRACT_KERNEL.includes(name))
  return ['server/features', 'web/features'].flatMap((parent) =>
    foldersIn(files, parent)
      .filter((folder) => ![...slices, ...WITHOUT_CALLS].includes(folder))
      .map((folder) => `${parent}/${folder}: there is no contract/${folder}.ts`),
  )
}

/** The server and the web consist of their floors, and of what no program contains. @param {File[]} files */
export function foldersAreFloors(files) {
  return Object.entries(FLOORS).flatMap(([side, floors]) =>
    foldersIn(files, side)
      .filter((folder) => ![...floors, ...BESIDE_FLOORS].includes(folder))
      .map((folder) => `${side}/${folder}: the floors are ${floors.join(' < ')}`),
  )
}

/** The names of the folders in a folder. @param {File[]} files @param {string} parent */
const foldersIn = (files, parent) => [
  ...new Set(files.flatMap(({ path }) => new RegExp(`^${parent}/([^/]+)/`).exec(path)?.[1] ?? [])),
]

/** @param {string} text */
export const sumOf = (text) =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** A journaled migration is never edited: it may have run somewhere. @param {File[]} files */
export function migrationsMatchJournal(files) {
  const tags = journaledTags(files)
  const sql = files.filter(
    (file) => file.path.startsWith(`${MIGRATIONS}/`) && file.path.endsWith('.sql'),
  )
  if (!tags) return sql.map((file) => `${file.path}: there is no journal`)
  const lines =
    files
      .find((file) => file.path === SUMS)
      ?.text.trim()
      .split('\n') ?? []
  const sums = new Map(
    lines.map((line) => /** @type {[string, string]} */ (line.split(/ +/).reverse())),
  )
  const named = new Set([...tags.map((tag) => `${tag}.sql`), ...sums.keys()].filter(Boolean))
  return [
    ...sql
      .filter((file) => !named.has(nameIn(file)))
      .map((file) => `${file.path}: not in the journal`),
    ...[...named].flatMap((name) => {
      const text = sql.find((file) => nameIn(file) === name)?.text
      if (text === undefined) return [`${MIGRATIONS}/${name}: journaled, but missing`]
      if (!sums.has(name))
        return [`${MIGRATIONS}/${name}: has no checksum; run node tools/recordChecksums.js`]
      return sums.get(name) === sumOf(text)
        ? []
        : [`${MIGRATIONS}/${name}: edited after it was journaled; add a new migration`]
    }),
  ]
}

/**
 * The next migration is generated from the snapshot of the last one. Nothing reads older ones, and
 * each is as long as the whole schema.
 * @param {File[]} files
 */
export function lastSnapshotOnly(files) {
  const last = journaledTags(files)?.at(-1)
  const wanted = last && snapshotOf(last)
  const found = files.map((file) => file.path).filter(isSnapshot)
  return [
    ...(wanted === undefined || found.includes(wanted)
      ? []
      : [`${wanted}: missing; drizzle-kit writes it together with the migration`]),
    ...found
      .filter((path) => path !== wanted)
      .map((path) => `${path}: outdated; node tools/recordChecksums.js deletes it`),
  ]
}

/** The path of the snapshot that drizzle-kit writes beside this migration. @param {string} tag */
const snapshotOf = (tag) => `${MIGRATIONS}/meta/${tag.split('_')[0]}_snapshot.json`

/** @param {string} path */
const isSnapshot = (path) =>
  path.startsWith(`${MIGRATIONS}/meta/`) && path.endsWith('_snapshot.json')

/** The names of the journaled migrations; undefined where there is no journal. @param {File[]} files */
function journaledTags(files) {
  const journal = files.find((file) => file.path === `${MIGRATIONS}/meta/_journal.json`)
  if (!journal) return undefined
  /** @type {{ entries: { tag: string }[] }} */
  const { entries } = JSON.parse(journal.text)
  return entries.map(({ tag }) => tag)
}

/** @param {File} file */
const nameIn = (file) => file.path.slice(MIGRATIONS.length + 1)
