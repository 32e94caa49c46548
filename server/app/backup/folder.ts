import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { addSeconds } from 'date-fns'

const DAY = 86_400_000

/** What a backup of the running program was made for; each kind is counted by itself. */
export type Kind = 'nightly' | 'manual'

const ENDINGS: Readonly<Record<Kind, string>> = { nightly: '.zip', manual: '-manual.zip' }
const FORMS: Readonly<Record<Kind, RegExp>> = {
  nightly: /^plumbline-\d{4}-\d\d-\d\dT\d{6}Z\.zip$/,
  manual: /^plumbline-\d{4}-\d\d-\d\dT\d{6}Z-manual\.zip$/,
}
/** What the running program is writing; a command writes under the name that it was given. */
const OWN_DRAFT = /^\.plumbline-\d{4}-\d\d-\d\dT\d{6}Z(-manual)?\.zip\./

const nameOf = (kind: Kind, at: Date) =>
  `plumbline-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z${ENDINGS[kind]}`

/** The names of all of a kind, the oldest first. */
async function allOf(folder: string, kind: Kind): Promise<string[]> {
  return (await readdir(folder)).filter((name) => FORMS[kind].test(name)).sort()
}

/**
 * The name of a new one: that of the moment, or else of the second after the latest there is, so that it is the latest also
 * within one second and after the clock was set back.
 */
export async function newName(folder: string, kind: Kind, at: Date): Promise<string> {
  const name = nameOf(kind, at)
  const latest = (await allOf(folder, kind)).at(-1)
  if (latest === undefined || latest < name) return name
  const [, day, hour, minute, second] = /-(.{10})T(..)(..)(..)Z/.exec(latest) ?? []
  return nameOf(kind, addSeconds(`${day}T${hour}:${minute}:${second}Z`, 1))
}

/** The names of the oldest of a kind beyond a number; the latest is never one of them. */
export async function oldest(folder: string, kind: Kind, beyond: number): Promise<string[]> {
  return (await allOf(folder, kind)).slice(0, -Math.max(1, beyond))
}

/** The bytes of files together. */
export async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Deletes what a killed program left half written. Of others, such as the command that backs up, only what has not been
 * written to for a day: they may still be running.
 */
export async function sweepDrafts(folder: string, now: Date) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.plumbline-')) continue
    const place = path.join(folder, name)
    if (OWN_DRAFT.test(name) || (await isOlder(place, now, DAY))) await rm(place, { force: true })
  }
}

/** False also where it has gone meanwhile. */
async function isOlder(place: string, now: Date, age: number): Promise<boolean> {
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && now.getTime() - found.mtimeMs > age
}
