import type { Role } from '@plumbline/contract/policy.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../schema/people.ts'
import { auditedOf } from '../../testing/auditedOf.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let start = new Date()
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(() => {
  start = w.clock.now
})
afterEach(() => {
  w.clock.now = start
})

const FEED = '/api/account/calendar-feed'
const put = (id: string, change: object) => w.call('ada', 'PUT', `/api/users/${id}`, change)
const isSignedIn = async (cookie: string) =>
  (await w.call('nobody', 'GET', '/api/auth/user', undefined, { cookie })).status === 200
const works = async (path: string) => (await w.call('nobody', 'GET', path)).status === 200
const login = async (email: string) =>
  (await w.call('nobody', 'POST', '/api/login', { email, password: PASSWORD })).status
const audited = async (id: string) =>
  (await auditedOf(w, id)).map(({ action, actorId, subject, detail }) => ({
    action,
    actorId,
    subject,
    detail,
  }))

/**
 * All means of access: session, reset link and calendar link of a person who has joined, invite of
 * one who has not.
 */
async function access(role: Role) {
  const joined = await addJoinedPerson(w, role)
  const { body } = await w.call('ada', 'POST', `/api/users/${joined.id}/reset-link`)
  const reset = new URL(body.resetLink).pathname
  const feed = await w.call('nobody', 'POST', FEED, undefined, { cookie: joined.cookie })
  const calendar = new URL(feed.body.url).pathname
  const invited = await invitePerson(w, role)
  return {
    joined,
    invited,
    remainingAccess: async () => ({
      session: await isSignedIn(joined.cookie),
      reset: await works(reset),
      calendar: await works(calendar),
      invite: await works(invited.path),
    }),
  }
}

const all = { session: true, reset: true, calendar: true, invite: true }
const none = { session: false, reset: false, calendar: false, invite: false }
let count = 0

/** The changes an admin makes, and the access that the person has afterwards. */
const changes = [
  ['the address', () => ({ email: `moved${++count}@example.com` }), none],
  [
    'the case of the address',
    ({ email }: { email: string }) => ({ email: email.toUpperCase() }),
    all,
  ],
  ['the phone', () => ({ phone: `555 ${++count}` }), all],
  ['the name', () => ({ firstName: `Renamed${++count}` }), all],
  ['nothing', () => ({}), all],
] as const

describe.each(['admin', 'subcontractor', 'client'] as const)('access of the role %s', (role) => {
  test.each(changes)('after a change of %s', async (_what, change, remains) => {
    const { joined, invited, remainingAccess } = await access(role)
    expect(await remainingAccess()).toEqual(all)
    expect((await put(joined.id, change(joined))).status).toBe(200)
    expect((await put(invited.id, change(invited))).status).toBe(200)
    expect(await remainingAccess()).toEqual(remains)
  })

  test.each(['admin', 'subcontractor', 'client'] as const)('after becoming %s', async (other) => {
    const { joined, invited, remainingAccess } = await access(role)
    const change = { role: other, specialty: 'Drywall' }
    expect((await put(joined.id, change)).status).toBe(200)
    expect((await put(invited.id, change)).status).toBe(200)
    expect(await remainingAccess()).toEqual(other === role ? all : none)
    // The password stays: they sign in again, in the new role.
    expect(await login(joined.email)).toBe(200)
  })

  test('after their removal', async () => {
    const { joined, invited, remainingAccess } = await access(role)
    await w.call('ada', 'DELETE', `/api/users/${joined.id}`)
    await w.call('ada', 'DELETE', `/api/users/${invited.id}`)
    expect(await remainingAccess()).toEqual(none)
  })
})

test('a withdrawn invite can be renewed and accepted', async () => {
  const lee = await invitePerson(w)
  await put(lee.id, { role: 'admin' })
  const { body } = await w.call('ada', 'POST', `/api/users/${lee.id}/resend-invite`)
  const joined = await w.call('nobody', 'POST', new URL(body.inviteLink).pathname, {
    password: PASSWORD,
  })
  expect(joined).toMatchObject({ status: 200, body: { role: 'admin' } })
})

test('an admin who changes their own email keeps only the current session', async () => {
  const kim = await addJoinedPerson(w, 'admin')
  const { headers } = await w.call('nobody', 'POST', '/api/login', {
    ...{ email: kim.email, password: PASSWORD },
  })
  const elsewhere = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  const own = (change: object) =>
    w.call('nobody', 'PUT', `/api/users/${kim.id}`, change, { cookie: kim.cookie })
  expect((await own({ email: 'own@example.com' })).status).toBe(200)
  expect([await isSignedIn(kim.cookie), await isSignedIn(elsewhere)]).toEqual([true, false])
  expect((await own({ role: 'client' })).status).toBe(200)
  expect(await isSignedIn(kim.cookie)).toBe(false)
})

