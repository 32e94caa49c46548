import { tagOf } from '@plumbline/contract/route.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { NetworkError, noteOffline, noteOnline } from '../../api/connection.ts'
import { pricedLine, pricing } from '../../testing/pricing.ts'
import { linesOf, type PricingBody } from './draft.ts'
import { PriceSession, SAVE_DELAY_MS } from './session.ts'

const work = (...lines: string[]) => [
  { title: 'Work', kind: 'included' as const, lines: lines.map((one) => pricedLine(one)) },
]
const first = pricing({ sections: work('A') })
const stale = () => new ApiError(412, JSON.stringify({ message: 'Changed', code: 'stale' }))

/** The saves that were sent, with the version that each is based on. */
const sent: {
  description: string | undefined
  version: string
  answer: (error?: Error) => void
}[] = []
let theirs = first

function newSession() {
  return new PriceSession(first, {
    read: () => Promise.resolve(theirs),
    save: (body: PricingBody, version) =>
      new Promise((resolve, reject) => {
        const description = body.sections[0]?.lines[0]?.description
        const updatedAt = `2026-11-02T12:00:0${sent.length}.000Z`
        sent.push({
          ...{ description, version: tagOf(version) },
          answer: (error) => (error ? reject(error) : resolve({ ...first, updatedAt })),
        })
      }),
  })
}
const key = (session: PriceSession) => linesOf(session.snapshot().draft)[0]?.key ?? ''
const type = (session: PriceSession, to: { description?: string; quantity?: string }) =>
  session.change({ type: 'line', key: key(session), to })
const pass = () => vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
const answer = async (error?: Error) => {
  sent.at(-1)?.answer(error)
  await vi.advanceTimersByTimeAsync(0)
}
const kind = (session: PriceSession) => session.snapshot().state.kind

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  theirs = first
  return () => vi.useRealTimers()
})

test('it saves a second after the last change', async () => {
  const session = newSession()
  type(session, { description: 'B' })
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1)
  type(session, { description: 'BC' })
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1)
  expect(sent).toEqual([])
  await pass()
  expect(sent).toMatchObject([{ description: 'BC', version: tagOf(first) }])
  expect(kind(session)).toBe('saving')
  await answer()
  expect(kind(session)).toBe('saved')
  expect(session.unsaved).toBeUndefined()
})

test('what is typed during a save is saved after it, on the new version', async () => {
  const session = newSession()
  type(session, { description: 'B' })
  session.flush()
  type(session, { description: 'C' })
  await pass()
  session.flush()
  expect(sent).toHaveLength(1)
  await answer()
  expect(kind(session)).toBe('typing')
  await pass()
  expect(sent[1]).toMatchObject({ description: 'C' })
  expect(sent[1]?.version).toBe(tagOf({ updatedAt: '2026-11-02T12:00:00.000Z' }))
})

test('nothing is sent while something is not valid, and nothing is lost', async () => {
  const session = newSession()
  type(session, { quantity: '0' })
  await pass()
  expect(sent).toEqual([])
  expect(session.snapshot().state).toEqual({
    kind: 'invalid',
    problem: 'A, quantity: A quantity cannot be 0',
  })
  expect(linesOf(session.snapshot().draft)[0]?.quantity).toBe('0')
  type(session, { quantity: '2' })
  await pass()
  expect(sent).toHaveLength(1)
})

test('what is typed and taken back is not sent', async () => {
  const session = newSession()
  type(session, { description: 'B' })
  type(session, { description: ' A ' })
  await pass()
  expect(sent).toEqual([])
  expect(kind(session)).toBe('saved')
})

test.each([
  ['loadTheirs', 'Theirs'],
  ['saveMine', 'Mine'],
] as const)('after a conflict, %s keeps %s', async (decide, description) => {
  const session = newSession()
  type(session, { description: 'Mine' })
  session.flush()
  theirs = pricing({ sections: work('Theirs'), updatedAt: '2026-11-02T13:00:00.000Z' })
  await answer(stale())
  expect(kind(session)).toBe('conflict')
  type(session, { quantity: '5' })
  await pass()
  expect(sent).toHaveLength(1)
  session[decide]()
  expect(linesOf(session.snapshot().draft)[0]?.description).toBe(description)
  expect(sent.slice(1).map(({ version }) => version)).toEqual(
    decide === 'saveMine' ? [tagOf(theirs)] : [],
  )
})

test('a save whose answer was lost is no conflict', async () => {
  const session = newSession()
  type(session, { description: 'Mine' })
  session.flush()
  theirs = pricing({ sections: work('Mine'), updatedAt: '2026-11-02T13:00:00.000Z' })
  await answer(stale())
  expect(kind(session)).toBe('saved')
})

test('without a connection it waits, and saves once there is one', async () => {
  const session = newSession()
  type(session, { description: 'B' })
  session.flush()
  noteOffline()
  await answer(new NetworkError(undefined))
  expect(kind(session)).toBe('offline')
  noteOnline()
  expect(sent).toHaveLength(2)
  await answer()
  expect(kind(session)).toBe('saved')
})

test('a newer version is taken, unless something is typed', () => {
  const session = newSession()
  const newer = pricing({ sections: work('Newer'), updatedAt: '2026-11-02T13:00:00.000Z' })
  type(session, { description: 'Mine' })
  session.adopt(newer)
  expect(linesOf(session.snapshot().draft)[0]?.description).toBe('Mine')
  const other = newSession()
  other.adopt(newer)
  expect(linesOf(other.snapshot().draft)[0]?.description).toBe('Newer')
  other.adopt(first)
  expect(linesOf(other.snapshot().draft)[0]?.description).toBe('Newer')
})
