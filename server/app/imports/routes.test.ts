import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { type Expected, roster } from '../../testing/roster.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(events)
  await w.db.delete(jobs)
  await w.db.delete(users).where(sql`email not similar to '(ada|sam|sue|cleo|carl)@example.com'`)
})

type Kind = 'subcontractors' | 'customers' | 'jobs'
const send = (
  kind: Kind,
  content: string | Buffer,
  fields: Record<string, string> = {},
  name: Name | 'nobody' = 'ada',
) =>
  w.upload(
    name,
    `/api/imports/${kind}`,
    { field: 'file', content: Buffer.from(content), name: 'list.csv', type: 'text/csv' },
    { dryRun: 'false', ...fields },
  )
const dry = { dryRun: 'true' }
const emails = async () =>
  (await w.db.select({ email: users.email }).from(users)).map(({ email }) => email)
const publishedEvents = () => w.db.select().from(events)

interface Problem {
  row: number
  cells: string[]
  reasons: { field: string | null; message: string }[]
}
function expectFaults(problems: Problem[], expected: Expected[]) {
  expect(problems.map(({ row }) => row)).toEqual(expected.map(({ row }) => row))
  for (const [index, { field, message }] of expected.entries()) {
    expect(problems[index]?.reasons).toEqual([{ field, message: expect.stringMatching(message) }])
  }
}

describe('five hundred subs, twenty of them faulty', () => {
  const { file, expected } = roster()

  test('the dry run names each row and reason, and changes nothing', async () => {
    expect(expected).toHaveLength(20)
    const before = await emails()
    const { status, body } = await send('subcontractors', file, dry)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ dryRun: true, rows: 500, added: 480, existing: [], missing: [] },
      columns: ['First Name', 'Last Name', 'Email', 'Trade', 'Phone'],
      mapping: { firstName: 0, lastName: 1, email: 2, specialty: 3, phone: 4 },
    })
    expect(body.sample).toHaveLength(3)
    expectFaults(body.problems, expected)
    expect(await emails()).toEqual(before)
    expect(await publishedEvents()).toEqual([])
  })

  test('the import adds 480 with one event, and none on repeat', async () => {
    const first = await send('subcontractors', file)
    expect(first.body).toMatchObject({ dryRun: false, added: 480, existing: [] })
    expectFaults(first.body.problems, expected)
    const list = (await w.call('ada', 'GET', '/api/subcontractors')).body
    expect(list).toHaveLength(482)
    expect(list).toContainEqual(
      expect.objectContaining({
        ...{
          firstName: 'Mary, Jo',
          lastName: 'Sub 4',
          email: 'sub4@example.com',
          specialty: 'Electrical',
        },
        ...{ phone: null, role: 'subcontractor', isInvited: false, hasJoined: false },
      }),
    )
    expect(list).toContainEqual(
      expect.objectContaining({
        ...{ firstName: 'Al "Buzz"', specialty: 'Plumbing & heating', phone: '+1 (630) 555-0033' },
      }),
    )
    expect(await publishedEvents()).toMatchObject([
      {
        name: 'person.imported',
        actorId: w.idOf('ada'),
        detail: { kind: 'subcontractors', count: 480 },
      },
    ])

    const again = await send('subcontractors', file)
    expect(again.body).toMatchObject({ added: 0 })
    expect(again.body.existing).toHaveLength(480)
    expectFaults(again.body.problems, expected)
    expect((await w.call('ada', 'GET', '/api/subcontractors')).body).toHaveLength(482)
    expect(await publishedEvents()).toHaveLength(1)
  })

  test('four concurrent imports add each of them once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('subcontractors', file)))
    expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 0, 0, 480])
    const all = (await emails()).filter((email) => email?.startsWith('sub'))
    expect(all).toHaveLength(480)
    expect(new Set(all).size).toBe(480)
  })
})

