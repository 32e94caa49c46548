import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type Name, type TestApp, testApp, testPeople } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck, bath } = await twoJobs(w))
})

const everyone = Object.keys(testPeople) as Name[]
async function newJob(name: string, client: Name): Promise<string> {
  const job = { name, address: 'Elm St', clientId: w.idOf(client) }
  return (await w.call('ada', 'POST', '/api/jobs', job)).body.id
}
const write = (name: Name, jobId: string, content: unknown, headers = {}) =>
  w.call(name, 'POST', '/api/messages', { jobId, content }, headers)
const read = (name: Name, jobId: string, query = '') =>
  w.call(name, 'GET', `/api/jobs/${jobId}/messages${query}`)
const contents = async (name: Name, jobId: string, query = '') =>
  (await read(name, jobId, query)).body.map(({ content }: { content: string }) => content)
const conversations = async (name: Name) => (await w.call(name, 'GET', '/api/conversations')).body
const markRead = (name: Name, jobId: string) => w.call(name, 'POST', `/api/jobs/${jobId}/read`)

describe('finding messages by their words', () => {
  const found = async (name: Name, search: string, more = '') =>
    (await w.call(name, 'GET', `/api/messages?search=${search}${more}`)).body.map(
      ({ content, jobName }: { content: string; jobName: string }) => [content, jobName],
    )

  test('finds those for the person, newest first', async () => {
    await write('ada', deck, 'The tile arrives Tuesday')
    await write('ada', bath, 'Tuesday: TILE samples')
    await write('sam', deck, 'No tile on Tuesday yet')
    await write('ada', deck, 'Closed on Friday')
    const [samples, arrives] = [
      ['Tuesday: TILE samples', 'Bath'],
      ['The tile arrives Tuesday', 'Deck'],
    ]
    const bySam = ['No tile on Tuesday yet', 'Deck']
    expect(await found('ada', 'tile+tues')).toEqual([bySam, samples, arrives])
    expect(await found('ada', 'tile', '&limit=1')).toEqual([bySam])
    expect(await found('sam', 'tile')).toEqual([bySam, arrives])
    // A message of a sub is for the office and the subs.
    expect(await found('cleo', 'tile')).toEqual([arrives])
    expect(await found('carl', 'tile')).toEqual([samples])
    expect(await found('ada', 'nowhere')).toEqual([])
  })

  test('finds no message that was removed', async () => {
    const { body } = await write('ada', deck, 'Secret')
    await w.call('ada', 'DELETE', `/api/messages/${body.id}`)
    expect(await found('ada', 'secret')).toEqual([])
    // Nor without words, as the screen of a customer asks.
    expect(await found('ada', '')).toEqual([])
  })
})

describe('writing on several jobs', () => {
  const writeOn = (name: Name, jobIds: readonly string[], more = {}) =>
    w.call(name, 'POST', '/api/messages/several', {
      ...{ jobIds, content: 'Closed on Friday.', audience: 'all', ...more },
    })

  test('adds one message and event per job, even if a job is named twice', async () => {
    const answer = await writeOn('ada', [deck, bath, deck])
    expect(answer).toMatchObject({ status: 201, body: { written: 2 } })
    for (const jobId of [deck, bath]) {
      const [message, ...others] = (await read('ada', jobId)).body
      expect(message).toMatchObject({ content: 'Closed on Friday.', senderName: 'Ada Adler' })
      expect(others).toEqual([])
    }
    const published = await w.db.select().from(events)
    expect(published.map(({ name, jobId }) => [name, jobId])).toEqual(
      expect.arrayContaining([
        ['message.created', deck],
        ['message.created', bath],
      ]),
    )
    expect(published).toHaveLength(2)
  })

  test('is visible only to its readers', async () => {
    await writeOn('ada', [deck], { audience: 'crew', content: 'Gate code 12' })
    expect(await contents('sam', deck)).toEqual(['Gate code 12'])
    expect(await contents('cleo', deck)).toEqual([])
  })

  test('is for admins', async () => {
    for (const name of ['sam', 'cleo'] as const)
      expect((await writeOn(name, [deck])).status).toBe(403)
    expect(await w.db.select().from(messages)).toEqual([])
  })

  test.each([
    [{ jobIds: [] }, { jobIds: 'Choose the jobs' }],
    [{ jobIds: Array.from({ length: 101 }, newId) }, { jobIds: 'At most 100 jobs at once' }],
    [{ content: ' ' }, { content: 'Write a message' }],
    [{ audience: 'office' }, { audience: 'Choose who reads it' }],
  ])('refuses %j', async (more, fields) => {
    expect(await writeOn('ada', [deck], more)).toMatchObject({ status: 400, body: { fields } })
    expect(await w.db.select().from(messages)).toEqual([])
  })

  test('writes on no job if one was deleted', async () => {
    expect(await writeOn('ada', [deck, newId()])).toMatchObject({
      status: 400,
      body: { fields: { jobIds: 'Some of these jobs were deleted. Choose them again' } },
    })
    expect(await w.db.select().from(messages)).toEqual([])
  })
})

