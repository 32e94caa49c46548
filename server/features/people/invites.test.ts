import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '../../access/auth/tokens.ts'
import { lockAdmins } from '../../access/people/queries.ts'
import { newId } from '../../platform/db/ids.ts'
import { isLoopback } from '../../platform/loopback.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { addJoinedPerson, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { lanOrigins } from './inviteAddress.ts'

const UNKNOWN = newId()
const attic = { name: 'Attic', address: '240 S Water St' }

let w: TestApp
beforeAll(async () => {
  w = await testApp({ publicUrl: 'https://plumbline.example.com' })
})
afterAll(() => w.close())

const linkOf = (id: string) => w.call('ada', 'GET', `/api/users/${id}/invite-link`)
const resend = (id: string) => w.call('ada', 'POST', `/api/users/${id}/resend-invite`)
const inviteAll = (userIds: unknown) => w.call('ada', 'POST', '/api/users/invites', { userIds })
const accept = (link: string) =>
  w.call('nobody', 'POST', new URL(link).pathname, { password: PASSWORD })
const opens = async (link: string) =>
  (await w.call('nobody', 'GET', new URL(link).pathname)).status === 200
const row = async (id: string) => (await w.db.select().from(users).where(eq(users.id, id)))[0]

let count = 0
/** Adds a person who is not invited. */
async function add(change: Partial<typeof users.$inferInsert> = {}) {
  const n = ++count
  const [person] = await w.db
    .insert(users)
    .values({ firstName: 'Fay', lastName: `Field${n}`, email: `fay${n}@example.com`, ...change })
    .returning()
  if (!person) throw new Error('nobody was added')
  return person
}

/** Moves the clock forward during a call. */
async function later<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const start = w.clock.now
  w.clock.now = new Date(start.getTime() + milliseconds)
  try {
    return await run()
  } finally {
    w.clock.now = start
  }
}

describe('GET /api/users/:id/invite-link', () => {
  test('is the same link each time, which still works', async () => {
    const { id, inviteLink } = await invitePerson(w)
    const { inviteExpiry } = (await w.call('ada', 'GET', `/api/users/${id}`)).body
    for (const _ of [1, 2, 3]) {
      const { status, body } = await linkOf(id)
      expect([status, body]).toEqual([200, { inviteLink, inviteExpiry }])
    }
    expect(await opens(inviteLink)).toBe(true)
    expect((await accept(inviteLink)).status).toBe(200)
  })

  test('is different for each person and for each renewed invite', async () => {
    const [one, two] = [await invitePerson(w), await invitePerson(w)]
    const again = (await resend(one.id)).body.inviteLink
    const once = (await resend(one.id)).body.inviteLink
    expect(new Set([one.inviteLink, two.inviteLink, again, once]).size).toBe(4)
    for (const old of [one.inviteLink, again]) expect(await opens(old)).toBe(false)
    expect((await linkOf(one.id)).body.inviteLink).toBe(once)
    expect(await opens(once)).toBe(true)
  })

  test('is a 404 for people who were not invited, have joined, were deleted or are unknown', async () => {
    const added = await add()
    const joined = await addJoinedPerson(w)
    const deleted = await invitePerson(w)
    await w.call('ada', 'DELETE', `/api/users/${deleted.id}`)
    const answers = [added.id, joined.id, deleted.id, UNKNOWN, 'x'].map(linkOf)
    for (const { status, text } of await Promise.all(answers))
      expect([status, text]).toEqual([404, (await linkOf(UNKNOWN)).text])
  })

  test('is for admins', async () => {
    const { id } = await invitePerson(w)
    for (const name of ['sam', 'cleo'] as const) {
      const { status, text } = await w.call(name, 'GET', `/api/users/${id}/invite-link`)
      expect([status, text]).toEqual([403, expect.not.stringContaining('/api/invite/')])
    }
  })

  test('has no link once the invite has expired', async () => {
    const { id, inviteLink } = await invitePerson(w)
    await later(7 * DAY_MS - 1, async () =>
      expect((await linkOf(id)).body.inviteLink).toBe(inviteLink),
    )
    await later(7 * DAY_MS, async () => {
      expect((await linkOf(id)).body).toEqual({
        inviteLink: null,
        inviteExpiry: expect.any(String),
      })
      const renewed = (await resend(id)).body.inviteLink
      expect((await linkOf(id)).body.inviteLink).toBe(renewed)
      expect(await opens(renewed)).toBe(true)
    })
  })

  test('has no link for a token not derived from the person, which still works', async () => {
    const { id } = await invitePerson(w)
    const token = newToken()
    const inviteToken = hashToken('invite', token, w.settings.sessionSecret)
    await w.db.update(users).set({ inviteToken }).where(eq(users.id, id))
    expect((await linkOf(id)).body.inviteLink).toBeNull()
    expect(await opens(`http://x/api/invite/${token}`)).toBe(true)
  })

  test('has no link after the session secret changes', async () => {
    const { id } = await invitePerson(w)
    const inviteToken = hashToken('invite', newToken(), 'another secret of at least 32 characters')
    await w.db.update(users).set({ inviteToken }).where(eq(users.id, id))
    expect((await linkOf(id)).body.inviteLink).toBeNull()
    const fresh = (await resend(id)).body.inviteLink
    expect((await linkOf(id)).body.inviteLink).toBe(fresh)
  })

  test('of fifty concurrent uses one succeeds, and the link is a 404 afterwards', async () => {
    const { id, inviteLink } = await invitePerson(w)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        if (n % 5 === 0) await linkOf(id)
        return accept(inviteLink)
      }),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(49)
    expect((await linkOf(id)).status).toBe(404)
  })
})

