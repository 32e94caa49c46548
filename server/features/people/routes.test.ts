import { tagOf } from '@plumbline/contract/route.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '../../schema/auth.ts'
import { pendingBids } from '../../schema/bids.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { customers } from '../../schema/customers.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let garage = ''
beforeAll(async () => {
  w = await testApp()
  const { body } = await w.call('ada', 'POST', '/api/jobs', {
    name: 'Garage',
    address: '1 Elm',
    clientId: w.idOf('cleo'),
  })
  garage = body.id
  await w.call('ada', 'POST', `/api/jobs/${garage}/subcontractors`, {
    subcontractorId: w.idOf('sam'),
  })
})
afterAll(() => w.close())

const names = (body: { firstName: string }[]) => body.map((person) => person.firstName)
const row = async (id: string) => (await w.db.select().from(users).where(eq(users.id, id)))[0]

describe('GET /api/users', () => {
  test('gives an admin every card, by last name', async () => {
    const { status, body } = await w.call('ada', 'GET', '/api/users')
    expect(status).toBe(200)
    expect(names(body)).toEqual(['Ada', 'Cleo', 'Carl', 'Sam', 'Sue'])
    expect(Object.keys(body[0]).sort()).toEqual(
      [
        'id',
        'email',
        'firstName',
        'lastName',
        'role',
        'specialty',
        'updatedAt',
        'hasJoined',
        'customerAddress',
        'phone',
        'secondPhone',
        'company',
        'address',
        'officeNotes',
        'profileImageUrl',
        'isInvited',
        'inviteExpiry',
        'createdAt',
      ].sort(),
    )
  })

  test.each([
    ['sam', ['Ada', 'Cleo', 'Sam']],
    ['cleo', ['Ada', 'Cleo', 'Sam']],
    ['sue', ['Ada', 'Sue']],
    ['carl', ['Ada', 'Carl']],
  ] as [Name, string[]][])(
    'gives %s the names of the admins and of those they share a job with',
    async (name, seen) => {
      const { body } = await w.call(name, 'GET', '/api/users')
      expect(names(body)).toEqual(seen)
      for (const person of body)
        expect(Object.keys(person).sort()).toEqual(['firstName', 'id', 'lastName', 'role'])
    },
  )

  test('searches name, trade and address for an admin, only names for others, and takes % and _ literally', async () => {
    const found = async (name: Name, search: string) =>
      names((await w.call(name, 'GET', `/api/users?search=${encodeURIComponent(search)}`)).body)
    expect(await found('ada', 'sam stone')).toEqual(['Sam'])
    expect(await found('ada', 'DRYWALL')).toEqual(['Sam', 'Sue'])
    expect(await found('ada', 'carl@')).toEqual(['Carl'])
    expect(await found('sam', 'cleo')).toEqual(['Cleo'])
    expect(await found('sam', 'example.com')).toEqual([])
    expect(await found('ada', '%')).toEqual([])
    expect(await found('ada', '_')).toEqual([])
  })

  test('pages through the names with the same filter', async () => {
    const seen: string[] = []
    let url: string | undefined = '/api/users?limit=2&invited=false'
    while (url) {
      const { body, headers } = await w.call('ada', 'GET', url)
      expect(headers['x-total-count']).toBe('5')
      seen.push(...names(body))
      url = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(['Ada', 'Cleo', 'Carl', 'Sam', 'Sue'])
    const page = await w.call('sam', 'GET', '/api/users?limit=2')
    expect(names(page.body)).toEqual(['Ada', 'Cleo'])
    expect(page.headers['x-total-count']).toBe('3')
    const bad = await w.call('ada', 'GET', '/api/users?after=x')
    expect(bad.body).toMatchObject({ code: 'invalid', fields: { after: 'Not a valid cursor' } })
  })

  test('gives the address of the customer a client belongs to', async () => {
    const created = await w.call('ada', 'POST', '/api/users', {
      ...{ firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.com' },
    })
    const customerId = (await row(created.body.id))?.customerId ?? ''
    const address = '418 Alder Ct, Elgin, IL 60123'
    await w.db.update(customers).set({ address }).where(eq(customers.id, customerId))
    const { body } = await w.call('ada', 'GET', '/api/users?search=maya')
    expect(body).toMatchObject([{ firstName: 'Maya', address: null, customerAddress: address }])
    await w.call('ada', 'DELETE', `/api/users/${created.body.id}`)
  })

  test('filters by role and by invitation', async () => {
    const { id } = await invitePerson(w)
    expect(
      (await w.call('ada', 'GET', '/api/users?invited=true')).body.map((p: { id: string }) => p.id),
    ).toContain(id)
    expect(names((await w.call('ada', 'GET', '/api/users?role=subcontractor')).body)).toEqual([
      'Sam',
      'Sue',
    ])
    expect((await w.call('ada', 'GET', '/api/users?invited=maybe')).status).toBe(400)
    await w.call('ada', 'DELETE', `/api/users/${id}`)
  })
})

describe('sorting', () => {
  const pages = async (name: Name, sort: string) => {
    const seen: string[] = []
    let path: string | undefined = `/api/users?limit=2&sort=${sort}`
    while (path) {
      const { body, headers } = await w.call(name, 'GET', path)
      seen.push(...names(body))
      path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    return seen
  }

  test('works in both directions, with everybody once across pages', async () => {
    const { id } = await invitePerson(w)
    const { firstName = '' } = (await row(id)) ?? {}
    const made = await w.db
      .select({ firstName: users.firstName })
      .from(users)
      .where(sql`${users.deletedAt} is null`)
      .orderBy(users.createdAt, users.id)
    const oldest = names(made)
    for (const sort of ['name', 'role', 'specialty', 'status', 'created']) {
      const up = await pages('ada', sort)
      expect([sort, up.toSorted()]).toEqual([sort, oldest.toSorted()])
      expect([sort, await pages('ada', `-${sort}`)]).toEqual([sort, up.toReversed()])
    }
    expect((await pages('ada', 'role')).at(0)).toBe('Ada')
    expect((await pages('ada', 'specialty')).slice(0, 2).toSorted()).toEqual(['Sam', 'Sue'])
    // The other people were never invited and have no password.
    expect((await pages('ada', 'status')).at(-1)).toBe(firstName)
    expect(await pages('ada', 'created')).toEqual(oldest)
    for (const bad of ['sort=email', 'sort=role&limit=2&after=x'])
      expect((await w.call('ada', 'GET', `/api/users?${bad}`)).status).toBe(400)
    await w.call('ada', 'DELETE', `/api/users/${id}`)
  })

  test('is by name for everybody but admins, to hide who was invited', async () => {
    for (const sort of ['-name', 'status'])
      expect(await pages('sam', sort)).toEqual(['Ada', 'Cleo', 'Sam'])
  })

  test('is ignored by totals, which count by role the people one may see', async () => {
    const totals = async (name: Name, query = '') =>
      (await w.call(name, 'GET', `/api/user-totals${query}`)).body
    expect(await totals('ada')).toEqual({
      count: 5,
      roles: { admin: 1, subcontractor: 2, client: 2 },
    })
    expect(await totals('ada', '?role=client&search=cleo&sort=status')).toEqual({
      count: 1,
      roles: { admin: 0, subcontractor: 0, client: 1 },
    })
    expect((await totals('ada', '?invited=true')).count).toBe(0)
    expect(await totals('sam', '?invited=true')).toEqual({
      count: 3,
      roles: { admin: 1, subcontractor: 1, client: 1 },
    })
  })
})

test('an admin can list the people of open jobs', async () => {
  const onOpenJob = async () =>
    names((await w.call('ada', 'GET', '/api/users?onOpenJob=true')).body)
  expect(await onOpenJob()).toEqual(['Cleo', 'Sam'])
  const setStatus = async (status: string) =>
    w.call('ada', 'PUT', `/api/jobs/${garage}`, { status, endDate: '2026-11-20' })
  await setStatus('completed')
  expect(await onOpenJob()).toEqual([])
  await setStatus('not_started')
})

test('the filters by invite have no effect for everybody but admins', async () => {
  for (const filter of ['invited=true', 'invited=false', 'status=joined', 'status=canInvite']) {
    const { body, headers } = await w.call('sam', 'GET', `/api/users?limit=10&${filter}`)
    expect([names(body), headers['x-total-count']]).toEqual([['Ada', 'Cleo', 'Sam'], '3'])
  }
})

describe('GET /api/users/:id', () => {
  test('is for admins and the person themselves; a 404 for others', async () => {
    const statusOf = async (name: Name, other: Name) =>
      (await w.call(name, 'GET', `/api/users/${w.idOf(other)}`)).status
    expect(await statusOf('ada', 'sam')).toBe(200)
    expect(await statusOf('sam', 'sam')).toBe(200)
    expect(await statusOf('sam', 'cleo')).toBe(404)
    expect(await statusOf('sam', 'carl')).toBe(404)
    expect(await statusOf('cleo', 'ada')).toBe(404)
  })
})

describe('POST /api/users', () => {
  const sub = {
    firstName: 'Dirk',
    lastName: 'Directory',
    email: 'dirk@example.com',
    role: 'subcontractor',
  }

  test('adds a person who can be assigned at once and has not been invited', async () => {
    const { status, body } = await w.call('ada', 'POST', '/api/users', {
      ...sub,
      specialty: 'Roofing',
      phone: '',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...sub,
      specialty: 'Roofing',
      phone: null,
      isInvited: false,
      inviteExpiry: null,
    })
    const put = await w.call('ada', 'POST', `/api/jobs/${garage}/subcontractors`, {
      subcontractorId: body.id,
    })
    expect(put.status).toBe(201)
    const again = await w.call('ada', 'POST', '/api/users', {
      ...sub,
      email: 'DIRK@example.com',
      specialty: 'Roofing',
    })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      code: 'emailTaken',
      message: expect.stringContaining('already exists'),
    })
    await w.call('ada', 'DELETE', `/api/users/${body.id}`)
  })

  test('of twenty concurrent people with the same email address, one is added', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        w.call('ada', 'POST', '/api/users', {
          ...sub,
          specialty: 'Roofing',
          email: n % 2 ? 'twin@example.com' : 'TWIN@example.com',
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body } = answers.find(({ status }) => status === 201) ?? {}
    await w.call('ada', 'DELETE', `/api/users/${body.id}`)
  })

  test('is a client by default; a sub needs a trade', async () => {
    const { body } = await w.call('ada', 'POST', '/api/users', {
      ...sub,
      email: 'kai@example.com',
      role: undefined,
    })
    expect(body.role).toBe('client')
    await w.call('ada', 'DELETE', `/api/users/${body.id}`)
    const bare = await w.call('ada', 'POST', '/api/users', sub)
    expect(bare.body).toMatchObject({
      code: 'invalid',
      fields: { specialty: 'Specialty is required' },
    })
  })

  test.each([
    [{ firstName: ' ' }, { firstName: 'First name is required' }],
    [{ email: 'nowhere' }, { email: 'Enter a valid email address' }],
    [{ role: 'owner' }, { role: 'Choose a role' }],
    [{ lastName: 'x\0y' }, { lastName: 'Contains characters that cannot be stored' }],
    [{ phone: 5 }, { phone: 'Must be text' }],
  ])('refuses %j', async (change, fields) => {
    const { status, body } = await w.call('ada', 'POST', '/api/users', {
      ...sub,
      specialty: 'x',
      ...change,
    })
    expect(status).toBe(400)
    expect(body.fields).toEqual(fields)
  })

  test('ignores fields that cannot be set', async () => {
    const id = '00000000-0000-7000-8000-000000000009'
    const { body } = await w.call('ada', 'POST', '/api/users', {
      firstName: 'Eve',
      lastName: 'E',
      email: 'eve@example.com',
      id,
      createdAt: '2000-01-01T00:00:00.000Z',
      isInvited: true,
      inviteToken: 'x',
      deletedAt: '2000-01-01T00:00:00.000Z',
    })
    expect(body.id).not.toBe(id)
    expect(await row(body.id)).toMatchObject({
      isInvited: false,
      inviteToken: null,
      deletedAt: null,
    })
    await w.call('ada', 'DELETE', `/api/users/${body.id}`)
  })
})

describe('PUT /api/users/:id', () => {
  test('lets a person change their own trade and phone, and nobody else’s', async () => {
    const own = `/api/users/${w.idOf('sue')}`
    const { status, body } = await w.call('sue', 'PUT', own, {
      phone: '555 0100',
      specialty: 'Tile',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'Sue', phone: '555 0100', specialty: 'Tile' })
    expect((await w.call('sam', 'PUT', own, { phone: '1' })).status).toBe(404)
    expect((await w.call('ada', 'PUT', own, { firstName: '' })).body.fields).toEqual({
      firstName: 'First name is required',
    })
  })

  test('leaves role and address to admins; sending them unchanged is allowed', async () => {
    const own = `/api/users/${w.idOf('sue')}`
    expect((await w.call('sue', 'PUT', own, { role: 'admin' })).status).toBe(403)
    expect((await w.call('sue', 'PUT', own, { email: 'new@example.com' })).status).toBe(403)
    expect(
      (await w.call('sue', 'PUT', own, { role: 'subcontractor', email: 'sue@example.com' })).status,
    ).toBe(200)
    // For another person, since a new address ends all sessions, and Sue's is still needed.
    const { id } = await addJoinedPerson(w, 'subcontractor')
    const card = `/api/users/${id}`
    const changed = await w.call('ada', 'PUT', card, { email: 'kim.summers@example.com' })
    expect(changed.body.email).toBe('kim.summers@example.com')
    const taken = await w.call('ada', 'PUT', card, { email: 'Sam@Example.com' })
    expect(taken.body).toMatchObject({ code: 'emailTaken' })
    expect((await w.call('ada', 'PUT', card, { email: 'KIM@example.com' })).status).toBe(200)
    await w.call('ada', 'DELETE', card)
  })

  test('has its version as ETag, and a change returns what is read afterwards', async () => {
    const own = `/api/users/${w.idOf('sue')}`
    const { headers, body } = await w.call('sue', 'GET', own)
    expect(headers.etag).toBe(tagOf(body))
    const changed = await w.call('sue', 'PUT', own, { phone: '2' }, { 'if-match': tagOf(body) })
    expect(changed.status).toBe(200)
    const { body: now } = await w.call('sue', 'GET', own)
    const { hasJoined: _, hasSecondFactor: __, refusedEmail: ___, ...card } = now
    expect(card).toEqual(changed.body)
  })

  test('another role requires a new sign-in, and removes the person from their jobs', async () => {
    const pat = await addJoinedPerson(w, 'subcontractor')
    await w.call('ada', 'POST', `/api/jobs/${garage}/subcontractors`, { subcontractorId: pat.id })
    const seen = async (cookie: string) => {
      const { status, body } = await w.call('nobody', 'GET', '/api/jobs', undefined, { cookie })
      return status === 200 ? body.length : status
    }
    const signedIn = async () =>
      cookieFrom(
        (await w.call('nobody', 'POST', '/api/login', { email: pat.email, password: PASSWORD }))
          .headers,
      )
    expect(await seen(pat.cookie)).toBe(1)
    await w.call('ada', 'PUT', `/api/users/${pat.id}`, { role: 'client' })
    expect(await seen(pat.cookie)).toBe(401)
    expect(await seen(await signedIn())).toBe(0)
    await w.call('ada', 'PUT', `/api/users/${pat.id}`, { role: 'subcontractor' })
    expect(await seen(await signedIn())).toBe(0)
  })

  test('the last admin who can sign in must stay an admin', async () => {
    const own = `/api/users/${w.idOf('ada')}`
    const refused = await w.call('ada', 'PUT', own, { role: 'client' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'lastAdmin' } })
    await invitePerson(w, 'admin')
    await w.call('ada', 'POST', '/api/users', {
      firstName: 'Paper',
      lastName: 'Admin',
      email: 'paper@example.com',
      role: 'admin',
    })
    expect((await w.call('ada', 'PUT', own, { role: 'client' })).status).toBe(409)
  })
})

