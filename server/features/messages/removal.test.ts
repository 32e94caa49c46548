import { type MessageAudience, REMOVE_MINUTES } from '@plumbline/contract/messages.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { messages } from '../../schema/messages.ts'
import { type Name, type TestApp, testApp, testPeople } from '../../testing/testApp.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')
/** The time a number of seconds before now. */
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = NOW
  await w.db.delete(jobs)
  const job = { name: 'Deck', address: 'Elm St', clientId: w.idOf('cleo') }
  deck = (await w.call('ada', 'POST', '/api/jobs', job)).body.id
  await w.db.insert(jobSubcontractors).values([
    { jobId: deck, subcontractorId: w.idOf('sam') },
    { jobId: deck, subcontractorId: w.idOf('sue') },
  ])
  await w.db.delete(events)
})

async function written(sender: Name, audience: MessageAudience = 'all', seconds = 60) {
  const row = { jobId: deck, senderId: w.idOf(sender), content: 'canary', audience }
  const [message] = await w.db
    .insert(messages)
    .values({ ...row, createdAt: ago(seconds) })
    .returning()
  return message?.id ?? ''
}
const remove = (name: Name | 'nobody', id: string) => w.call(name, 'DELETE', `/api/messages/${id}`)
const stored = async (id: string) =>
  (await w.db.select().from(messages).where(eq(messages.id, id)))[0]
const thread = async (name: Name) => (await w.call(name, 'GET', `/api/jobs/${deck}/messages`)).body
const conversation = async (name: Name) => (await w.call(name, 'GET', '/api/conversations')).body[0]

describe('who may remove a message', () => {
  // Sam and Sue are subs on the job, Cleo is its client, Carl is not on it.
  test.each([
    ['sam', 'all', { ada: 204, sam: 204, sue: 403, cleo: 403, carl: 404 }],
    ['sam', 'crew', { ada: 204, sam: 204, sue: 403, cleo: 404, carl: 404 }],
    ['cleo', 'client', { ada: 204, sam: 404, sue: 404, cleo: 204, carl: 404 }],
    ['ada', 'all', { ada: 204, sam: 403, sue: 403, cleo: 403, carl: 404 }],
    ['ada', 'crew', { ada: 204, sam: 403, sue: 403, cleo: 404, carl: 404 }],
    ['ada', 'client', { ada: 204, sam: 404, sue: 404, cleo: 403, carl: 404 }],
  ] as const)('a message from %s to %s', async (sender, audience, expected) => {
    for (const name of Object.keys(testPeople) as Name[]) {
      const id = await written(sender, audience)
      const { status, text } = await remove(name, id)
      expect([name, status]).toEqual([name, expected[name]])
      if (status === 404) expect(text).toBe((await remove(name, newId())).text)
      expect((await stored(id))?.content).toBe(status === 204 ? '' : 'canary')
    }
  })

  test('a removal is a 401 without a session, and a 404 for an unknown message', async () => {
    expect((await remove('nobody', await written('ada'))).status).toBe(401)
    expect((await remove('ada', 'nonsense')).status).toBe(404)
    expect((await remove('ada', newId())).status).toBe(404)
  })

  test('a sub who was taken off the job cannot remove what they wrote there', async () => {
    const id = await written('sam')
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
    expect((await remove('sam', id)).status).toBe(404)
  })
})

