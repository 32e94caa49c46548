import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJoinedPerson, invitePerson } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const refused = { status: 400, body: { fields: { firstName: 'This is the name of an admin' } } }
const cyrillicAda = { firstName: 'Аdа', lastName: 'ADLER' }
const ada = { firstName: 'Ada', lastName: 'Adler' }
let count = 0
const person = (name: object, role: string) => ({
  ...{ ...name, role, specialty: 'Drywall', email: `named${++count}@example.com` },
})

describe.each(['subcontractor', 'client'] as const)('a %s', (role) => {
  test('cannot take the name of an admin, nor one that looks like it', async () => {
    const kim = await addJoinedPerson(w, role)
    const own = (change: object) =>
      w.call('nobody', 'PUT', `/api/users/${kim.id}`, change, { cookie: kim.cookie })
    const others = ['ɑdɑ', 'Ꭺda', 'ᴀᴅᴀ', 'Ađa'].map((firstName) => ({ ...ada, firstName }))
    for (const name of [ada, cyrillicAda, { firstName: 'Ada Adler', lastName: '.' }, ...others])
      expect(await own(name)).toMatchObject(refused)
    expect((await own({ firstName: 'Ada' })).status).toBe(200)
    expect(await own({ lastName: 'Ádler' })).toMatchObject(refused)
    expect((await own({ lastName: 'Adlers' })).status).toBe(200)
  })

  test('cannot be added, invited or renamed by an admin with the name of an admin', async () => {
    const lee = await invitePerson(w, role)
    for (const answer of [
      await w.call('ada', 'POST', '/api/users', person(ada, role)),
      await w.call('ada', 'POST', '/api/users/invite', person(cyrillicAda, role)),
      await w.call('ada', 'PUT', `/api/users/${lee.id}`, ada),
    ])
      expect(answer).toMatchObject(refused)
  })

  test('can keep a name from before the admin had it, and change other fields', async () => {
    const name = { firstName: 'Same', lastName: `Name${role}` }
    const { body } = await w.call('ada', 'POST', '/api/users', person(name, role))
    const admin = await w.call('ada', 'POST', '/api/users', person(name, 'admin'))
    expect(admin.status).toBe(201)
    const card = `/api/users/${body.id}`
    expect((await w.call('ada', 'PUT', card, { phone: '5' })).status).toBe(200)
    expect((await w.call('ada', 'PUT', card, { ...name, phone: '6' })).status).toBe(200)
    expect(await w.call('ada', 'POST', '/api/users', person(name, role))).toMatchObject(refused)
    await w.call('ada', 'DELETE', `/api/users/${admin.body.id}`)
    expect((await w.call('ada', 'POST', '/api/users', person(name, role))).status).toBe(201)
  })
})

test('two admins may have the same name, and one of them may become a client', async () => {
  const name = { firstName: 'Twin', lastName: 'Reyes' }
  const [one, two] = [
    await w.call('ada', 'POST', '/api/users', person(name, 'admin')),
    await w.call('ada', 'POST', '/api/users', person(name, 'admin')),
  ]
  expect([one.status, two.status]).toEqual([201, 201])
  expect((await w.call('ada', 'PUT', `/api/users/${two.body.id}`, { role: 'client' })).status).toBe(
    200,
  )
})

describe('an import', () => {
  const send = (kind: string, text: string) =>
    w.upload(
      'ada',
      `/api/imports/${kind}`,
      { field: 'file', content: Buffer.from(text), name: 'list.csv', type: 'text/csv' },
      { dryRun: 'false' },
    )

  test.each(['customers', 'subcontractors'])(
    'of %s rejects the row, and adds the others',
    async (kind) => {
      const text = `First Name,Last Name,Specialty,Email\nÁda,Adler,Tile,x${kind}@example.com\nKay,Lund,Tile,y${kind}@example.com\n`
      const { status, body } = await send(kind, text)
      expect(status).toBe(200)
      expect([body.added, body.problems]).toEqual([
        1,
        [
          {
            row: 2,
            cells: expect.anything(),
            reasons: [{ field: 'firstName', message: 'This is the name of an admin' }],
          },
        ],
      ])
    },
  )

  test('of jobs adds the job without a client who has the name of an admin', async () => {
    const text = `Name,Address,Customer,Customer Email\nBarn,1 Elm St,Ada Adler,ada.adler@example.org\n`
    const { body } = await send('jobs', text)
    expect([body.added, body.newClients, body.unlinked]).toEqual([
      1,
      0,
      [{ row: 2, reason: 'Ada Adler is the name of an admin' }],
    ])
  })
})