type Act = readonly [
  name: string,
  call: (
    role: Role,
    id: string,
  ) => readonly [method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object],
  asks: 'admin' | 'all' | 'nobody',
  state?: 'added' | 'invited' | 'joined',
]

/**
 * The actions of an admin on a person, and the roles of that person that require the password
 * again.
 */
const acts: readonly Act[] = [
  ['adds', (role: Role) => ['POST', '/api/users', newPerson(role)], 'admin'],
  ['invites', (role: Role) => ['POST', '/api/users/invite', newPerson(role)], 'admin'],
  [
    'bulk-invites',
    (_: Role, id: string) => ['POST', '/api/users/invites', { userIds: [id] }],
    'admin',
    'added',
  ],
  [
    'resends the invite of',
    (_: Role, id: string) => ['POST', `/api/users/${id}/resend-invite`],
    'admin',
    'invited',
  ],
  [
    'makes a reset link for',
    (_: Role, id: string) => ['POST', `/api/users/${id}/reset-link`],
    'all',
    'joined',
  ],
  [
    'changes the address of',
    (_: Role, id: string) => ['PUT', `/api/users/${id}`, { email: `a${++count}@example.com` }],
    'admin',
    'joined',
  ],
  [
    'changes the phone of',
    (_: Role, id: string) => ['PUT', `/api/users/${id}`, { phone: '5' }],
    'nobody',
    'joined',
  ],
  [
    'promotes',
    (role: Role, id: string) => [
      'PUT',
      `/api/users/${id}`,
      { role: role === 'admin' ? 'client' : 'admin' },
    ],
    'all',
    'joined',
  ],
  [
    'gives another role to',
    (role: Role, id: string) => [
      'PUT',
      `/api/users/${id}`,
      { role: role === 'client' ? 'subcontractor' : 'client' },
    ],
    'all',
    'joined',
  ],
  ['removes', (_: Role, id: string) => ['DELETE', `/api/users/${id}`], 'admin', 'joined'],
]

const newPerson = (role: Role) => ({
  ...{ firstName: 'New', lastName: `Person${++count}`, email: `new${count}@example.com`, role },
  ...(role === 'subcontractor' && { specialty: 'Drywall' }),
})

const make = {
  added: async (role: Role) =>
    (await w.call('ada', 'POST', '/api/users', newPerson(role))).body.id as string,
  invited: async (role: Role) => (await invitePerson(w, role)).id,
  joined: async (role: Role) => (await addJoinedPerson(w, role)).id,
}

describe.each(['admin', 'subcontractor', 'client'] as const)(
  'password confirmation if the person is %s',
  (role) => {
    test.each(acts.map((act) => [act[0], act] as const))('an admin %s them', async (_name, act) => {
      const [, call, asks, state] = act
      const id = state ? await make[state](role) : ''
      const before = await w.db.select().from(users)
      w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
      const [method, url, body] = call(role, id)
      const refused = asks === 'all' || (asks === 'admin' && role === 'admin')
      const answer = await w.call('ada', method, url, body)
      if (!refused) return expect(answer.status).toBeLessThan(300)
      expect([answer.status, answer.body.code]).toEqual([403, 'passwordRequired'])
      expect(await w.db.select().from(users)).toEqual(before)
      w.clock.now = start
      expect((await w.call('ada', method, url, body)).status).toBeLessThan(300)
    })
  },
)

test('the link of an open admin invite is shown only after a recent password', async () => {
  const { id, inviteLink } = await invitePerson(w, 'admin')
  const shown = async () => (await w.call('ada', 'GET', `/api/users/${id}/invite-link`)).body
  const invited = () => w.call('ada', 'POST', '/api/users/invites', { userIds: [id] })
  expect(await shown()).toEqual({ inviteLink, inviteExpiry: expect.any(String) })
  w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
  expect(await shown()).toEqual({ inviteLink: null, inviteExpiry: expect.any(String) })
  expect(await invited()).toMatchObject({ status: 403, body: { code: 'passwordRequired' } })
  w.clock.now = start
  expect((await invited()).body).toMatchObject([{ inviteLink }])
})

test('requiring a second factor of admins needs a recent password, other settings do not', async () => {
  await w.db.execute(
    `insert into settings (company_name, time_zone, holdings_name) values ('Ridgeline', 'UTC', 'Ridge')`,
  )
  w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
  const set = async (change: object) => (await w.call('ada', 'PUT', '/api/settings', change)).status
  expect(await set({ adminsNeedSecondFactor: true })).toBe(403)
  expect(await set({ adminsNeedSecondFactor: false, phone: '555 0100' })).toBe(200)
})