describe('POST /api/users/:id/resend-invite', () => {
  test('needs an email address', async () => {
    const { id } = await add({ email: null })
    expect(await resend(id)).toMatchObject({ status: 409, body: { code: 'emailMissing' } })
    expect(await row(id)).toMatchObject({ isInvited: false, inviteToken: null })
  })

  test('invites a person who joins at the same time again, or is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, inviteLink } = await invitePerson(w)
      const [accepting, resending] = await Promise.all([accept(inviteLink), resend(id)])
      const { body } = await w.call('ada', 'GET', `/api/users/${id}`)
      const isJoined = accepting.status === 200
      expect([body.hasJoined, body.isInvited]).toEqual([isJoined, !isJoined])
      expect([accepting.status, resending.status]).toEqual(isJoined ? [200, 409] : [404, 200])
    }
  })
})

describe('POST /api/users/invites', () => {
  test('answers in the order sent; people already invited keep their link', async () => {
    const [one, two, three] = [await add(), await invitePerson(w), await add()]
    const order = [three.id, two.id, one.id]
    const { status, body } = await inviteAll([...order, three.id.toUpperCase()])
    expect(status).toBe(200)
    const answered = body as { user: { id: string }; inviteLink: string }[]
    expect(answered.map(({ user }) => user.id)).toEqual(order)
    expect(answered[1]?.inviteLink).toBe(two.inviteLink)
    for (const { user, inviteLink } of answered) {
      expect(user).toMatchObject({ isInvited: true, inviteExpiry: expect.any(String) })
      expect(await w.call('ada', 'GET', `/api/users/${user.id}`)).toMatchObject({ body: user })
      expect((await linkOf(user.id)).body.inviteLink).toBe(inviteLink)
      expect((await accept(inviteLink)).body).toMatchObject({ id: user.id })
    }
    const published = await w.db.select().from(events).where(inArray(events.subjectId, order))
    const changed = published.filter(({ name }) => name === 'person.changed')
    expect(changed.map(({ subjectId }) => subjectId).sort()).toEqual([one.id, three.id].sort())
    expect((await row(one.id))?.invitedBy).toBe(w.idOf('ada'))
  })

  test('makes a new link for an expired invite, and none if the link cannot be derived', async () => {
    const [old, expired] = [await invitePerson(w), await invitePerson(w)]
    const token = newToken()
    const inviteToken = hashToken('invite', token, w.settings.sessionSecret)
    const laterExpiry = new Date(w.clock.now.getTime() + 30 * DAY_MS)
    await w.db
      .update(users)
      .set({ inviteToken, inviteExpiry: laterExpiry })
      .where(eq(users.id, old.id))
    await later(8 * DAY_MS, async () => {
      const { body } = await inviteAll([old.id, expired.id])
      expect(body).toMatchObject([{ inviteLink: null }, { inviteLink: expect.any(String) }])
      expect(body[1].inviteLink).not.toBe(expired.inviteLink)
      expect(await opens(body[1].inviteLink)).toBe(true)
      expect(await opens(`http://x/api/invite/${token}`)).toBe(true)
    })
  })

  test('names people who cannot be invited, and invites nobody', async () => {
    const [free, mute] = [await add(), await add({ lastName: 'Mute', email: null })]
    const joined = await addJoinedPerson(w)
    const { firstName } = (await w.call('ada', 'GET', `/api/users/${joined.id}`)).body
    expect(await inviteAll([free.id, mute.id, joined.id])).toMatchObject({
      status: 409,
      body: { code: 'hasJoined', message: `Already joined: ${firstName} Invited` },
    })
    expect(await inviteAll([free.id, mute.id])).toMatchObject({
      status: 409,
      body: { code: 'emailMissing', message: expect.stringContaining(': Fay Mute.') },
    })
    const fields = { userIds: 'Somebody you chose has been removed' }
    expect(await inviteAll([free.id, mute.id, joined.id, UNKNOWN])).toMatchObject({
      status: 400,
      body: { fields },
    })
    expect(await row(free.id)).toMatchObject({ isInvited: false, inviteToken: null })
  })

  test.each([
    [undefined, 'Choose the people to invite'],
    ['all', 'Choose the people to invite'],
    [[], 'Choose the people to invite'],
    [Array.from({ length: 201 }, newId), 'At most 200 people at once'],
  ])('refuses %j', async (userIds, message) => {
    const { status, body } = await inviteAll(userIds)
    expect([status, body.fields]).toEqual([400, { userIds: message }])
  })

  test('refuses an invalid id', async () => {
    const { status, body } = await inviteAll(['x'])
    expect([status, body.fields]).toEqual([400, { 'userIds.0': 'Not a valid id' }])
  })

  test('makes the one who is invited the client of jobs, at once or not at all', async () => {
    const jobs = await Promise.all(
      [1, 2].map(async () => (await w.call('ada', 'POST', '/api/jobs', attic)).body.id as string),
    )
    const [id, other] = [(await add()).id, (await add()).id]
    const invite = (userIds: string[], projectIds: string[]) =>
      w.call('ada', 'POST', '/api/users/invites', { userIds, projectIds })
    expect((await invite([id, other], jobs)).body.fields).toEqual({
      projectIds: 'Invite one person to put them on jobs',
    })
    expect((await invite([id], [...jobs, UNKNOWN])).status).toBe(400)
    expect(await row(id)).toMatchObject({ isInvited: false })
    expect((await invite([id], jobs)).status).toBe(200)
    for (const job of jobs)
      expect((await w.call('ada', 'GET', `/api/jobs/${job}`)).body).toMatchObject({ clientId: id })
  })

  test('is for admins', async () => {
    const { id } = await add()
    for (const name of ['sam', 'cleo'] as const) {
      const { status } = await w.call(name, 'POST', '/api/users/invites', { userIds: [id] })
      expect(status).toBe(403)
    }
    expect(await row(id)).toMatchObject({ isInvited: false })
  })

  test('two concurrent calls return the same working links', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await add()).id))
    const [one, two] = await Promise.all([inviteAll(ids), inviteAll([...ids].reverse())])
    type Made = { user: { id: string }; inviteLink: string }[]
    const links = (made: Made) =>
      made.map(({ user, inviteLink }) => `${user.id} ${inviteLink}`).sort()
    expect(links(one.body)).toEqual(links(two.body))
    for (const { inviteLink } of one.body as Made) expect(await opens(inviteLink)).toBe(true)
  })
})

