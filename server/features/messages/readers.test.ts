import type { Conversation, MessageAudience } from '@plumbline/contract/messages.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { type Name, type TestApp, testApp, testPeople } from '../../testing/testApp.ts'

let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  deck = await newJob('cleo')
  await w.db.insert(jobSubcontractors).values([
    { jobId: deck, subcontractorId: w.idOf('sam') },
    { jobId: deck, subcontractorId: w.idOf('sue') },
  ])
})

async function newJob(client: Name | null): Promise<string> {
  const job = { name: 'Deck', address: 'Elm St', clientId: client && w.idOf(client) }
  return (await w.call('ada', 'POST', '/api/jobs', job)).body.id
}
const write = (name: Name, content: string, audience?: unknown, jobId = deck) =>
  w.call(name, 'POST', '/api/messages', { jobId, content, audience })
const readers = async (name: Name, jobId = deck) =>
  (await w.call(name, 'GET', `/api/jobs/${jobId}/message-readers`)).body
const conversation = async (name: Name): Promise<Conversation> =>
  (await w.call(name, 'GET', '/api/conversations')).body[0]

/** The readers of each audience. Carl is a client of the company, but not on this job. */
const readersOf = {
  all: ['ada', 'sam', 'sue', 'cleo'],
  crew: ['ada', 'sam', 'sue'],
  client: ['ada', 'cleo'],
} as const satisfies Record<MessageAudience, readonly Name[]>
const audiences = Object.keys(readersOf) as MessageAudience[]
const everyone = Object.keys(testPeople) as Name[]
const canaryOf = (audience: MessageAudience, n: number) => `canary ${audience} ${n}`

/** The pages of messages a person can read, and the text of all responses about messages. */
async function everythingFor(name: Name) {
  const answers = []
  for (const url of [`/api/jobs/${deck}/message-readers`, '/api/conversations'])
    answers.push(await w.call(name, 'GET', url))
  answers.push(await w.call(name, 'GET', `/api/jobs/${deck}/messages`))
  let url = `/api/jobs/${deck}/messages?limit=2`
  const pages = []
  while (url) {
    const page = await w.call(name, 'GET', url)
    pages.push(page)
    url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
  }
  const text = [...answers, ...pages].map((answer) => answer.text + JSON.stringify(answer.headers))
  return { pages, text: text.join('\n') }
}

describe('message audience x person', () => {
  test.each(audiences)(
    'a message for %s is in the responses of its readers, and of nobody else',
    async (audience) => {
      const canary = canaryOf(audience, 1)
      await write('ada', canary, audience)
      for (const name of everyone) {
        const isReader = (readersOf[audience] as readonly Name[]).includes(name)
        const { text } = await everythingFor(name)
        expect([name, text.includes(canary)]).toEqual([name, isReader])
        if (name === 'carl') continue
        const { lastMessage } = await conversation(name)
        expect([name, lastMessage?.content]).toEqual([name, isReader ? canary : undefined])
      }
    },
  )

  test('list, pages and total include only messages the person may read', async () => {
    const written: { audience: MessageAudience; content: string }[] = []
    for (let n = 0; n < 3; n += 1)
      for (const audience of audiences) {
        written.push({ audience, content: canaryOf(audience, n) })
        await write('ada', canaryOf(audience, n), audience)
      }
    for (const name of ['ada', 'sam', 'sue', 'cleo'] as const) {
      const theirs = written.filter(({ audience }) =>
        (readersOf[audience] as readonly Name[]).includes(name),
      )
      const contents = theirs.map(({ content }) => content)
      const list = await w.call(name, 'GET', `/api/jobs/${deck}/messages`)
      expect(list.body.map(({ content }: { content: string }) => content)).toEqual(contents)
      const { pages } = await everythingFor(name)
      expect(pages).toHaveLength(Math.ceil(contents.length / 2))
      for (const { headers } of pages)
        expect(headers['x-total-count']).toBe(String(contents.length))
      const paged = pages.toReversed().flatMap(({ body }) => body)
      expect(paged.map(({ content }) => content)).toEqual(contents)
      expect((await conversation(name)).lastMessage?.content).toBe(contents.at(-1))
    }
  })

  test('a cursor of an admin reveals no hidden messages to a client', async () => {
    for (let n = 0; n < 2; n += 1)
      for (const audience of audiences) await write('ada', canaryOf(audience, n), audience)
    const theirs = audiences.filter((audience) => audience !== 'crew')
    let url = `/api/jobs/${deck}/messages?limit=1`
    for (let remaining = 6; remaining > 0; remaining -= 1) {
      const { text, headers } = await w.call('cleo', 'GET', url)
      expect(text).not.toContain('canary crew')
      expect(headers['x-total-count']).toBe(String(2 * theirs.length))
      const { headers: office } = await w.call('ada', 'GET', url)
      url = /<(.*)>; rel="next"/.exec(String(office.link ?? ''))?.[1] ?? ''
      expect(url === '').toBe(remaining === 1)
    }
  })

  test('a message that a person may not read does not move the job up for them', async () => {
    const bath = await newJob('cleo')
    await w.db.insert(jobSubcontractors).values({ jobId: bath, subcontractorId: w.idOf('sam') })
    await write('ada', 'First', 'all', bath)
    await write('ada', 'For the crew', 'crew')
    const order = async (name: Name) =>
      (await w.call(name, 'GET', '/api/conversations')).body.map(
        ({ jobId }: { jobId: string }) => jobId,
      )
    expect(await order('sam')).toEqual([deck, bath])
    expect(await order('cleo')).toEqual([bath, deck])
  })

  test('reading marks only what the person could read', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))
    const from = { jobId: deck, senderId: w.idOf('ada'), content: 'Hi' }
    await w.db.insert(messages).values([
      { ...from, audience: 'all', createdAt: at(1) },
      { ...from, audience: 'crew', createdAt: at(2) },
    ])
    expect((await w.call('cleo', 'POST', `/api/jobs/${deck}/read`)).status).toBe(204)
    expect(await w.db.select().from(messageReads)).toMatchObject([{ readAt: at(1) }])
  })

  test('messages without chosen readers are for everyone', async () => {
    await w.db.insert(messages).values({ jobId: deck, senderId: w.idOf('sam'), content: 'Old' })
    for (const name of readersOf.all)
      expect((await conversation(name)).lastMessage).toMatchObject({
        content: 'Old',
        audience: 'all',
      })
  })
})

