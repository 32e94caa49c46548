import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markStale, newQueryClient, setKeepingStale } from '../api/query.ts'
import { createRefresher } from './refresh.ts'

const JOB = '0198c0de-0000-7000-8000-000000000001'
const queryKey = ['/api/jobs/:id', { params: { id: JOB } }]
let eventId = 0
const changed = () => {
  eventId += 1
  return { id: eventId, name: 'job.changed', subjectId: JOB, jobId: JOB } as const
}

/** The data on the server, and the reads that have seen it and are still pending. */
let serverData = ''
let pendingResponses: (() => void)[] = []
const queryFn = () => {
  const seen = serverData
  return new Promise<string>((resolve) => pendingResponses.push(() => resolve(seen)))
}
const respond = async () => {
  pendingResponses.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
}

const observe = (client: QueryClient) => new QueryObserver(client, { queryKey, queryFn })
let client: QueryClient
let live: ReturnType<typeof createRefresher>
let onScreen: ReturnType<typeof observe>
let leave: () => void
beforeEach(() => {
  vi.useFakeTimers()
  serverData = 'first'
  pendingResponses = []
  client = newQueryClient()
  live = createRefresher(client)
  onScreen = observe(client)
  leave = onScreen.subscribe(() => {})
})
afterEach(() => {
  leave()
  live.stop()
  vi.useRealTimers()
})
const shown = () => onScreen.getCurrentResult().data

/** Changes the data on the server and delivers the event. */
const change = (to: string) => {
  serverData = to
  live.change(changed())
}

test('simultaneous events refresh the screen once', async () => {
  await respond()
  change('second')
  live.change(changed())
  await vi.advanceTimersByTimeAsync(20)
  expect(pendingResponses).toHaveLength(1)
  await respond()
  expect(shown()).toBe('second')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pendingResponses).toEqual([])
})

test.each([0, 10, 19, 21, 50])(
  'an event is not lost to an earlier read that is answered %d ms after it',
  async (delay) => {
    await respond()
    change('second')
    await vi.advanceTimersByTimeAsync(20)
    change('third')
    await vi.advanceTimersByTimeAsync(delay)
    while (pendingResponses.length > 0) {
      await respond()
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(shown()).toBe('third')
  },
)

test('an event is not lost to the first read of a screen', async () => {
  change('second')
  await respond()
  await vi.advanceTimersByTimeAsync(20)
  await respond()
  expect(shown()).toBe('second')
})

test('an event is not lost to the read of a screen that was left', async () => {
  leave()
  change('second')
  await respond()
  expect(pendingResponses).toEqual([])
  leave = onScreen.subscribe(() => {})
  await respond()
  expect(shown()).toBe('second')
})

test('an event is not lost to data that is set', async () => {
  await respond()
  change('second')
  setKeepingStale(client, queryKey, () => client.setQueryData(queryKey, 'first, read'))
  await vi.advanceTimersByTimeAsync(20)
  await respond()
  expect(shown()).toBe('second')
})

test('a write by this person is not lost to an earlier read', async () => {
  await respond()
  change('second')
  await vi.advanceTimersByTimeAsync(20)
  serverData = 'third'
  await markStale(client)
  await respond()
  await respond()
  expect(shown()).toBe('third')
})

test('successive events do not keep a slow read from being shown', async () => {
  await respond()
  for (let n = 0; n < 5; n += 1) {
    change(`change ${n}`)
    await vi.advanceTimersByTimeAsync(50)
  }
  await respond()
  expect(shown()).toBe('change 0')
  await respond()
  expect(shown()).toBe('change 4')
  expect(pendingResponses).toEqual([])
})

test('a refresh waits while a write is in flight', async () => {
  await respond()
  let finish = () => {}
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      finish = resolve
    })
  const write = client.getMutationCache().build(client, { mutationFn }).execute(undefined)
  change('second')
  await vi.advanceTimersByTimeAsync(500)
  expect(pendingResponses).toEqual([])
  finish()
  await write
  await vi.advanceTimersByTimeAsync(100)
  await respond()
  expect(shown()).toBe('second')
})
