import { createHash } from 'node:crypto'
import { FLOORS } from './floors.js'

/** @typedef {import('./tree.js').File} File */

const MAX_ENTRIES = 25
/** Files of the contract that are not slices: the kernel and the shared value types. */
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
/** Slices of the server without their own routes. */
const WITHOUT_ROUTES = ['counts', 'live']

/** Slices whose tests are those of the part that they are about: `server/app/notifications`. */
const TESTED_ELSEWHERE = ['server/features/notifications']

/** Folders outside the floors, for tests, the build and static files. */
const BESIDE_FLOORS = ['testing', 'build', 'public', 'fonts']

export const MIGRATIONS = 'server/platform/db/migrations'
/** A file with a checksum line for each journaled migration, in the format of `sha256sum -c`. */
export const SUMS = `${MIGRATIONS}/sha256sums.txt`

/** At most 25 entries at the top level. @param {File[]} files */
export function topIsShort(files) {
  const top = new Set(files.map((file) => file.path.split('/')[0]))
  return top.size > MAX_ENTRIES
    ? [`${top.size} entries at the top, at most ${MAX_ENTRIES}: ${[...top].join(' ')}`]
    : []
}

/**
 * A slice has the same name in each package: `contract/jobs.ts`, `server/features/jobs/`,
 * `web/features/jobs/`.
 * @param {File[]} files
 */
export function slicesAreSpelledTheSame(files) {
  const slices = files
    .flatMap(({ path }) => /^contract\/(\w[\w-]*)\.ts$/.exec(path)?.[1] ?? [])
    .filter((name) => !CONTRACT_KERNEL.includes(name))
  return ['server/features', 'web/features'].flatMap((parent) =>
    foldersIn(files, parent)
      .filter((folder) => ![...slices, ...WITHOUT_ROUTES].includes(folder))
      .map((folder) => `${parent}/${folder}: there is no contract/${folder}.ts`),
  )
}

/**
 * A slice with routes or screens has tests beside them.
 * @param {File[]} files
 */
export function slicesHaveTests(files) {
  const paths = files.map(({ path }) => path)
  return [
    { parent: 'server/features', subject: /\/routes\.ts$/, example: 'routes.test.ts' },
    { parent: 'web/features', subject: /Screen\.tsx$/, example: '<slice>.test.tsx' },
  ].flatMap(({ parent, subject, example }) =>
    foldersIn(files, parent)
      .filter((folder) => !TESTED_ELSEWHERE.includes(`${parent}/${folder}`))
      .map((folder) => ({ folder, own: paths.filter((p) => p.startsWith(`${parent}/${folder}/`)) }))
      .filter(({ own }) => own.some((path) => subject.test(path)))
      .filter(({ own }) => !own.some((path) => /\.test\.tsx?$/.test(path)))
      .map(({ folder }) => `${parent}/${folder}: there is no test, such as ${example}`),
  )
}

/**
 * The folders of the server and the web are their floors, and those that are not part of the
 * program.
 * @param {File[]} files
 */
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

/** A journaled migration is never edited, because it may have run already. @param {File[]} files */
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
 * Only the last snapshot exists, from which the next migration is generated. Older ones are not
 * used, and each is as long as the whole schema.
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

/** The path of the snapshot that drizzle-kit writes for a migration. @param {string} tag */
const snapshotOf = (tag) => `${MIGRATIONS}/meta/${tag.split('_')[0]}_snapshot.json`

/** @param {string} path */
const isSnapshot = (path) =>
  path.startsWith(`${MIGRATIONS}/meta/`) && path.endsWith('_snapshot.json')

/**
 * The names of the journaled migrations; undefined if there is no journal.
 * @param {File[]} files
 */
function journaledTags(files) {
  const journal = files.find((file) => file.path === `${MIGRATIONS}/meta/_journal.json`)
  if (!journal) return undefined
  /** @type {{ entries: { tag: string }[] }} */
  const { entries } = JSON.parse(journal.text)
  return entries.map(({ tag }) => tag)
}

/** @param {File} file */
const nameIn = (file) => file.path.slice(MIGRATIONS.length + 1)