describe('choosing', () => {
  test.each([
    ['ada', 'all', { all: 201, crew: 201, client: 201 }],
    ['sam', 'crew', { all: 403, crew: 201, client: 403 }],
    ['cleo', 'client', { all: 403, crew: 403, client: 201 }],
  ] as const)('%s writes to %s by default', async (name, defaultAudience, allowed) => {
    expect((await write(name, 'Hi')).body.audience).toBe(defaultAudience)
    for (const audience of audiences) {
      const { status, body } = await write(name, 'Hi', audience)
      expect([audience, status]).toEqual([audience, allowed[audience]])
      if (status === 201) expect(body.audience).toBe(audience)
      else expect(body.message).toBe('Forbidden')
    }
    const written = Object.values(allowed).filter((status) => status === 201).length
    expect(await w.db.select().from(messages)).toHaveLength(written + 1)
  })

  test.each(['office', 'everyone', '', 'ALL', 5, null, ['crew']])(
    'refuses the readers %j',
    async (audience) => {
      expect(await write('ada', 'Hi', audience)).toMatchObject({
        status: 400,
        body: { fields: { audience: 'Choose who reads it' } },
      })
    },
  )

  test('a job that a person may not see is answered like one that does not exist', async () => {
    for (const audience of [undefined, 'client', 'all']) {
      const hidden = await write('carl', 'Hi', audience)
      const unknown = await write('carl', 'Hi', audience, newId())
      expect(hidden.status).toBe(audience === 'all' ? 403 : 400)
      expect(hidden.text).toBe(unknown.text)
    }
  })

  test('the readers of a message cannot be changed', async () => {
    const { body } = await write('ada', 'For the crew', 'crew')
    for (const method of ['PUT', 'PATCH'] as const)
      expect(
        (await w.call('ada', method, `/api/messages/${body.id}`, { audience: 'all' })).status,
      ).toBe(404)
    expect((await conversation('cleo')).lastMessage).toBeNull()
  })
})

describe('readers', () => {
  test('an admin has three choices; a sub writes to the crew, a client to the office', async () => {
    expect(await readers('ada')).toEqual({
      chosen: 'all',
      choices: [
        { audience: 'all', names: ['Cleo Clark', 'Sam Stone', 'Sue Summers'] },
        { audience: 'crew', names: ['Sam Stone', 'Sue Summers'] },
        { audience: 'client', names: ['Cleo Clark'] },
      ],
    })
    expect(await readers('sam')).toEqual({
      chosen: 'crew',
      choices: [{ audience: 'crew', names: ['Sue Summers'] }],
    })
    expect(await readers('cleo')).toEqual({
      chosen: 'client',
      choices: [{ audience: 'client', names: [] }],
    })
  })

  test('a job without client and subs has the same choices, without names', async () => {
    const empty = await newJob(null)
    const names: string[] = []
    expect((await readers('ada', empty)).choices).toEqual(
      audiences.map((audience) => ({ audience, names })),
    )
  })

  test('people who have left are not named', async () => {
    const removed = [w.idOf('sue'), w.idOf('cleo')]
    for (const id of removed)
      await w.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id))
    const { choices } = await readers('ada')
    for (const id of removed)
      await w.db.update(users).set({ deletedAt: null }).where(eq(users.id, id))
    expect(choices).toEqual([
      { audience: 'all', names: ['Sam Stone'] },
      { audience: 'crew', names: ['Sam Stone'] },
      { audience: 'client', names: [] },
    ])
  })

  test("the default is the choice of the person's last message on the job", async () => {
    const other = await newJob('cleo')
    await write('ada', 'To the crew', 'crew')
    await write('cleo', 'To the office')
    expect((await readers('ada')).chosen).toBe('crew')
    expect((await readers('ada', other)).chosen).toBe('all')
    const { body } = await write('ada', 'To Cleo', 'client')
    expect((await readers('ada')).chosen).toBe('client')
    await w.call('ada', 'DELETE', `/api/messages/${body.id}`)
    expect((await readers('ada')).chosen).toBe('client')
  })

  test('a sub who once wrote to everyone writes to the crew by default', async () => {
    const old = { jobId: deck, content: 'Old' }
    await w.db.insert(messages).values([
      { ...old, senderId: w.idOf('sam') },
      { ...old, senderId: w.idOf('cleo') },
    ])
    expect((await readers('sam')).chosen).toBe('crew')
    expect((await readers('cleo')).chosen).toBe('client')
  })

  test('a job that a person is not on is answered like one that does not exist', async () => {
    const other = await newJob('carl')
    for (const name of ['sam', 'cleo'] as const) {
      const hidden = await w.call(name, 'GET', `/api/jobs/${other}/message-readers`)
      const unknown = await w.call(name, 'GET', `/api/jobs/${newId()}/message-readers`)
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
    }
    expect((await w.call('nobody', 'GET', `/api/jobs/${deck}/message-readers`)).status).toBe(401)
  })
})