describe('writing', () => {
  test('returns the message with its sender, and publishes one event', async () => {
    const { status, body } = await write('sam', deck, '  Footings are in.\nTomorrow the posts.  ')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      jobId: deck,
      senderId: w.idOf('sam'),
      senderName: 'Sam Stone',
      senderRole: 'subcontractor',
      content: 'Footings are in.\nTomorrow the posts.',
      audience: 'crew',
      createdAt: expect.any(String),
      removedAt: null,
      removedByName: null,
    })
    expect((await read('ada', deck)).body).toEqual([body])
    expect(await w.db.select().from(events)).toMatchObject([
      { name: 'message.created', subjectId: body.id, jobId: deck, actorId: w.idOf('sam') },
    ])
  })

  test.each([
    ['', 'Write a message'],
    [' \n\t ', 'Write a message'],
    [undefined, 'Write a message'],
    [null, 'Write a message'],
    [5, 'Must be text'],
    ['x'.repeat(5001), 'At most 5000 characters'],
    ['a\0b', 'Contains characters that cannot be stored'],
    ['\ud800', 'Contains characters that cannot be stored'],
  ])('refuses %j', async (content, problem) => {
    expect(await write('ada', deck, content)).toMatchObject({
      status: 400,
      body: { fields: { content: problem } },
    })
    expect(await w.db.select().from(messages)).toEqual([])
  })

  test('stores 5000 characters of any kind unchanged', async () => {
    for (const content of [
      'x'.repeat(5000),
      '<b>Hi</b> & "bye"',
      '木漏れ日 👷🏽‍♀️',
      "'; drop table messages; --",
    ]) {
      expect((await write('ada', deck, content)).body.content).toBe(content)
    }
  })

  test('ignores a given sender, date and id', async () => {
    const body = {
      jobId: deck,
      content: 'Hi',
      senderId: w.idOf('ada'),
      createdAt: '2020-01-01T00:00:00Z',
      id: newId(),
    }
    const answer = await w.call('sam', 'POST', '/api/messages', body)
    expect(answer.body).toMatchObject({ senderId: w.idOf('sam') })
    expect(answer.body.createdAt).not.toMatch(/^2020/)
    expect(answer.body.id).not.toBe(body.id)
  })

  test('writes once for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': newId() }
    const first = await write('sam', deck, 'Hi', key)
    expect((await write('sam', deck, 'Hi', key)).body).toEqual(first.body)
    expect(await contents('ada', deck)).toEqual(['Hi'])
  })
})

test('a message to a job that is being deleted is written first, or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const porch = await newJob('Porch', 'cleo')
    const [written, deleted] = await Promise.all([
      write('ada', porch, 'The posts are in.'),
      w.call('ada', 'DELETE', `/api/jobs/${porch}`),
    ])
    expect([201, 400]).toContain(written.status)
    expect(deleted.status).toBe(204)
  }
  expect(await w.db.select().from(messages)).toEqual([])
})

describe('who may read and write', () => {
  test('an admin on all jobs, subs and clients on their own may read, write and mark', async () => {
    await write('ada', deck, 'Deck')
    await write('ada', bath, 'Bath')
    const sees = { ada: [deck, bath], sam: [deck], sue: [bath], cleo: [deck], carl: [bath] }
    for (const name of everyone) {
      const nowhere = await read(name, newId())
      const unknown = await write(name, newId(), 'Hi')
      expect(unknown).toMatchObject({
        status: 400,
        body: { fields: { jobId: 'This does not exist' } },
      })
      for (const jobId of [deck, bath]) {
        const seen = sees[name].includes(jobId)
        const list = await read(name, jobId)
        expect(list.status).toBe(seen ? 200 : 404)
        if (!seen) expect(list.text).toBe(nowhere.text)
        expect((await markRead(name, jobId)).status).toBe(seen ? 204 : 404)
        const written = await write(name, jobId, `From ${name}`)
        expect(written.status).toBe(seen ? 201 : 400)
        if (!seen) expect(written.text).toBe(unknown.text)
      }
      const listed = (await conversations(name)).map(({ jobId }: { jobId: string }) => jobId)
      expect(new Set(listed)).toEqual(new Set(sees[name]))
    }
    expect((await w.call('nobody', 'GET', `/api/jobs/${deck}/messages`)).status).toBe(401)
    expect(
      (await w.call('nobody', 'POST', '/api/messages', { jobId: deck, content: 'a' })).status,
    ).toBe(401)
  })

  test('a sub who was taken off the job no longer has access', async () => {
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
    expect((await read('sam', deck)).status).toBe(404)
    expect((await write('sam', deck, 'Hi')).status).toBe(400)
    expect(await conversations('sam')).toEqual([])
  })

  test('a message keeps the name of a sender who has left', async () => {
    await write('sam', deck, 'Hi')
    await w.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.id, w.idOf('sam')))
    expect((await read('ada', deck)).body[0].senderName).toBe('Sam Stone')
    expect((await conversations('ada'))[0].lastMessage.senderName).toBe('Sam Stone')
    await w.db.update(users).set({ deletedAt: null })
  })
})