describe('the audit log', () => {
  test('has changes of role and email, reset links, viewing as the person, and the removal', async () => {
    const kim = await addJoinedPerson(w)
    await put(kim.id, { role: 'subcontractor', specialty: 'Tile' })
    await put(kim.id, { email: 'kim@ridge.example', firstName: 'Kim', lastName: 'Moss' })
    await put(kim.id, { phone: '555 0100' })
    await w.call('ada', 'POST', `/api/users/${kim.id}/reset-link`)
    await w.call('ada', 'POST', `/api/users/${kim.id}/view-as`)
    await w.call('ada', 'DELETE', `/api/users/${kim.id}`)
    const ada = { actorId: w.idOf('ada'), subject: 'Kim Moss' }
    expect((await audited(kim.id)).slice(3)).toEqual([
      {
        ...{ ...ada, subject: expect.stringMatching(/^Person\d+ Invited$/) },
        ...{ action: 'person.roleChanged', detail: { from: 'client', to: 'subcontractor' } },
      },
      {
        ...{ ...ada, action: 'person.emailChanged' },
        detail: { from: kim.email, to: 'kim@ridge.example' },
      },
      { ...ada, action: 'person.resetLinkCreated', detail: null },
      { ...ada, action: 'person.viewedAs', detail: null },
      { ...ada, action: 'person.deleted', detail: { role: 'subcontractor' } },
    ])
  })

  test('has no entry for a refused change', async () => {
    const kim = await addJoinedPerson(w)
    const before = await audited(kim.id)
    await put(kim.id, { email: 'sam@example.com' })
    await w.call('cleo', 'PUT', `/api/users/${kim.id}`, { email: 'a@example.com' })
    expect(await audited(kim.id)).toEqual(before)
  })

  test('has an entry for each of several people who are added and invited', async () => {
    const ids = [await make.added('client'), await make.added('subcontractor')]
    await w.call('ada', 'POST', '/api/users/invites', { userIds: ids })
    for (const id of ids)
      expect((await audited(id)).map(({ action }) => action)).toEqual([
        'person.created',
        'person.invited',
      ])
  })
})

describe('signing a person out everywhere', () => {
  const end = (name: 'ada' | 'sam' | 'cleo', id: string) =>
    w.call(name, 'DELETE', `/api/users/${id}/sessions`)

  test.each(['admin', 'subcontractor', 'client'] as const)(
    'ends every session of a person who is %s, and nothing else',
    async (role) => {
      const { joined, remainingAccess } = await access(role)
      const bystander = await addJoinedPerson(w, role)
      const { body, headers } = await w.call('nobody', 'POST', '/api/login', {
        ...{ email: joined.email, password: PASSWORD },
      })
      const second = cookieFrom(headers)
      expect(body.id).toBe(joined.id)
      expect([await isSignedIn(second), await remainingAccess()]).toEqual([true, all])
      expect((await end('ada', joined.id)).status).toBe(204)
      expect([await isSignedIn(second), await remainingAccess()]).toEqual([
        false,
        { ...all, session: false, calendar: false },
      ])
      expect(await isSignedIn(bystander.cookie)).toBe(true)
      expect(await login(joined.email)).toBe(200)
      const entries = (await audited(joined.id)).filter(
        ({ action }) => action === 'person.signedOut',
      )
      expect(entries).toMatchObject([{ actorId: w.idOf('ada'), detail: null }])
    },
  )

  test('is for admins with a recent password, and people who have joined', async () => {
    const { joined, invited } = await access('client')
    for (const name of ['sam', 'cleo'] as const)
      expect((await end(name, joined.id)).status).toBe(403)
    for (const id of [newId(), 'none']) expect((await end('ada', id)).status).toBe(404)
    expect((await end('ada', invited.id)).body.code).toBe('hasNotJoined')
    w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
    const refused = await end('ada', joined.id)
    expect([refused.status, refused.body.code]).toEqual([403, 'passwordRequired'])
    expect(await isSignedIn(joined.cookie)).toBe(true)
  })

  test('keeps the current session of an admin who signs themselves out', async () => {
    const { joined } = await access('admin')
    const cookie = cookieFrom(
      (await w.call('nobody', 'POST', '/api/login', { email: joined.email, password: PASSWORD }))
        .headers,
    )
    const url = `/api/users/${joined.id}/sessions`
    expect((await w.call('nobody', 'DELETE', url, undefined, { cookie })).status).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(joined.cookie)]).toEqual([true, false])
  })
})
