import { type MessageAudience, messageAudiences } from '@plumbline/contract/messages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockNotifier } from '../../features/notifications/queries.ts'
import { jobSubcontractors } from '../../schema/jobs.ts'
import { messages } from '../../schema/messages.ts'
import { notifications } from '../../schema/notifications.ts'
import { eventsSettled, joinEveryone } from '../../testing/notifications.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { notifyOnce } from './notifier.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.app.listen({ host: '127.0.0.1', port: 0 })
  await joinEveryone(w)
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck, bath } = await twoJobs(w))
  await w.db.delete(notifications)
})

const call = async (name: Name, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
  const answer = await w.call(name, method, url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const write = (name: Name, jobId: string, audience?: MessageAudience) =>
  call(name, 'POST', '/api/messages', { jobId, content: 'Hi', audience })

interface Listed {
  readonly jobId: string
  readonly jobName: string
  readonly unread: number
}

/**
 * The unread messages by job, once all events are settled: the same in the first conversations, in
 * the list of all, and in the number beside Messages.
 */
async function unreadOf(name: Name): Promise<Record<string, number>> {
  await eventsSettled(w)
  const countsIn = (list: readonly Listed[]) =>
    Object.fromEntries(
      list.filter(({ unread }) => unread > 0).map(({ jobName, unread }) => [jobName, unread]),
    )
  const first = countsIn(await call(name, 'GET', '/api/conversations'))
  expect(countsIn(await call(name, 'GET', '/api/conversations?limit=100'))).toEqual(first)
  const { messages: inBar } = await call(name, 'GET', '/api/notifications/unread')
  expect(inBar).toBe(Object.values(first).reduce((sum, count) => sum + count, 0))
  return first
}

test('every number of unread messages counts the same, for each person', async () => {
  for (const audience of messageAudiences) await write('ada', deck, audience)
  await write('sam', deck, 'crew')
  await write('cleo', deck, 'client')
  await write('ada', bath)
  expect(await unreadOf('ada')).toEqual({ Deck: 2 })
  expect(await unreadOf('sam')).toEqual({ Deck: 2 })
  expect(await unreadOf('sue')).toEqual({ Bath: 1 })
  expect(await unreadOf('cleo')).toEqual({ Deck: 2 })
  expect(await unreadOf('carl')).toEqual({ Bath: 1 })
})

test('no number is left after the conversation was read, or everything that was notified', async () => {
  await write('sam', deck)
  await write('sue', bath)
  await call('ada', 'POST', `/api/jobs/${deck}/read`)
  expect(await unreadOf('ada')).toEqual({ Bath: 1 })
  await call('ada', 'POST', '/api/notifications/read')
  expect(await unreadOf('ada')).toEqual({})
})

test('a conversation that is read while its notifications are made stays read', async () => {
  await eventsSettled(w)
  const { marked } = await w.db.transaction(async (tx) => {
    await lockNotifier(tx)
    await write('sam', deck)
    await notifyOnce(tx, { now: new Date(), emails: false })
    let isDone = false
    const marked = call('ada', 'POST', `/api/jobs/${deck}/read`).then(() => {
      isDone = true
    })
    await expect
      .poll(async () => {
        const { rowCount } = await w.pool.query(
          `select from pg_locks where not granted and locktype = 'advisory' and mode = 'ShareLock'
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return isDone || rowCount
      })
      .toBe(1)
    return { marked }
  })
  await marked
  expect(await unreadOf('ada')).toEqual({})
})

test('messages of a muted job count nowhere, nor do removed ones or those before somebody came', async () => {
  await write('ada', deck)
  const { id } = await write('ada', deck)
  expect(await unreadOf('cleo')).toEqual({ Deck: 2 })
  await w.call('ada', 'DELETE', `/api/messages/${id}`)
  expect(await unreadOf('cleo')).toEqual({ Deck: 1 })
  await w.db.insert(jobSubcontractors).values({ jobId: deck, subcontractorId: w.idOf('sue') })
  expect(await unreadOf('sue')).toEqual({})
  await w.call('ada', 'PUT', `/api/jobs/${deck}/mute`)
  await write('sam', deck)
  expect(await unreadOf('ada')).toEqual({})
  expect(await unreadOf('sue')).toEqual({ Deck: 1 })
})

test('an unread conversation is among the first, however many others have newer messages', async () => {
  await write('sam', deck)
  await unreadOf('ada')
  const names: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const job = { name: `Job ${n}`, address: 'Elm St' }
    const { id } = await call('ada', 'POST', '/api/jobs', job)
    await w.db.insert(messages).values({ jobId: id, senderId: w.idOf('ada'), content: 'Hi' })
    names.unshift(job.name)
  }
  expect(await unreadOf('ada')).toEqual({ Deck: 1 })
  const list: Listed[] = await call('ada', 'GET', '/api/conversations')
  expect(list.map(({ jobName }) => jobName)).toEqual([...names.slice(0, 9), 'Deck'])
})