describe('people', () => {
  const row = (email: string) => `Ned,Noor,${email},Roofing\n`
  const head = 'First,Last,Email,Trade\n'

  test('leaves existing people as they are, and reports an address of another role', async () => {
    const { body } = await send(
      'subcontractors',
      head + row('SAM@example.com') + row('cleo@example.com') + row('n@x.org'),
    )
    expect(body).toMatchObject({ added: 1, existing: [2], rows: 3 })
    expect(body.problems).toEqual([
      {
        row: 3,
        cells: ['Ned', 'Noor', 'cleo@example.com', 'Roofing'],
        reasons: [{ field: 'email', message: 'This email address belongs to a client already' }],
      },
    ])
    expect((await w.call('ada', 'GET', `/api/users/${w.idOf('sam')}`)).body).toMatchObject({
      firstName: 'Sam',
    })
  })

  test('accepts the address of a removed person', async () => {
    expect((await send('customers', head + row('gone@example.com'))).body.added).toBe(1)
    const [removed] = (await w.call('ada', 'GET', '/api/users?search=gone')).body
    expect((await w.call('ada', 'DELETE', `/api/users/${removed.id}`)).status).toBe(204)
    expect((await send('customers', head + row('gone@example.com'))).body).toMatchObject({
      added: 1,
      existing: [],
    })
  })

  test('accepts a valid row with the address of a faulty one', async () => {
    const { body } = await send(
      'customers',
      `First,Last,Email\n,Noor,n@example.com\nNed,Noor,N@example.com\n`,
    )
    expect(body).toMatchObject({ added: 1, problems: [{ row: 2 }] })
  })

  test('adds customers as clients without a specialty, and reports every reason of a row', async () => {
    const { body } = await send(
      'customers',
      'Given name;Surname;E-Mail\nMia;Moss;mia@example.com\n;;nobody\n',
    )
    expect(body).toMatchObject({ added: 1, rows: 2 })
    expect(body.problems[0].reasons).toEqual([
      { field: 'firstName', message: 'First name is required' },
      { field: 'lastName', message: 'Last name is required' },
      { field: 'email', message: 'Enter a valid email address' },
    ])
    const people = (await w.call('ada', 'GET', '/api/users?search=mia')).body
    expect(people).toMatchObject([
      { firstName: 'Mia', lastName: 'Moss', role: 'client', specialty: null },
    ])
  })

  test('splits full names', async () => {
    const list =
      'Name,Email\nMia Moss,mia@example.com\nCher,cher@example.com\n,x@example.com\n=a b,y@example.com\n'
    const { body } = await send('customers', list)
    expect(body).toMatchObject({ added: 1, missing: [] })
    expect(body.problems.map(({ reasons }: Problem) => reasons)).toEqual([
      [{ field: 'fullName', message: 'Needs a first and a last name' }],
      [{ field: 'fullName', message: 'Full name is required' }],
      [{ field: 'fullName', message: 'Begins with =, which a spreadsheet runs as a formula' }],
    ])
    const people = (await w.call('ada', 'GET', '/api/users?search=mia')).body
    expect(people).toMatchObject([{ firstName: 'Mia', lastName: 'Moss' }])
  })

  test('uses the chosen mapping, and reads no row without a required column', async () => {
    const list = 'Given,What,Where,Who\nNed,Roofing,n@example.com,Noor\n'
    const preview = await send('subcontractors', list, dry)
    expect(preview.body).toMatchObject({
      ...{
        added: 0,
        problems: [],
        rows: 1,
        missing: ['firstName', 'lastName', 'specialty'],
        mapping: {},
      },
    })
    expect((await send('subcontractors', list)).body).toMatchObject({
      code: 'invalid',
      fields: { columns: expect.stringContaining('firstName') },
    })
    const columns = JSON.stringify({
      firstName: 0,
      lastName: 3,
      email: 2,
      specialty: 1,
      phone: 99,
      role: 0,
    })
    expect((await send('subcontractors', list, { columns })).body).toMatchObject({
      added: 1,
      missing: [],
    })
    const [ned] = (await w.call('ada', 'GET', '/api/users?search=n@example.com')).body
    expect(ned).toMatchObject({
      firstName: 'Ned',
      lastName: 'Noor',
      role: 'subcontractor',
      phone: null,
    })
  })
})

