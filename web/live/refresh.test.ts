import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markStale, newQueryClient, setKeepingStale } from '../api/query.ts'
import { refreshes } from './refresh.ts'

const JOB = '0198c0de-0000-7000-8000-000000000001'
const queryKey = ['/api/jobs/:id', { params: { id: JOB } }]
let eventId = 0
const changed = () => {
  eventId += 1
  return { id: eventId, name: 'job.changed', subjectId: JOB, jobId: JOB } as const
}

/** What is on the server, and the reads that have seen it and were not answered yet. */
let onServer = ''
let answers: (() => void)[] = []
const queryFn = () => {
  const seen = onServer
  return new Promise<string>((resolve) => answers.push(() => resolve(seen)))
}
const answer = async () => {
  answers.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
}

const observe = (client: QueryClient) => new QueryObserver(client, { queryKey, queryFn })
let client: QueryClient
let live: ReturnType<typeof refreshes>
let onScreen: ReturnType<typeof observe>
let leave: () => void
beforeEach(() => {
  vi.useFakeTimers()
  onServer = 'first'
  answers = []
  client = newQueryClient()
  live = refreshes(client)
  onScreen = observe(client)
  leave = onScreen.subscribe(() => {})
})
afterEach(() => {
  leave()
  live.stop()
  vi.useRealTimers()
})
const shown = () => onScreen.getCurrentResult().data

/** The server has something else, and says so. */
const change = (to: string) => {
  onServer = to
  live.change(changed())
}

test('what is on screen is read again once for events that come together', async () => {
  await answer()
  change('second')
  live.change(changed())
  await vi.advanceTimersByTimeAsync(20)
  expect(answers).toHaveLength(1)
  await answer()
  expect(shown()).toBe('second')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answers).toEqual([])
})

test.each([0, 10, 19, 21, 50])(
  'an event is not lost to a read of an earlier one that is answered %d ms after it',
  async (delay) => {
    await answer()
    change('second')
    await vi.advanceTimersByTimeAsync(20)
    change('third')
    await vi.advanceTimersByTimeAsync(delay)
    while (answers.length > 0) {
      await answer()
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(shown()).toBe('third')
  },
)

test('nor to the first read of a screen', async () => {
  change('second')
  await answer()
  await vi.advanceTimersByTimeAsync(20)
  await answer()
  expect(shown()).toBe('second')
})

test('nor to one of a screen that was left', async () => {
  leave()
  change('second')
  await answer()
  expect(answers).toEqual([])
  leave = onScreen.subscribe(() => {})
  await answer()
  expect(shown()).toBe('second')
})

test('nor to data that is set', async () => {
  await answer()
  change('second')
  setKeepingStale(client, queryKey, () => client.setQueryData(queryKey, 'first, read'))
  await vi.advanceTimersByTimeAsync(20)
  await answer()
  expect(shown()).toBe('second')
})

test('nor is a write of one\u2019s own', async () => {
  await answer()
  change('second')
  await vi.advanceTimersByTimeAsync(20)
  onServer = 'third'
  await markStale(client)
  await answer()
  await answer()
  expect(shown()).toBe('third')
})

test('one event after another does not keep a slow read from being shown', async () => {
  await answer()
  for (let n = 0; n < 5; n += 1) {
    change(`change ${n}`)
    await vi.advanceTimersByTimeAsync(50)
  }
  await answer()
  expect(shown()).toBe('change 0')
  await answer()
  expect(shown()).toBe('change 4')
  expect(answers).toEqual([])
})