describe('when a message may be removed', () => {
  test.each([
    ['sam', 'crew', 0, 204],
    ['sam', 'crew', REMOVE_MINUTES * 60, 204],
    ['sam', 'crew', REMOVE_MINUTES * 60 + 1, 409],
    ['cleo', 'client', REMOVE_MINUTES * 60, 204],
    ['cleo', 'client', REMOVE_MINUTES * 60 + 1, 409],
    ['ada', 'all', REMOVE_MINUTES * 60 + 1, 204],
    ['ada', 'all', 366 * 24 * 3600, 204],
  ] as const)('%s (%s) %i seconds after writing: %i', async (name, audience, seconds, status) => {
    const id = await written(name, audience, seconds)
    const answer = await remove(name, id)
    expect(answer.status).toBe(status)
    expect((await stored(id))?.content).toBe(status === 204 ? '' : 'canary')
    if (status === 409)
      expect(answer.body).toEqual({
        code: 'removeTooLate',
        message:
          'A message can be removed within 5 minutes of sending it; ask an admin to remove it',
      })
  })

  test('an admin removes what others wrote long ago', async () => {
    for (const sender of ['sam', 'cleo'] as const)
      expect((await remove('ada', await written(sender, 'all', 366 * 24 * 3600))).status).toBe(204)
  })

  test('a refused removal publishes nothing', async () => {
    expect((await remove('sam', await written('sam', 'crew', 301))).status).toBe(409)
    expect((await remove('sue', await written('sam', 'crew'))).status).toBe(403)
    expect(await w.db.select().from(events)).toEqual([])
  })
})

describe('after a removal', () => {
  test('an empty message remains for its readers, with the admin who removed it', async () => {
    const first = await written('sam', 'all', 120)
    const second = await written('cleo', 'client', 60)
    expect((await remove('ada', first)).status).toBe(204)
    expect((await remove('cleo', second)).status).toBe(204)
    const removed = { content: '', removedAt: NOW.toISOString() }
    expect(await thread('ada')).toMatchObject([
      { ...removed, id: first, senderName: 'Sam Stone', removedByName: 'Ada Adler' },
      { ...removed, id: second, senderName: 'Cleo Clark', removedByName: null },
    ])
    expect((await thread('sam')).map(({ id }: { id: string }) => id)).toEqual([first])
    expect((await thread('cleo')).map(({ id }: { id: string }) => id)).toEqual([first, second])
    expect(await stored(first)).toMatchObject({ content: '', removedById: w.idOf('ada') })
    expect(await stored(second)).toMatchObject({ content: '', removedById: w.idOf('cleo') })
    const last = (await conversation('sam')).lastMessage
    expect(last).toMatchObject({ ...removed, id: first, removedByName: 'Ada Adler' })
    for (const name of Object.keys(testPeople) as Name[])
      for (const url of ['/api/conversations', `/api/jobs/${deck}/messages?limit=9`])
        expect((await w.call(name, 'GET', url)).text).not.toContain('canary')
  })

  test('there is one event, without the text', async () => {
    const id = await written('sam')
    await remove('ada', id)
    const published = await w.db.select().from(events)
    expect(published).toMatchObject([
      { name: 'message.removed', subjectId: id, jobId: deck, actorId: w.idOf('ada') },
    ])
    expect(JSON.stringify(published)).not.toContain('canary')
  })

  test('a second removal is a 404', async () => {
    const id = await written('sam')
    expect((await remove('sam', id)).status).toBe(204)
    w.clock.now = new Date(NOW.getTime() + 1000)
    for (const name of ['sam', 'ada', 'sue'] as const) {
      const again = await remove(name, id)
      expect(again.status).toBe(404)
      expect(again.text).toBe((await remove(name, newId())).text)
    }
    expect(await stored(id)).toMatchObject({ removedAt: NOW, removedById: w.idOf('sam') })
  })

  test('of several concurrent removals, one succeeds', async () => {
    const id = await written('sam', 'crew')
    const names: Name[] = ['ada', 'sam', 'ada', 'sam', 'ada', 'sam']
    const answers = await Promise.all(names.map((name) => remove(name, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404])
    const winner = names[answers.findIndex(({ status }) => status === 204)]
    expect((await stored(id))?.removedById).toBe(winner && w.idOf(winner))
    expect(await w.db.select().from(events)).toHaveLength(1)
  })

  test('a job can be deleted while its messages are removed', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => written('sam')))
    const [deleted, ...removed] = await Promise.all([
      w.call('ada', 'DELETE', `/api/jobs/${deck}`),
      ...ids.map((id) => remove('ada', id)),
    ])
    expect(deleted?.status).toBe(204)
    for (const { status } of removed) expect([204, 404]).toContain(status)
    expect(await w.db.select().from(messages)).toEqual([])
  })
})
