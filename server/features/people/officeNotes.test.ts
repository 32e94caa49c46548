import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { cheapPasswords } from '../../testing/cheapPasswords.ts'
import { invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const CANARY = 'canary-pays-late'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.update(users).set({ officeNotes: CANARY })
})
afterAll(() => w.close())

test.each(['sam', 'cleo'] as const)('%s never reads or writes the office notes', async (name) => {
  const own = `/api/users/${w.idOf(name)}`
  const [person] = await w.db
    .select()
    .from(users)
    .where(eq(users.id, w.idOf(name)))
  await w.db
    .insert(credentials)
    .values({ userId: w.idOf(name), passwordHash: await cheapPasswords().hash(PASSWORD) })
  const answers = [
    await w.call(name, 'GET', own),
    await w.call(name, 'PUT', own, {}),
    await w.call(name, 'PUT', own, { phone: '555 0100' }),
    await w.call(name, 'GET', '/api/auth/user'),
    await w.call(name, 'GET', '/api/users'),
    await w.call('nobody', 'POST', '/api/login', { email: person?.email, password: PASSWORD }),
  ]
  for (const { status, text, body } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain(CANARY)
    if (!Array.isArray(body)) expect(body).toMatchObject({ id: w.idOf(name), officeNotes: null })
  }
  expect((await w.call(name, 'PUT', own, { officeNotes: 'mine' })).status).toBe(403)
})

test('a person who joins does not read the office notes', async () => {
  const { id, path } = await invitePerson(w)
  await w.call('ada', 'PUT', `/api/users/${id}`, { officeNotes: CANARY })
  const { status, text } = await w.call('nobody', 'POST', path, { password: PASSWORD })
  expect(status).toBe(200)
  expect(text).not.toContain(CANARY)
})

test('an admin reads and writes the office notes', async () => {
  const cleo = `/api/users/${w.idOf('cleo')}`
  expect((await w.call('ada', 'GET', cleo)).body.officeNotes).toBe(CANARY)
  const { body } = await w.call('ada', 'PUT', cleo, { officeNotes: ' Rings twice. ' })
  expect(body.officeNotes).toBe('Rings twice.')
  expect((await w.call('ada', 'GET', '/api/users')).text).toContain('Rings twice.')
  const long = await w.call('ada', 'PUT', cleo, { officeNotes: 'x'.repeat(10_001) })
  expect([long.status, long.body.fields]).toEqual([
    400,
    { officeNotes: 'At most 10000 characters' },
  ])
})

test('people change their own second phone, company and address', async () => {
  const about = { secondPhone: '555 0101', company: 'Stone LLC', address: '1 Elm' }
  const { status, body } = await w.call('sam', 'PUT', `/api/users/${w.idOf('sam')}`, about)
  expect([status, body]).toEqual([200, expect.objectContaining(about)])
})
