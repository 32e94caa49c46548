import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { addSeconds } from 'date-fns'

/** The kinds of backup that the running program makes. Each kind is retained separately. */
export type Kind = 'nightly' | 'manual'

const ENDINGS: Readonly<Record<Kind, string>> = { nightly: '.zip', manual: '-manual.zip' }
const FORMS: Readonly<Record<Kind, RegExp>> = {
  nightly: /^plumbline-\d{4}-\d\d-\d\dT\d{6}Z\.zip$/,
  manual: /^plumbline-\d{4}-\d\d-\d\dT\d{6}Z-manual\.zip$/,
}
/** The drafts of the running program. A command uses the file name that it was given. */
const OWN_DRAFT = /^\.plumbline-\d{4}-\d\d-\d\dT\d{6}Z(-manual)?\.zip\./

const nameOf = (kind: Kind, at: Date) =>
  `plumbline-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z${ENDINGS[kind]}`

/** The file names of all backups of a kind, the oldest first. */
async function allOf(folder: string, kind: Kind): Promise<string[]> {
  return (await readdir(folder)).filter((name) => FORMS[kind].test(name)).sort()
}

/**
 * The file name of a new backup, with the given time, or else the second after the latest existing
 * one. The new one therefore sorts last, even within the same second or after the clock was set
 * back.
 */
export async function newName(folder: string, kind: Kind, at: Date): Promise<string> {
  const name = nameOf(kind, at)
  const latest = (await allOf(folder, kind)).at(-1)
  if (latest === undefined || latest < name) return name
  const [, day, hour, minute, second] = /-(.{10})T(..)(..)(..)Z/.exec(latest) ?? []
  return nameOf(kind, addSeconds(`${day}T${hour}:${minute}:${second}Z`, 1))
}

/**
 * The file names of the oldest backups of a kind, those that exceed the given number. The latest
 * one is never included.
 */
export async function oldest(folder: string, kind: Kind, beyond: number): Promise<string[]> {
  return (await allOf(folder, kind)).slice(0, -Math.max(1, beyond))
}

/** The total size of files, in bytes. */
export async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Deletes unfinished drafts that a killed program left behind. Those of other programs, such as the
 * backup command, may still be in use, so they are deleted only when a day old.
 */
export async function sweepDrafts(folder: string, now: Date) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.plumbline-')) continue
    const place = path.join(folder, name)
    if (OWN_DRAFT.test(name) || (await isOlder(place, now, DAY_MS)))
      await rm(place, { force: true })
  }
}

/**
 * Whether a file was last modified longer ago than `age`, in milliseconds; false if it is missing.
 */
async function isOlder(place: string, now: Date, age: number): Promise<boolean> {
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && now.getTime() - found.mtimeMs > age
}
