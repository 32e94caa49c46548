import { createHash } from 'node:crypto'

/** @typedef {import('./tree.js').File} File */

const MOST_ENTRIES = 24
/** The slices that architecture names, whether or not their part of the contract stands yet. */
const SLICES = [
  'jobs',
  'tasks',
  'schedule',
  'photos',
  'messages',
  'bids',
  'people',
  'auth',
  'settings',
  'rentals',
  'dashboard',
  'billing',
]
/** Contract files that are no slice: the kernel and the kinds of value everything is made of. */
const CONTRACT_KERNEL = [
  'route',
  'routes',
  'policy',
  'failures',
  'events',
  'money',
  'dates',
  'text',
  'page',
]
/** Rooms of server and web that are no slice. */
const SERVER_ROOMS = ['http', 'db', 'files', 'live', 'mail', 'testing']
const WEB_ROOMS = [
  ...[
    'api',
    'boot',
    'forms',
    'shell',
    'ui',
    'public',
    'fonts',
    'assets',
    'styles',
    'testing',
    'dev',
  ],
]

export const MIGRATIONS = 'server/db/migrations'
/** The form `sha256sum -c` reads: one line for each migration that has been journaled. */
export const SUMS = `${MIGRATIONS}/sha256sums.txt`

/** About twenty entries at the top. @param {File[]} files */
export function topIsShort(files) {
  const top = new Set(files.map((file) => file.path.split('/')[0]))
  return top.size > MOST_ENTRIES
    ? [`${top.size} entries at the top, at most ${MOST_ENTRIES}: ${[...top].join(' ')}`]
    : []
}

/** A slice has one name: `contract/jobs.ts`, `server/jobs/`, `web/jobs/`. @param {File[]} files */
export function slicesAreSpelledTheSame(files) {
  const contract = files.flatMap((file) => /^contract\/(\w[\w-]*)\.ts$/.exec(file.path)?.[1] ?? [])
  const slices = new Set([...SLICES, ...contract.filter((name) => !CONTRACT_KERNEL.includes(name))])
  /** @param {string} room @param {string[]} known */
  const strangers = (room, known) => {
    const folders = new Set(
      files.flatMap((file) => new RegExp(`^${room}/([^/]+)/`).exec(file.path)?.[1] ?? []),
    )
    return [...folders]
      .filter((folder) => !known.includes(folder) && !slices.has(folder))
      .map((folder) => `${room}/${folder}: no slice is called so in contract`)
  }
  return [...strangers('server', SERVER_ROOMS), ...strangers('web', WEB_ROOMS)]
}

/** @param {string} text */
export const sumOf = (text) =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** A migration that may have run somewhere is never edited; a new one is added. @param {File[]} files */
export function migrationsStandAsJournaled(files) {
  const journal = files.find((file) => file.path === `${MIGRATIONS}/meta/_journal.json`)
  const sql = files.filter(
    (file) => file.path.startsWith(`${MIGRATIONS}/`) && file.path.endsWith('.sql'),
  )
  if (!journal) return sql.map((file) => `${file.path}: there is no journal`)
  /** @type {{ entries: { tag: string }[] }} */
  const { entries } = JSON.parse(journal.text)
  const lines =
    files
      .find((file) => file.path === SUMS)
      ?.text.trim()
      .split('\n') ?? []
  const sums = new Map(
    lines.map((line) => /** @type {[string, string]} */ (line.split(/ +/).reverse())),
  )
  const named = new Set(
    [...entries.map((entry) => `${entry.tag}.sql`), ...sums.keys()].filter(Boolean),
  )
  return [
    ...sql
      .filter((file) => !named.has(nameIn(file)))
      .map((file) => `${file.path}: not in the journal`),
    ...[...named].flatMap((name) => {
      const text = sql.find((file) => nameIn(file) === name)?.text
      if (text === undefined) return [`${MIGRATIONS}/${name}: journaled, but missing`]
      if (!sums.has(name))
        return [`${MIGRATIONS}/${name}: has no checksum; run node tools/journal.js`]
      return sums.get(name) === sumOf(text)
        ? []
        : [`${MIGRATIONS}/${name}: edited after it was journaled; add a new migration`]
    }),
  ]
}

/** @param {File} file */
const nameIn = (file) => file.path.slice(MIGRATIONS.length + 1)