describe('reading', () => {
  test('lists oldest first; with a limit, pages go back from the newest', async () => {
    const written = Array.from({ length: 7 }, (_, n) => `Message ${n}`)
    for (const content of written) await write('ada', deck, content)
    expect(await contents('sam', deck)).toEqual(written)
    let url = `/api/jobs/${deck}/messages?limit=3`
    const pages: string[][] = []
    while (url && pages.length < 9) {
      const page = await w.call('sam', 'GET', url)
      expect(page.headers['x-total-count']).toBe('7')
      pages.push(page.body.map(({ content }: { content: string }) => content))
      url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    expect(pages).toEqual([written.slice(4), written.slice(1, 4), written.slice(0, 1)])
  })

  test('messages of the same time are listed once each', async () => {
    const createdAt = new Date()
    const rows = Array.from({ length: 5 }, (_, n) => ({
      jobId: deck,
      senderId: w.idOf('ada'),
      content: `${n}`,
      createdAt,
    }))
    await w.db.insert(messages).values(rows)
    const first = await read('sam', deck, '?limit=3')
    const before = /before=([^&>]*)/.exec(String(first.headers.link))?.[1]
    const second = await contents('sam', deck, `?limit=3&before=${before}`)
    expect([...second, ...first.body.map(({ content }: { content: string }) => content)]).toEqual(
      rows.map(({ content }) => content),
    )
  })

  test.each(['limit=0', 'limit=201', 'before=x&limit=2', 'before=2020-01-01T00:00:00.000Z_x'])(
    'refuses ?%s',
    async (query) => {
      expect((await read('ada', deck, `?${query}`)).status).toBe(400)
    },
  )
})

describe('conversations', () => {
  test('lists ten jobs: those with the newest messages, then the newest jobs', async () => {
    const more: string[] = []
    for (let n = 0; n < 10; n++) more.push(await newJob(`Job ${n}`, 'carl'))
    await write('ada', bath, 'One')
    await write('ada', deck, 'Two')
    await write('ada', more[0] ?? '', 'Three')
    await write('ada', bath, 'Four')
    const list = await conversations('ada')
    expect(list.map(({ jobName }: { jobName: string }) => jobName)).toEqual([
      'Bath',
      'Job 0',
      'Deck',
      ...[9, 8, 7, 6, 5, 4, 3].map((n) => `Job ${n}`),
    ])
    expect(list[0]).toEqual({
      jobId: bath,
      jobName: 'Bath',
      lastMessage: {
        ...list[0].lastMessage,
        jobId: bath,
        content: 'Four',
        senderName: 'Ada Adler',
      },
      unread: 0,
    })
    expect(list[9]).toEqual({ jobId: more[3], jobName: 'Job 3', lastMessage: null, unread: 0 })
  })

  test('with a limit, pages list all jobs, which are found by job, customer and phone', async () => {
    for (let n = 0; n < 11; n++) await newJob(`Job ${n}`, 'cleo')
    await w.db
      .update(jobs)
      .set({ customerName: 'Roberta Finch', customerPhone: '(630) 555-0151' })
      .where(eq(jobs.name, 'Job 3'))
    const [{ id: third }] = (await w.call('ada', 'GET', '/api/jobs?search=job%203')).body
    await write('ada', third, 'One')
    const listed: string[] = []
    let url = '/api/conversations?limit=5'
    for (let pages = 0; url && pages < 9; pages++) {
      const page = await w.call('ada', 'GET', url)
      listed.push(...page.body.map(({ jobName }: { jobName: string }) => jobName))
      url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    const all = (await w.call('ada', 'GET', '/api/jobs')).body
    expect(listed).toEqual(all.map(({ name }: { name: string }) => name))
    expect(listed.length).toBeGreaterThan(10)
    for (const search of ['job%203', 'FINCH', '555-0151']) {
      for (const name of ['ada', 'cleo'] as const)
        expect(
          (await w.call(name, 'GET', `/api/conversations?limit=5&search=${search}`)).body,
        ).toMatchObject([{ jobId: third, lastMessage: { content: 'One' } }])
      expect(
        (await w.call('sue', 'GET', `/api/conversations?limit=5&search=${search}`)).body,
      ).toEqual([])
    }
    const nowhere = await w.call('ada', 'GET', '/api/conversations?limit=5&search=nowhere')
    expect(nowhere.body).toEqual([])
  })

  /**
   * The expected order: the person's jobs by their last message, newest first, then the newest
   * jobs.
   */
  async function expected(name: Name): Promise<string[]> {
    const seen: { id: string }[] = (await w.call(name, 'GET', '/api/jobs')).body
    const all = await Promise.all(
      seen.map(async ({ id }) => {
        const last = (await read(name, id, '?limit=1')).body[0]
        return { id, at: last?.createdAt ?? '' }
      }),
    )
    return all
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, 10)
      .map(({ id }) => id)
  }
  const listed = async (name: Name) =>
    (await conversations(name)).map(({ jobId }: { jobId: string }) => jobId)

  test.each([
    ['one message on one job', 1, 'all'],
    ['5,000 messages on one job', 5000, 'all'],
    ['5,000 messages on one job for the crew', 5000, 'crew'],
    ['5,000 messages on one job for the client', 5000, 'client'],
  ] as const)('have the right order after %s', async (_what, messageCount, audience) => {
    const more: string[] = []
    for (let n = 0; n < 11; n++) more.push(await newJob(`Job ${n}`, 'cleo'))
    await w.db
      .insert(jobSubcontractors)
      .values(more.slice(0, 6).map((jobId) => ({ jobId, subcontractorId: w.idOf('sam') })))
    const days = (count: number) => new Date(Date.UTC(2025, 0, 1 + count))
    for (const oneOf of [0, 4, 8])
      await w.db.insert(messages).values({
        ...{ jobId: more[oneOf] ?? '', senderId: w.idOf('ada'), content: 'Long ago' },
        createdAt: days(oneOf),
      })
    await w.db.execute(sql`
      insert into ${messages} (id, job_id, sender_id, content, audience, created_at)
      select gen_random_uuid(), ${bath}, ${w.idOf('ada')}, 'Again', ${audience}, now() - n * interval '1 minute'
      from generate_series(1, ${messageCount}::int) n`)
    for (const name of everyone) expect(await listed(name), name).toEqual(await expected(name))
    // Now the newest messages belong to as many jobs as are listed.
    for (const jobId of more) await write('ada', jobId, 'Now')
    for (const name of everyone) expect(await listed(name), name).toEqual(await expected(name))
  })

  test('the newest messages are read from the index, however many there are', async () => {
    await w.db.execute(sql`
      insert into ${messages} (id, job_id, sender_id, content, created_at)
      select gen_random_uuid(), ${bath}, ${w.idOf('ada')}, repeat('Again', 20), now() - n * interval '1 minute'
      from generate_series(1, 20000) n`)
    await w.db.execute(sql`analyze ${messages}`)
    const statements = await statementsOf(() => conversations('ada'))
    const statement = statements.find((text) => text.includes('"recent"')) ?? ''
    const { rows } = await w.db.execute(sql.raw(`explain (generic_plan) ${statement}`))
    expect(JSON.stringify(rows)).toContain('messages_created_idx')
  })

  test('marking an empty conversation and marking concurrently both work', async () => {
    expect((await markRead('sam', deck)).status).toBe(204)
    await write('ada', deck, 'One')
    const marks = await Promise.all(Array.from({ length: 10 }, () => markRead('sam', deck)))
    expect(marks.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await w.db.$count(messageReads)).toBe(1)
  })

  test('marking tells the other devices of the person, where there is something new', async () => {
    // Without an event, so that there is no notification either.
    await w.db.insert(messages).values({ jobId: deck, senderId: w.idOf('ada'), content: 'One' })
    await w.db.delete(events)
    await markRead('sam', deck)
    await markRead('sam', deck)
    expect(await w.db.select().from(events)).toMatchObject([
      { name: 'notification.changed', subjectId: w.idOf('sam') },
    ])
  })

  test('are deleted with their job', async () => {
    await write('ada', deck, 'One')
    await markRead('sam', deck)
    expect((await w.call('ada', 'DELETE', `/api/jobs/${deck}`)).status).toBe(204)
    expect(await w.db.select().from(messages)).toEqual([])
    expect(await conversations('sam')).toEqual([])
  })
})