describe('jobs', () => {
  const head = 'Job\tAddress\tStatus\tAmount\tStart\tEnd\tClient\tEmail\tNotes\n'
  const porch =
    'Porch\t7 Elm St, Batavia\tIn Progress\t$48,250.75\t3/5/2026\t2026-04-01\tMia Moss\tmia@example.com\t\n'

  test('are read exactly, and unchanged on repeat', async () => {
    expect((await send('jobs', head + porch)).body).toMatchObject({ added: 1, problems: [] })
    const list = async () => (await w.call('ada', 'GET', '/api/jobs')).body
    expect(await list()).toMatchObject([
      {
        ...{
          name: 'Porch',
          address: '7 Elm St, Batavia',
          status: 'in_progress',
          approvedAmount: 4_825_075,
        },
        ...{
          startDate: '2026-03-05',
          endDate: '2026-04-01',
          customerName: 'Mia Moss',
          progress: 0,
        },
        ...{ customerEmail: 'mia@example.com', notes: null, clientId: null },
      },
    ])
    const again = await send(
      'jobs',
      `${head} PORCH \t7 elm st, batavia\t\t\t\t\t\t\t\nPorch\t9 Elm St\t\t\t\t\t\t\t\n`,
    )
    expect(again.body).toMatchObject({ added: 1, existing: [2] })
    expect(await list()).toHaveLength(2)
    expect(await publishedEvents()).toMatchObject([
      { name: 'job.imported' },
      { name: 'job.imported', jobId: null },
    ])
  })

  test('reports what is wrong', async () => {
    const wrong = [
      'Deck\t1 Elm\t=1+1\t\t\t\t\t\t',
      'Deck\t1 Elm\t\t-5\t\t\t\t\t',
      'Deck\t1 Elm\t\t\t2026-04-01\t2026-03-01\t\t\t',
      'Deck\t1 Elm\t\t\t2/30/2026\t\t\t\t',
      'Deck\t1 Elm\t\t\t\t\t\tnobody\t',
      'Deck\t1 Elm\t\t9999999999\t\t\t\t\t',
      'Deck\t1 Elm\t\t\t\t\t\t\t',
      'deck\t1 ELM\t\t\t\t\t\t\t',
    ]
    const { body } = await send('jobs', head + wrong.join('\n'), dry)
    expect(body.added).toBe(1)
    expect(
      body.problems.map(({ row, reasons }: Problem) => [
        row,
        reasons[0]?.field,
        reasons[0]?.message,
      ]),
    ).toEqual([
      [2, 'status', 'Begins with =, which a spreadsheet runs as a formula'],
      [3, 'approvedAmount', 'Amounts cannot be negative'],
      [4, 'endDate', 'The end date cannot be before the start date'],
      [5, 'startDate', 'Enter a date such as 2026-03-05 or 3/5/2026'],
      [6, 'customerEmail', 'Enter a valid email address'],
      [7, 'approvedAmount', 'That amount is too large'],
      [9, null, 'The same name and address as in row 8'],
    ])
  })

  test('are added once by two concurrent imports', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Job ${n}\t${n} Elm St\t\t\t\t\t\t\t\n`)
    const file = head + rows.join('')
    const answers = await Promise.all([
      send('jobs', file),
      send('jobs', head + rows.reverse().join('')),
    ])
    expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 300])
    expect((await w.call('ada', 'GET', '/api/jobs')).body).toHaveLength(300)
  })
})

describe('an import is rejected for', () => {
  const head = 'First,Last,Email,Trade\n'
  test.each([
    ['5,001 rows', `${head}${'Ned,Noor,n@example.com,Roofing\n'.repeat(5001)}`, 413, 'tooManyRows'],
    ['a file of more than 2 MB', `${head}${'x'.repeat(2.1 * 1024 * 1024)}`, 413, 'fileTooLarge'],
    ['a file of 4 MB', 'x'.repeat(4 * 1024 * 1024), 413, 'tooLarge'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415, 'notCsv'],
    ['a workbook', 'PK\u0003\u0004 and so on', 415, 'notCsv'],
    ['UTF-16 without a byte order mark', Buffer.from(head, 'utf16le'), 415, 'notCsv'],
    ['10,000 columns', ','.repeat(9_999).concat('x\n1\n'), 400, 'malformedCsv'],
    [
      'a quote that is never closed',
      `${head}"Ned,Noor,n@example.com,Roofing\n`,
      400,
      'malformedCsv',
    ],
    ['nothing', '', 400, 'invalid'],
  ])('%s', async (_, content, status, code) => {
    for (const fields of [dry, {}]) {
      const answer = await send('subcontractors', content, fields)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
    expect(await publishedEvents()).toEqual([])
  })

  test.each([
    ['a missing dryRun', { dryRun: '' }],
    ['columns that are not JSON', { columns: '{' }],
    ['columns that are a list', { columns: '[0]' }],
    ['a column that is not a number', { columns: '{"email":"2"}' }],
    ['a column before the first', { columns: '{"email":-1}' }],
    ['a column of 1e308', { columns: '{"email":1e308}' }],
    ['statuses that are not JSON', { statuses: '{' }],
    ['statuses that are a list', { statuses: '["completed"]' }],
    ['an unknown status', { statuses: '{"Late":"late"}' }],
    ['statuses that are too long', { statuses: JSON.stringify({ Late: 'x'.repeat(16_000) }) }],
    ['an invalid addClients', { addClients: 'maybe' }],
    ['a column for two fields', { columns: '{"firstName":0,"lastName":1,"phone":2,"fax":2}' }],
    ['a trade that is a formula', { trade: '=cmd()' }],
    ['a trade that is a formula behind a quote', { trade: "'=cmd()" }],
    ['a trade that is too long', { trade: 'x'.repeat(101) }],
    ['a trade that cannot be stored', { trade: 'a\0b' }],
  ])('%s', async (_, fields) => {
    for (const form of [fields, { ...dry, ...fields }])
      expect(await send('subcontractors', head, form)).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
  })

  test('one column for two fields, naming both', async () => {
    const columns = '{"firstName":0,"lastName":1,"email":2,"otherEmail":2}'
    expect((await send('customers', head, { columns })).body.fields).toEqual({
      columns: 'Email is chosen for several fields: Email, Other email',
    })
  })

  test.each([
    ['a row of 10,000 cells', `${head}${'x,'.repeat(10_000)}\n`],
    [
      'a first row with names of object members',
      '__proto__,constructor,toString,hasOwnProperty\n1,2,3,4\n',
    ],
    ['a line of separators', `${head}${','.repeat(1_000_000)}\n`],
    ['a megabyte of quotes', `${head}${'"'.repeat(1_000_000)}\n`],
    ['noise', Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * n * 31 + n * 7) % 256))],
  ])('%s, or adds nothing, without a server error', async (_, content) => {
    const answer = await send('subcontractors', content, dry)
    expect(answer.status).toBeLessThan(500)
    if (answer.status === 200) expect(answer.body.added).toBe(0)
  })

  test('JSON instead of a file', async () => {
    const answer = await w.call('ada', 'POST', '/api/imports/jobs', { dryRun: 'true' })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupportedType' } })
  })

  test('people who are not admins, before anything is read', async () => {
    for (const kind of ['subcontractors', 'customers', 'jobs'] as const) {
      for (const name of ['sam', 'cleo'] as const) {
        expect(await send(kind, 'x', dry, name)).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        })
      }
      expect((await send(kind, 'x', dry, 'nobody')).status).toBe(401)
    }
    expect(
      (await w.upload('ada', '/api/imports/photos', { field: 'file', content: Buffer.from('x') }))
        .status,
    ).toBe(404)
  })
})
