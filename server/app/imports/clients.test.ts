import type { ImportReport } from '@plumbline/contract/imports.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../schema/audit.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { customers } from './people.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
const clear = async () => {
  await w.db.delete(jobs)
  await w.db
    .delete(users)
    .where(sql`email is null or email not similar to '(ada|sam|sue|cleo|carl)@example.com'`)
}
beforeEach(clear)

async function send(
  kind: 'customers' | 'jobs',
  content: string,
  fields: Record<string, string> = {},
): Promise<ImportReport> {
  const { status, body } = await w.upload(
    'ada',
    `/api/imports/${kind}`,
    { field: 'file', content: Buffer.from(content), name: 'list.csv', type: 'text/csv' },
    { dryRun: 'false', ...fields },
  )
  expect(status).toBe(200)
  return body
}
const dry = { dryRun: 'true' }
const head = 'Name,Address,Client,Client Email,Client Phone\n'
const jobList = async (): Promise<Job[]> => (await w.call('ada', 'GET', '/api/jobs')).body
const jobCalled = async (name: string) => (await jobList()).find((job) => job.name === name)
const clientsOf = async () =>
  Object.fromEntries((await jobList()).map(({ name, clientName }) => [name, clientName]))

describe('the clients of jobs', () => {
  const shared = '612-555-7700'
  const twoOf = (reason: string) => [2, 3].map((row) => ({ row, reason }))
  /** Lists of several customers, the client of each job, and the rows without one. */
  const several: readonly (readonly [
    name: string,
    rows: readonly string[],
    clients: Readonly<Record<string, string | null>>,
    unlinked: ImportReport['unlinked'],
  ])[] = [
    [
      'a phone under two names',
      [`roof,1 A,Ann Able,,${shared}`, `bath,2 B,Bob Baker,bob@example.com,${shared}`],
      { roof: null, bath: 'Bob Baker' },
      [{ row: 2, reason: `${shared} is the phone of several customers` }],
    ],
    [
      'a made-up phone',
      ['a,1 A,Ann Alpha,,000-000-0000', 'b,2 B,Bob Beta,,000-000-0000'],
      { a: null, b: null },
      twoOf('000-000-0000 is not enough to tell customers apart'),
    ],
    [
      'a made-up phone of one name',
      ['a,1 A,Ann Alpha,,(123) 456-7890', 'b,2 B,Ann Alpha,,1234567890'],
      { a: null, b: null },
      [
        { row: 2, reason: '(123) 456-7890 is not enough to tell customers apart' },
        { row: 3, reason: '1234567890 is not enough to tell customers apart' },
      ],
    ],
    [
      'an email address under two names',
      ['a,1 A,Carl One,none@none.com,', 'b,2 B,Dora Two,NONE@none.com,612 555 0100'],
      { a: null, b: null },
      [
        { row: 2, reason: 'none@none.com is the email address of several customers' },
        { row: 3, reason: 'NONE@none.com is the email address of several customers' },
      ],
    ],
    [
      'rows between two others',
      [
        'a,1 A,Ann Ash,,612 555 0100',
        'b,2 B,Bo Birch,,"612 555 0100, 612 555 0111"',
        'c,3 C,Cy Cedar,,612 555 0111',
      ],
      { a: null, b: null, c: null },
      [
        { row: 2, reason: '612 555 0100 is the phone of several customers' },
        { row: 3, reason: '612 555 0100 is the phone of several customers' },
        { row: 4, reason: '612 555 0111 is the phone of several customers' },
      ],
    ],
    [
      'a short name between two others',
      [
        'a,1 A,Ann Ash,,612 555 0100',
        'b,2 B,Ash,,"612 555 0100, 612 555 0111"',
        'c,3 C,Bo Ash,bo@example.com,612 555 0111',
      ],
      { a: null, b: null, c: 'Bo Ash' },
      [
        { row: 2, reason: '612 555 0100 fits more than one customer' },
        { row: 3, reason: '612 555 0100 fits more than one customer' },
      ],
    ],
    [
      'an extension and a number without area code',
      [
        'a,1 A,Ann Ash,,612 555 0100 x 1',
        'b,2 B,Ann Ash,,612 555 0100 #2',
        'c,3 C,Ann Ash,,555-0188',
      ],
      { a: null, b: null, c: null },
      [
        { row: 2, reason: '612 555 0100 x 1 is not enough to tell customers apart' },
        { row: 3, reason: '612 555 0100 #2 is not enough to tell customers apart' },
        { row: 4, reason: '555-0188 is not enough to tell customers apart' },
      ],
    ],
    [
      'names that agree',
      [
        'a,1 A,"Okafor, Maria",,612 555 0100',
        'b,2 B,MARIA OKAFOR,maria@example.com,612-555-0100',
        'c,3 C,Oak Dental (Maria Okafor),,6125550100',
        'd,4 D,,maria@example.com,',
      ],
      { a: 'Maria Okafor', b: 'Maria Okafor', c: 'Maria Okafor', d: 'Maria Okafor' },
      [],
    ],
    [
      'a row without a name',
      ['a,1 A,,,612 555 0100', 'b,2 B,Ann Ash,,612 555 0100', 'c,3 C,,who@example.com,'],
      { a: null, b: 'Ann Ash', c: null },
      [
        { row: 2, reason: 'There is no customer name to go with 612 555 0100' },
        { row: 4, reason: 'There is no customer name to go with who@example.com' },
      ],
    ],
  ]
  test.each(several)('of several customers: %s', async (_, rows, clients, unlinked) => {
    const size = new Set(Object.values(clients)).size - (unlinked.length > 0 ? 1 : 0)
    const preview = await send('jobs', head + rows.join('\n'), dry)
    expect(preview).toMatchObject({ newClients: size, unlinked })
    const done = await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(done).toMatchObject({ newClients: size, unlinked, links: preview.links })
    expect(await clientsOf()).toEqual(clients)
    const list = await jobList()
    expect(list.filter(({ customerEmail }) => customerEmail?.startsWith('bob'))).toHaveLength(
      rows.filter((row) => row.includes('bob@')).length,
    )

    await clear()
    await send('jobs', head + [...rows].reverse().join('\n'), { addClients: 'true' })
    expect(await clientsOf()).toEqual(clients)
  })

  test('are linked by phone only to a client of the same name or company', async () => {
    await send(
      'customers',
      'First,Last,Company,Email,Phone\nZed,Zero,,zed@example.com,612 555 0100\nRosa,Lund,Oak Dental,,612 555 0101\n',
    )
    const rows = [
      'a,1 A,Gina Gamma,,6125550100',
      'b,2 B,OAK DENTAL,,612 555 0101',
      'c,3 C,"Oak Dental (Rosa Lund)",,612 555 0101',
      'd,4 D,"Lund, Rosa",,612 555 0101',
    ]
    const report = await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(report).toMatchObject({
      ...{ linked: 3, newClients: 0 },
      unlinked: [{ row: 2, reason: '6125550100 is the phone of several customers' }],
    })
    const lund = 'Rosa Lund'
    expect(await clientsOf()).toEqual({ a: null, b: lund, c: lund, d: lund })
    expect(await jobCalled('a')).toMatchObject({ customerEmail: null, customerAddress: null })
  })

  test('a dry run lists the client of each job, and the import links them as chosen', async () => {
    await send('customers', 'First,Last,Email\nAnn,Ash,ann@example.com\n')
    const rows = [
      'a,1 A,Somebody,ANN@example.com,',
      'b,2 B,Bo Birch,,612 555 0100',
      'c,3 C,Bo Birch,bo@example.com,612 555 0100',
    ]
    const ann = { row: 2, client: 'Ann Ash', by: 'email', isNew: false } as const
    const bo = { client: 'Bo Birch', isNew: true } as const
    const links = [ann, { row: 3, by: 'phone', ...bo }, { row: 4, by: 'email', ...bo }]
    const file = head + rows.join('\n')
    const people = await w.db.$count(users)
    for (const addClients of ['false', 'true'])
      expect(await send('jobs', file, { ...dry, addClients })).toMatchObject({
        ...{ linked: 1, newClients: 1, links },
      })
    expect(await w.db.$count(users)).toBe(people)
    expect(await jobList()).toEqual([])
    expect(await send('jobs', file)).toMatchObject({ linked: 1, links: [ann], unlinked: [] })
  })
})