describe('DELETE /api/users/:id', () => {
  test('ends access at once, unassigns the work, keeps the history and frees the address', async () => {
    const kim = await addJoinedPerson(w, 'subcontractor')
    const cleared = { name: 'n', address: 'a' }
    await w.db.insert(jobSubcontractors).values({ jobId: garage, subcontractorId: kim.id })
    const [task] = await w.db
      .insert(tasks)
      .values({ jobId: garage, name: 't', assigneeId: kim.id })
      .returning()
    const [entry] = await w.db
      .insert(scheduleEntries)
      .values({
        jobId: garage,
        title: 'e',
        startDate: '2026-01-01',
        endDate: '2026-01-02',
        assignedSubcontractorId: kim.id,
      })
      .returning()
    const days = ['2020-01-01', '2099-01-01'].map((assignedDate) => ({
      scheduleEntryId: entry?.id ?? '',
      subcontractorId: kim.id,
      assignedDate,
    }))
    await w.db.insert(crewSchedule).values(days)
    await w.db.insert(messages).values({ jobId: garage, senderId: kim.id, content: 'Done.' })
    const [owned] = await w.db
      .insert(jobs)
      .values({ ...cleared, clientId: kim.id, projectManagerId: kim.id })
      .returning()
    const readSelf = () =>
      w.call('nobody', 'GET', '/api/auth/user', undefined, { cookie: kim.cookie })
    expect((await readSelf()).status).toBe(200)

    expect((await w.call('ada', 'DELETE', `/api/users/${kim.id}`)).status).toBe(204)

    expect((await readSelf()).status).toBe(401)
    expect(await w.db.select().from(sessions).where(sql`sess->>'userId' = ${kim.id}`)).toEqual([])
    const login = await w.call('nobody', 'POST', '/api/login', {
      email: kim.email,
      password: PASSWORD,
    })
    expect(login.body).toMatchObject({ code: 'wrongCredentials' })
    const one = async <T>(rows: Promise<T[]>) => (await rows)[0]
    expect(
      await one(
        w.db
          .select()
          .from(tasks)
          .where(eq(tasks.id, task?.id ?? '')),
      ),
    ).toMatchObject({ assigneeId: null })
    expect(
      await one(
        w.db
          .select()
          .from(scheduleEntries)
          .where(eq(scheduleEntries.id, entry?.id ?? '')),
      ),
    ).toMatchObject({ assignedSubcontractorId: null })
    const crew = await w.db
      .select()
      .from(crewSchedule)
      .where(eq(crewSchedule.subcontractorId, kim.id))
    expect(crew.map((day) => day.assignedDate)).toEqual(['2020-01-01'])
    expect(
      await one(
        w.db
          .select()
          .from(jobs)
          .where(eq(jobs.id, owned?.id ?? '')),
      ),
    ).toMatchObject({
      clientId: null,
      projectManagerId: null,
    })
    expect(
      await w.db
        .select()
        .from(jobSubcontractors)
        .where(eq(jobSubcontractors.subcontractorId, kim.id)),
    ).toEqual([])
    expect(
      await one(w.db.select().from(messages).where(eq(messages.senderId, kim.id))),
    ).toMatchObject({
      content: 'Done.',
    })
    expect(await row(kim.id)).toMatchObject({
      firstName: expect.stringMatching(/^Person/),
      email: kim.email,
    })
    expect((await w.call('ada', 'GET', `/api/users/${kim.id}`)).status).toBe(404)
    expect((await w.call('ada', 'DELETE', `/api/users/${kim.id}`)).status).toBe(404)
    const again = await w.call('ada', 'POST', '/api/users', {
      firstName: 'K',
      lastName: 'K',
      email: kim.email,
    })
    expect(again.status).toBe(201)
    const published = await w.db.select().from(events).where(eq(events.subjectId, kim.id))
    expect(published.map(({ name }) => name)).toEqual([
      'person.created',
      'person.joined',
      'person.deleted',
    ])
  })

  test('invalidates their invite', async () => {
    const lee = await invitePerson(w)
    await w.call('ada', 'DELETE', `/api/users/${lee.id}`)
    expect((await w.call('nobody', 'POST', lee.path, { password: PASSWORD })).status).toBe(404)
  })

  test('an admin cannot remove themselves', async () => {
    const { status, body } = await w.call('ada', 'DELETE', `/api/users/${w.idOf('ada')}`)
    expect([status, body.code]).toEqual([409, 'cannotDeleteSelf'])
  })

  test('of two admins who remove each other concurrently, one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await addJoinedPerson(w, 'admin'), await addJoinedPerson(w, 'admin')]
      const answers = await Promise.all([
        w.call('nobody', 'DELETE', `/api/users/${two.id}`, undefined, { cookie: one.cookie }),
        w.call('nobody', 'DELETE', `/api/users/${one.id}`, undefined, { cookie: two.cookie }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
      const remaining = [await row(one.id), await row(two.id)].filter(
        (person) => person?.deletedAt === null,
      )
      expect(remaining).toHaveLength(1)
      await w.call('ada', 'DELETE', `/api/users/${remaining[0]?.id}`)
    }
  })
})

describe('the directory', () => {
  test('project managers are the admins who have joined', async () => {
    const waiting = await invitePerson(w, 'admin')
    const { body } = await w.call('ada', 'GET', '/api/project-managers')
    expect(body.map((person: { id: string }) => person.id)).not.toContain(waiting.id)
    expect(body[0]).toEqual({
      id: w.idOf('ada'),
      firstName: 'Ada',
      lastName: 'Adler',
      email: 'ada@example.com',
    })
  })

  test('subs have the number of their jobs', async () => {
    const { body } = await w.call('ada', 'GET', '/api/subcontractors?search=stone')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      firstName: 'Sam',
      jobCount: 1,
      hasJoined: false,
      specialty: 'Drywall',
    })
    const sub = await addJoinedPerson(w, 'subcontractor')
    const { body: found } = await w.call('ada', 'GET', `/api/subcontractors?search=${sub.email}`)
    expect(found).toMatchObject([{ id: sub.id, jobCount: 0, hasJoined: true }])
    expect((await w.call('sam', 'GET', '/api/subcontractors')).status).toBe(403)
  })
})

test('appointments of a removed person are unassigned', async () => {
  const max = await addJoinedPerson(w, 'admin')
  const [bid] = await w.db.insert(pendingBids).values({ name: 'b', address: 'a' }).returning()
  const made = await w.call('ada', 'POST', `/api/pending-bids/${bid?.id}/appointments`, {
    title: 'Look',
    scheduledDate: '2099-01-01T10:00:00Z',
    assignedToId: max.id,
  })
  expect(made.body.assignedToId).toBe(max.id)
  await w.call('ada', 'DELETE', `/api/users/${max.id}`)
  const { body } = await w.call('ada', 'GET', `/api/pending-bids/${bid?.id}/appointments`)
  expect(body[0].assignedToId).toBeNull()
})
