import { DAY_MS } from '@plumbline/contract/time.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { attempt } from './storage.ts'
import { viewedId } from './viewAs.ts'

const TYPED = 'typed'
const SIGNED_OUT_AT = 'signedOutAt'
const MAX_LENGTH = 500_000

/** The content of forms and text boxes when a session ended. */
interface Stored {
  /** The id of the person who typed it. */
  readonly owner: string
  readonly entries: Readonly<Record<string, Entry>>
}
interface Entry {
  readonly at: number
  readonly value: unknown
}

/** The entry that a form, text box or dialog would store now. */
interface Current {
  readonly key: string
  readonly value: unknown
  /** False for an open dialog, which is stored only if something was typed. */
  readonly isTyped: boolean
}
type Source = () => readonly Current[]

const sources = new Set<Source>()
let owner: string | undefined
let startedAt = 0

/** The key of what belongs to this address, so that it returns on no other screen. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`

/** When somebody last signed out in any tab of this browser. */
const lastSignOut = () => attempt(() => Number(localStorage.getItem(SIGNED_OUT_AT))) ?? 0

/** The entries of the person in this tab that are neither too old nor from before a sign-out. */
function storedEntries(): Readonly<Record<string, Entry>> {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(TYPED) ?? 'null') as Stored | null)
  if (!owner || stored?.owner !== owner) return {}
  const oldest = Math.max(Date.now() - DAY_MS, lastSignOut())
  return Object.fromEntries(Object.entries(stored.entries).filter(([, { at }]) => at > oldest))
}

function store(entries: Readonly<Record<string, Entry>>) {
  attempt(() =>
    owner && Object.keys(entries).length > 0
      ? sessionStorage.setItem(TYPED, JSON.stringify({ owner, entries } satisfies Stored))
      : sessionStorage.removeItem(TYPED),
  )
}

/** Notes who uses this tab. Deletes what is stored of anybody else. */
export function startTyped(personId: string) {
  if (viewedId()) return
  owner = personId
  startedAt = Date.now()
  store(storedEntries())
}

/**
 * Stores the content of the forms and text boxes of this tab, for the same person after they have
 * signed in again. After a sign-out nothing is stored. Files are never stored.
 */
export function saveTyped() {
  if (!owner || viewedId() || lastSignOut() > startedAt) return
  const current = [...sources].flatMap((source) => source())
  if (!current.some(({ isTyped }) => isTyped)) return
  const at = Date.now()
  const entries: Record<string, Entry> = { ...storedEntries() }
  let { length } = JSON.stringify(entries)
  for (const { key, value } of current) {
    const text: string | undefined = JSON.stringify(value, (_, part: unknown) =>
      part instanceof Blob ? undefined : part,
    )
    if (text === undefined || length + text.length > MAX_LENGTH) continue
    length += text.length
    entries[key] = { at, value: JSON.parse(text) as unknown }
  }
  store(entries)
}

/** Deletes what is stored, in this tab at once and in others before it is shown. */
export function forgetTyped() {
  attempt(() => localStorage.setItem(SIGNED_OUT_AT, String(Date.now())))
  store({})
}

/** Stores again, after a sign-out that was called off. */
export function resumeTyped() {
  startedAt = Date.now() + 1
}

/** Resets the state of this module between tests. */
export function resetTyped() {
  owner = undefined
  startedAt = 0
}

/** Adds what to store when the session ends. @returns removes it */
export function addTypedSource(source: Source): () => void {
  sources.add(source)
  return () => sources.delete(source)
}

/** The value that is stored under a key. Undefined for none. */
export const typedBefore = <T>(key: string): T | undefined =>
  storedEntries()[key]?.value as T | undefined

/** Deletes what is stored under a key, once it is on screen again. */
export function dropTyped(key: string) {
  const { [key]: dropped, ...others } = storedEntries()
  if (dropped) store(others)
}

interface Typed<T> {
  /** Unique among what is on screen together. */
  readonly name: string
  /** The value to store. Undefined for none. */
  readonly read: () => T | undefined
  readonly isTyped?: boolean
}

/**
 * Has something stored when the session ends while it is on screen, and returns what was stored of
 * it before the person signed in again.
 */
export function useTyped<T>({ name, read, isTyped = true }: Typed<T>): T | undefined {
  const [before] = useState(() => typedBefore<T>(keyOf(name)))
  const readNow = useEffectEvent(read)
  useEffect(() => {
    dropTyped(keyOf(name))
    return addTypedSource(() => {
      const value = readNow()
      return value === undefined ? [] : [{ key: keyOf(name), value, isTyped }]
    })
  }, [name, isTyped])
  return before
}

/**
 * State for a text or a choice outside of a form, which outlasts signing in again. The last of the
 * three values says whether it is from before.
 */
export function useTypedState<T>(name: string, empty: T) {
  const { before, value, setValue } = useLasting(name, empty, true)
  return [value, setValue, before !== undefined] as const
}

/**
 * State for an open dialog, which outlasts signing in again if something was typed. The last of the
 * three values says whether it is still that dialog. A panel below it must not open meanwhile,
 * because the last one to open covers the others.
 */
export function useOpened<T>(name: string, closed: T) {
  const { before, value, setValue } = useLasting(name, closed, false)
  return [value, setValue, before !== undefined && value === before] as const
}

function useLasting<T>(name: string, initial: T, isTyped: boolean) {
  const read = (): T | undefined => (value === initial ? undefined : value)
  const before = useTyped({ name, read, isTyped })
  const [value, setValue] = useState<T>(before ?? initial)
  return { before, value, setValue }
}