test('inviting several people locks the admins before the people', async () => {
  const [client, admin] = [await add(), await add({ role: 'admin', isInvited: false })]
  let invited = Promise.resolve<object>({})
  await w.db.transaction(async (tx) => {
    await lockAdmins(tx)
    invited = inviteAll([admin.id, client.id])
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
    await tx.select().from(users).where(eq(users.id, client.id)).for('update', { noWait: true })
  })
  expect(await invited).toMatchObject({ status: 200 })
})

describe('people by their invites', () => {
  test('are filtered by the status of their invite', async () => {
    const name = 'Quillfeather'
    const added = await add({ lastName: name })
    const mute = await add({ lastName: name, email: null })
    const pending = await add({ lastName: name })
    const joined = await add({ lastName: name })
    await resend(pending.id)
    await accept((await resend(joined.id)).body.inviteLink)
    const found = async (status: string) =>
      (await w.call('ada', 'GET', `/api/users?search=${name}&status=${status}`)).body
        .map(({ id }: { id: string }) => id)
        .sort()
    expect(await found('notInvited')).toEqual([added.id, mute.id].sort())
    expect(await found('canInvite')).toEqual([added.id])
    expect(await found('invited')).toEqual([pending.id])
    expect(await found('joined')).toEqual([joined.id])
    expect((await w.call('ada', 'GET', '/api/users?status=maybe')).body.fields).toEqual({
      status: 'Not a status',
    })
  })

  test('lose an open link when their email changes, and can get a new one', async () => {
    const { id, inviteLink } = await invitePerson(w)
    const { email } = (await row(id)) ?? {}
    const change = (to: unknown) => w.call('ada', 'PUT', `/api/users/${id}`, { email: to })
    expect((await change(String(email).toUpperCase())).status).toBe(200)
    expect(await w.call('ada', 'PUT', `/api/users/${id}`, { phone: '1' })).toMatchObject({
      status: 200,
    })
    expect(await opens(inviteLink)).toBe(true)
    expect((await change('right@example.com')).body).toMatchObject({ isInvited: true })
    expect(await opens(inviteLink)).toBe(false)
    expect((await accept(inviteLink)).status).toBe(404)
    expect((await linkOf(id)).body.inviteLink).toBeNull()
    const fresh = (await inviteAll([id])).body[0].inviteLink
    expect((await accept(fresh)).status).toBe(200)
  })

  test('may be without an email address only before they are invited', async () => {
    const change = (id: string, email: unknown) =>
      w.call('ada', 'PUT', `/api/users/${id}`, { email })
    const person = await add()
    for (const empty of ['', null]) {
      await change(person.id, 'fay@example.org')
      expect(await change(person.id, empty)).toMatchObject({ status: 200, body: { email: null } })
    }
    await change(person.id, 'fay@example.org')
    await resend(person.id)
    const refused = { status: 400, body: { fields: { email: 'Email is required' } } }
    expect(await change(person.id, null)).toMatchObject(refused)
    await accept((await linkOf(person.id)).body.inviteLink)
    expect(await change(person.id, '')).toMatchObject(refused)
    expect(await row(person.id)).toMatchObject({ email: 'fay@example.org' })
  })
})