describe('customers of open jobs', () => {
  const file = 'First,Last,Email\nAnn,Ash,ANN@example.com\nBo,Birch,bo@example.com\n'
  const addJobs = async () => {
    const ann = { address: 'Elm St', customerEmail: 'ann@Example.com' }
    await w.db.insert(jobs).values([
      { ...ann, name: 'deck' },
      { ...ann, name: 'bath' },
      { ...ann, name: 'done', status: 'completed' },
      { ...ann, name: 'taken', clientId: w.idOf('cleo') },
      { ...ann, name: 'other', customerEmail: 'zed@example.com' },
    ])
  }
  const found = { row: 2, client: 'Ann Ash', by: 'email', isNew: true } as const
  const links = [
    { ...found, job: 'bath' },
    { ...found, job: 'deck' },
  ]

  test('become their clients, which the audit log says', async () => {
    await addJobs()
    expect(await send('customers', file, dry)).toMatchObject({ added: 2, linked: 0, links })
    expect(await send('customers', file, { linkJobs: 'true' })).toMatchObject({ linked: 2, links })
    const nobody = { other: null, done: null }
    expect(await clientsOf()).toEqual({
      ...{ ...nobody, deck: 'Ann Ash', bath: 'Ann Ash', taken: expect.stringContaining('Cleo') },
    })
    const rows = await w.db.select().from(auditEntries)
    const changed = rows.filter(({ action }) => action === 'job.clientChanged')
    expect(changed.map(({ subject, detail }) => [subject, detail]).sort()).toEqual([
      ['bath', { from: null, to: 'Ann Ash' }],
      ['deck', { from: null, to: 'Ann Ash' }],
    ])
  })

  test('stay without a client if that is turned off', async () => {
    await addJobs()
    expect(await send('customers', file, { linkJobs: 'false' })).toMatchObject({
      ...{ added: 2, linked: 0, links: [] },
    })
    expect(await clientsOf()).toMatchObject({ deck: null, bath: null })
  })

  test('are locked before a customer is, and one that gets a client meanwhile stays with them', async () => {
    await addJobs()
    const contacts = [{ name: 'Ann Ash', email: 'ann@example.com' }]
    const customer = { name: 'Ann Ash', contacts }
    const { body: known } = await w.call('ada', 'POST', '/api/customers', customer)
    const holder = await w.pool.connect()
    try {
      await holder.query(`begin; select from jobs where name = 'deck' for update`)
      const imported = send('customers', file, { linkJobs: 'true' })
      const waits = async () =>
        (
          await w.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount
      await expect.poll(waits).toBe(1)
      // Fails if the import holds the customer.
      await holder.query('select from customers where id = $1 for update nowait', [known.id])
      await holder.query(`update jobs set client_id = $1 where name = 'deck'`, [w.idOf('carl')])
      await holder.query('commit')
      expect(await imported).toMatchObject({ linked: 1, links: [links[0]] })
    } finally {
      holder.release(true)
    }
    expect(await clientsOf()).toMatchObject({
      ...{ bath: 'Ann Ash', deck: expect.stringContaining('Carl') },
    })
  })
})

describe('an email address that is taken during an import', () => {
  const context = { dryRun: false, addClients: true, now: new Date('2026-11-23T12:00:00Z') }
  const source = { person: null, ip: null, log: console }
  const actor = () => ({ ...context, actorId: w.idOf('ada'), source })

  test('rejects only its own row', async () => {
    const name = { firstName: 'Ann', lastName: 'Ash', role: 'client' } as const
    const rows = [
      { row: 2, value: { ...name, email: 'cleo@example.com' } },
      { row: 3, value: { ...name, email: 'ann@example.com' } },
      { row: 4, value: { ...name, email: null } },
    ]
    const report = await customers.add(w.db, rows, actor())
    expect(report).toMatchObject({
      ...{ added: 2, withoutEmail: 1, invitable: [expect.any(String)] },
      refused: new Map([[2, 'This email address was taken in the meantime; import the row again']]),
    })
  })
})