describe('GET /api/invite-address', () => {
  const addressOf = async (app: TestApp, headers = {}) =>
    (await app.call('ada', 'GET', '/api/invite-address', undefined, headers)).body

  test('is the public address if it is set', async () => {
    expect(await addressOf(w, { host: 'localhost:3000' })).toEqual({
      origin: 'https://plumbline.example.com',
      onlyThisComputer: false,
      hasPublicUrl: true,
      lanAddresses: [],
      sendsEmail: false,
    })
    expect((await w.call('sam', 'GET', '/api/invite-address')).status).toBe(403)
  })

  test('is otherwise the address of the request', async () => {
    const names = [
      '0.0.0.0',
      'app.localhost',
      '192.168.1.20',
      'notlocalhost',
      'localhost.example.com',
    ]
    const app = await testApp({ allowedHosts: names })
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '0.0.0.0:3000']) {
      const { origin, onlyThisComputer, hasPublicUrl } = await addressOf(app, { host })
      expect([origin, onlyThisComputer, hasPublicUrl]).toEqual([`http://${host}`, true, false])
    }
    for (const host of ['app.localhost', 'localhost.', '[::ffff:127.0.0.1]:3000'])
      expect(await addressOf(app, { host })).toMatchObject({ onlyThisComputer: true })
    for (const host of ['192.168.1.20:3000', 'notlocalhost', 'localhost.example.com'])
      expect(await addressOf(app, { host })).toMatchObject({ onlyThisComputer: false })
    await app.close()
  })

  test.each(['x:99999999', 'a b', '[::1', '%', 'x#y'])(
    'is a 400 for the Host %j, and so is an invite link',
    async (host) => {
      const app = await testApp()
      const { id } = await invitePerson(app)
      for (const path of ['/api/invite-address', `/api/users/${id}/invite-link`])
        expect(await app.call('ada', 'GET', path, undefined, { host })).toMatchObject({
          status: 400,
          body: { fields: { host: 'Not a host name' } },
        })
      await app.close()
    },
  )

  test('the LAN addresses are the external IPv4 addresses on which the server listens', () => {
    const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
      ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never
    const interfaces = {
      lo: [at('127.0.0.1', 'IPv4', true)],
      eth0: [at('192.168.1.20', 'IPv4'), at('fe80::1', 'IPv6')],
      wlan0: [at('10.0.0.4', 'IPv4')],
      none: undefined,
    }
    expect(lanOrigins('0.0.0.0', 3000, interfaces)).toEqual([
      'http://192.168.1.20:3000',
      'http://10.0.0.4:3000',
    ])
    expect(lanOrigins('10.0.0.4', 80, interfaces)).toEqual(['http://10.0.0.4:80'])
    expect(lanOrigins('127.0.0.1', 3000, interfaces)).toEqual([])
  })

  test.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['[::1]', true],
    ['::1', true],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['0.0.0.0', false],
    ['192.168.1.20', false],
  ])('%s is a loopback host: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})
