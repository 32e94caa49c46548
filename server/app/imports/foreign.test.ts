import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { csvLine } from '@plumbline/contract/csv.ts'
import type { ImportReport } from '@plumbline/contract/imports.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { Member } from '@plumbline/contract/people.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(events)
  await w.db.delete(jobs)
  await w.db
    .delete(users)
    .where(sql`email is null or email not similar to '(ada|sam|sue|cleo|carl)@example.com'`)
})

type Kind = 'subcontractors' | 'customers' | 'jobs'
const fileOf = (name: string) =>
  readFile(new URL(`../../testing/lists/${name}.csv`, import.meta.url))
const dry = { dryRun: 'true' }

const post = (kind: Kind, content: string | Buffer, fields: Record<string, string> = {}) =>
  w.upload(
    'ada',
    `/api/imports/${kind}`,
    { field: 'file', content: Buffer.from(content), name: 'list.csv', type: 'text/csv' },
    { dryRun: 'false', ...fields },
  )
/** Imports a file. @returns the report of the import, which has to succeed */
async function send(...facts: Parameters<typeof post>): Promise<ImportReport> {
  const { status, body } = await post(...facts)
  expect([status, body.code]).toEqual([200, undefined])
  return body
}
const everybody = async (search: string): Promise<Member[]> =>
  (await w.call('ada', 'GET', `/api/users?search=${encodeURIComponent(search)}`)).body
const person = async (search: string) => (await everybody(search))[0]
const jobList = async (): Promise<Job[]> => (await w.call('ada', 'GET', '/api/jobs')).body
const jobCalled = async (name: string) => (await jobList()).find((job) => job.name === name)
const reasonsOf = ({ problems }: ImportReport) =>
  problems.map(({ row, reasons }) => [row, ...reasons.map(({ message }) => message)])

/** The choices of a user: the suggested statuses, and the given one for the others. */
const chosen = ({ statuses }: ImportReport, rest = 'on_hold') => ({
  statuses: JSON.stringify(
    Object.fromEntries(statuses.map(({ value, status }) => [value, status ?? rest])),
  ),
})

/**
 * A list that another tool exports, and the result of importing it if cleo@example.com is a client.
 */
interface ForeignList {
  readonly file: string
  readonly kind: Kind
  /** The name of the source that is recognized. */
  readonly name: string
  readonly rows: number
  readonly added: number
  /** The number of new clients in its jobs. */
  readonly newClients: number
  readonly rejected: readonly (readonly [row: number, ...reasons: string[]])[]
}
const foreignLists: readonly ForeignList[] = JSON.parse(
  readFileSync(new URL('../../testing/lists/lists.json', import.meta.url), 'utf8'),
)

describe('what spreadsheets leave', () => {
  test('names that begin like a formula come back from our own list as they were', async () => {
    const names: readonly string[][] = [
      ['=Ann', '@Home'],
      ['-Lee', '+1 Crew'],
      ['Bo', '=Lund'],
    ]
    const head = ['First name', 'Last name', 'Email', 'Company']
    const rows = names.map(([first = '', last = ''], n) => [
      ...[first, last, `p${n}@example.com`, `=Co ${n}`],
    ])
    const list = [head, ...rows].map(csvLine).join('')
    expect(await send('customers', list)).toMatchObject({ added: 3, problems: [] })
    const found = await everybody('=Co')
    expect(await everybody('p0@')).toMatchObject([{ firstName: '=Ann', lastName: '@Home' }])
    expect(await everybody('p1@')).toMatchObject([{ firstName: '-Lee', company: '=Co 1' }])
    expect(await everybody('p2@')).toMatchObject([{ firstName: 'Bo', lastName: '=Lund' }])
    expect(found).toEqual([])
    const whole = [
      ['Name', 'Email'],
      ['=Ann Lee', 'p4@example.com'],
    ]
      .map(csvLine)
      .join('')
    expect(await send('customers', whole)).toMatchObject({ added: 1 })
    expect(await everybody('p4@')).toMatchObject([{ firstName: '=Ann', lastName: 'Lee' }])
    const job = [
      ['Name', 'Address'],
      ['=Attic', '@1 Elm'],
    ]
      .map(csvLine)
      .join('')
    expect(await send('jobs', job)).toMatchObject({ added: 1 })
    expect(await jobCalled('=Attic')).toMatchObject({ address: '@1 Elm' })
  })

  test('a completed job is at 100 %, unless the list has its progress', async () => {
    const list = `Name,Address,Status,Progress
Attic,1 Elm,Completed,
Deck,2 Elm,Completed,95%
Porch,3 Elm,In progress,40
Shed,4 Elm,In progress,
Fence,5 Elm,Closed,
`
    const choices = { statuses: JSON.stringify({ Closed: 'completed' }) }
    expect(await send('jobs', list, choices)).toMatchObject({ added: 5 })
    const progress = (await jobList()).map((job) => [job.name, job.progress])
    expect(Object.fromEntries(progress)).toEqual({
      ...{ Attic: 100, Deck: 95, Porch: 40, Shed: 0, Fence: 100 },
    })
  })

  test('both of a couple with one email address are added, one of them under it', async () => {
    const list = `First name,Last name,Email,Phone
Rosa,Lund,lund@example.com,612 555 0103
Per,Lund,LUND@example.com,612 555 0103
Lund,Rosa,lund@example.com,
Per,Lund,lund@example.com,612-555-0103
`
    const report = await send('customers', list)
    expect(report).toMatchObject({ added: 2, withoutEmail: 1 })
    expect(reasonsOf(report)).toEqual([
      [4, 'The same email address as in row 2'],
      [5, 'The same person as in row 3'],
    ])
    expect(await everybody('lund')).toMatchObject([
      {
        ...{ firstName: 'Per', email: null, phone: '612 555 0103' },
        officeNotes: 'Email shared with Rosa Lund: LUND@example.com',
      },
      { firstName: 'Rosa', email: 'lund@example.com', officeNotes: null },
    ])
    expect(await send('customers', list)).toMatchObject({ added: 0, existing: [2, 3] })
  })

  test('the row of the column names can be chosen', async () => {
    const list = 'Our customers\nOf 2026\nFirst name;Last name\nAnn;Lee\nBo;Moe\n'
    const guessed = await send('customers', list, dry)
    expect(guessed).toMatchObject({ headRow: 1, columns: ['Our customers'] })
    expect(guessed.firstRows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5])
    const report = await send('customers', list, { headRow: '3' })
    expect(report).toMatchObject({ headRow: 3, columns: ['First name', 'Last name'], added: 2 })
    for (const headRow of ['0', '13', '1.5', 'x', '9'])
      expect(await post('customers', list, { headRow })).toMatchObject({
        status: 400,
        body: { fields: { headRow: expect.any(String) } },
      })
  })
})

describe('the lists of other tools', () => {
  test.each(foreignLists)(
    '$file',
    async ({ file, kind, name, rows, added, newClients, rejected }) => {
      const content = await fileOf(file)
      const preview = await send(kind, content, dry)
      expect(preview).toMatchObject({
        source: { name, kind },
        missing: [],
        rows,
        added,
        newClients,
      })
      expect(reasonsOf(preview)).toEqual(rejected)
      expect(await w.db.$count(jobs)).toBe(0)

      const choices = { ...chosen(preview), addClients: 'true' }
      const first = await send(kind, content, choices)
      expect(first).toMatchObject({ dryRun: false, rows, added, newClients, existing: [] })
      expect(reasonsOf(first)).toEqual(rejected)
      expect(first.invitable).toHaveLength(
        kind === 'jobs' ? newClients - 1 : added - first.withoutEmail,
      )

      const again = await send(kind, content, choices)
      expect(again).toMatchObject({ added: 0, newClients: 0, invitable: [] })
      expect(again.existing).toHaveLength(added)
      expect(reasonsOf(again)).toEqual(rejected)
    },
  )

  test.each([
    [
      'UTF-8 with a byte order mark',
      (text: Buffer) => Buffer.concat([Buffer.from('\ufeff'), text]),
    ],
    [
      'UTF-16',
      (text: Buffer) =>
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.toString(), 'utf16le')]),
    ],
    [
      'a file with line feeds only',
      (text: Buffer) => Buffer.from(text.toString().replaceAll('\r\n', '\n')),
    ],
    [
      'a tab-separated file below a title with commas',
      (text: Buffer) =>
        Buffer.from(`"Oak, Elm, Ash, Inc."\n\n${text.toString().replaceAll(/,(?! )/g, '\t')}`),
    ],
  ])('are recognized in %s', async (_, written) => {
    const text = Buffer.from(
      'Vendor,Phone Numbers,Email,Address\r\nOak Tile,612 555 0100,a@example.com,1 Elm\r\n',
    )
    expect(await send('subcontractors', written(text), dry)).toMatchObject({
      ...{ source: { name: 'QuickBooks vendor contact list' }, added: 1, problems: [] },
    })
  })

  test('of expenses are not taken for subs, and a name can begin with Total', async () => {
    const expenses = 'Date,Vendor,Amount\n2026-01-01,Oak Tile,5\n'
    expect((await send('customers', expenses, dry)).source).toBeNull()
    const people = 'First,Last,Email\nTotal,Recall,t@example.com\n'
    expect(await send('customers', people, dry)).toMatchObject({ source: null, added: 1 })
    const vendor = 'Vendor,Email\nTotal Concrete,t@example.com\n'
    expect(await send('subcontractors', vendor, dry)).toMatchObject({ added: 1 })
  })

  test.each([
    ['Total,,,', 1],
    ['TOTAL,,"$1,234.00",(12.50)', 1],
    ['Grand total,-5,,', 1],
    ['Total,,total@example.com,', 2],
    ['Total,6125550100,,', 2],
    ['Total,,,1 Elm St', 2],
  ])('the last row %j is a sum only if it has amounts alone', async (last, rows) => {
    const vendors = `Vendor,Phone Numbers,Email,Address\nOak Tile,,,\n${last}\n`
    expect(await send('subcontractors', vendors, dry)).toMatchObject({ rows, added: rows })
  })

  test('are rejected when hostile, as lists of our own are', async () => {
    const head = 'Vendor,Phone Numbers,Email,Address\n'
    const wide = `${head.trim()}${',x'.repeat(300)}\n`
    expect(await post('subcontractors', wide, dry)).toMatchObject({ status: 400 })
    const long = head + 'Oak Tile,,,\n'.repeat(5001)
    expect(await post('subcontractors', long, dry)).toMatchObject({ status: 413 })
    const wrong = [
      '"Oak (=cmd X)",612 555 0100,,',
      'Oak Tile,"612 555 0100, =5550100000",,',
      'Oak Stone,,"ok@example.com, =cmd@example.com",',
      'Oak\0Wood,,,',
      'Oak =cmd|calc,,,',
      `Oak Wide,612${' '.repeat(20_000)}5550100,,`,
      `Oak Glass,,${'a@'.repeat(10_000)},`,
    ]
    const report = await send('subcontractors', head + wrong.join('\n'))
    expect(reasonsOf(report)).toEqual([
      [3, 'One of the numbers is a formula'],
      [5, 'Contains characters that cannot be stored', 'Contains characters that cannot be stored'],
      [6, 'Begins with =, which a spreadsheet runs as a formula'],
      [7, 'At most 10,000 characters'],
      [8, 'At most 10,000 characters'],
    ])
    const list = await everybody('Oak')
    for (const { firstName, lastName, email, company } of list)
      for (const text of [firstName, lastName, email ?? '', company ?? ''])
        expect(text).not.toMatch(/^[=+\-@]/)
  })
})

describe('people', () => {
  test('have the parts of a cell in their own fields, and the rest in the notes', async () => {
    await send('customers', await fileOf('quickbooks-online-customers'))
    expect(await person('amy@')).toMatchObject({
      ...{ firstName: 'Amy', lastName: 'Lauterbach', company: "Amy's Bird Sanctuary" },
      ...{ phone: '(612) 555-0101', secondPhone: '(612) 555-0102' },
      ...{ address: '4581 Finch St, Bayport, MN 55003' },
      officeNotes: 'Other email: office@example.com',
    })
    expect(await person('rosa@')).toMatchObject({
      ...{ firstName: 'Rosa', lastName: 'Lund', company: 'Oak Dental', secondPhone: null },
      officeNotes: 'Fax: (612) 555-0104\nOther address: 40 Harbor Rd, Stillwater, MN 55082',
    })
    // The customer of the list is found by both of her numbers, and shows the second one.
    const customersWith = async (number: string) =>
      (await w.call('ada', 'GET', `/api/customers?search=${number}`)).body
    const [amy] = await customersWith('555-0101')
    expect(await customersWith('612.555.0102')).toEqual([amy])
    expect((await w.call('ada', 'GET', `/api/customers/${amy.id}/people`)).body).toMatchObject([
      { firstName: 'Amy', secondPhone: '(612) 555-0102' },
    ])
    expect(await person('mary@')).toMatchObject({ lastName: 'Hansen', company: null })
    expect(await person('Lakeside')).toMatchObject({
      ...{
        firstName: 'Lakeside',
        lastName: 'Bakery of Edina',
        company: 'Lakeside Bakery of Edina',
      },
      ...{ email: null, isInvited: false, hasJoined: false },
    })
    await send('customers', await fileOf('jobber-clients'))
    expect(await person('nina@')).toMatchObject({
      address: '14 Pine St, Apt 3, Roseville, Minnesota 55113',
      officeNotes:
        'Two dogs\r\nRings twice\nOther email: n.alvarez@example.com\nOther address: 9 Shore Dr, Lindstrom, Minnesota 55045',
    })
    expect(await person('Foss')).toMatchObject({
      ...{ phone: '(612) 555-0143', secondPhone: '(612) 555-0144', email: null },
      ...{ address: '200 Foss Ave, Fridley, Minnesota 55432' },
      officeNotes: 'Other phone: 612.555.0145\nFax: (612) 555-0146',
    })
  })

  test('get an address from the billing columns of QuickBooks', async () => {
    const file =
      'Name,Email,Billing Address Line 1,Billing City,Billing State,Billing Zip\nNora Lindholm,nora.l@example.com,88 Ash Ct,Elgin,IL,60120\n'
    const { columns, mapping } = await send('customers', file)
    expect(Object.values(mapping).toSorted()).toEqual(columns.map((_, place) => place))
    expect((await person('nora.l'))?.address).toBe('88 Ash Ct, Elgin, IL 60120')
  })

  test('who are subs get private notes, and the chosen trade if they have none', async () => {
    const vendors = await fileOf('vendors')
    await send('subcontractors', vendors, { trade: 'Drywall' })
    const pat = await person('pat@')
    expect(pat).toMatchObject({ specialty: 'Drywall', company: 'Bare Drywall', officeNotes: null })
    const lou = await person('lou@')
    expect(lou).toMatchObject({ specialty: 'Roofing', officeNotes: null })
    const profile = await w.call('ada', 'GET', `/api/subcontractors/${lou?.id}`)
    expect(profile.body.notes).toMatchObject({
      text: 'Certificate ends in May\nOther email: bids@example.com',
      updatedByName: expect.stringContaining('Ada'),
    })
    const without = await send('subcontractors', 'Vendor,Email\nOak Tile,o@example.com\n', {
      ...{ trade: '', dryRun: 'true' },
    })
    expect(without).toMatchObject({ trade: null, missing: ['specialty'], added: 0 })
  })

  test('without an email address are matched by name and phone, or name and address', async () => {
    const head = 'First,Last,Email,Phone,Address\n'
    const ned = 'Ned,Ward,,(612) 555-0100,1 Elm St\n'
    expect(await send('customers', head + ned)).toMatchObject({
      added: 1,
      withoutEmail: 1,
      invitable: [],
    })
    const rows = [
      'NED,Ward,,+1 612.555.0100 ext. 5,9 Oak St',
      'Ned,Ward,ned@example.com,612-555-0100,',
      'Ned,Ward,,612 555 0101,',
      'Ned,Ward,,,1 Elm St',
      'Ned,Ward,,,1 ELM ST',
      'Ned,Ward,,,2 Elm St',
      'Nell,Ward,,612 555 0100,',
    ]
    const report = await send('customers', head + rows.join('\n'))
    expect(report).toMatchObject({ existing: [2], added: 4 })
    expect(reasonsOf(report)).toEqual([
      [3, 'The same person as in row 2'],
      [6, 'The same person as in row 5'],
    ])
    // A person with an email address does not match a row without one, unless the phone number
    // does.
    await send('customers', 'First,Last,Email\nKim,Ray,kim@example.com\n')
    expect(await send('customers', 'First,Last,Email\nKim,Ray,\n')).toMatchObject({ existing: [2] })
    expect(await send('customers', 'First,Last,Email\nKim,Ray,other@example.com\n')).toMatchObject({
      added: 1,
    })
  })

  test('whose email address is only in a later list are reported, and not changed', async () => {
    const head = 'First,Last,Email,Phone\n'
    await send('customers', `${head}Ned,Ward,,612 555 0100\nNell,Ward,nell@example.com,\n`)
    const later = `${head}Ned,Ward,ned@example.com,(612) 555-0100\nNell,Ward,NELL@example.com,\n`
    const reasons = [
      {
        field: 'email',
        message: 'This person already exists without an email address. Add it on their card.',
      },
    ]
    for (const fields of [dry, {}])
      expect(await send('customers', later, fields)).toMatchObject({
        ...{ added: 0, existing: [3], problems: [{ row: 2, reasons }] },
      })
    expect(await everybody('Ned')).toMatchObject([{ email: null }])
    const ned = await person('Ned')
    const change = { email: 'ned@example.com' }
    expect((await w.call('ada', 'PUT', `/api/users/${ned?.id}`, change)).status).toBe(200)
    expect(await send('customers', later)).toMatchObject({ existing: [2, 3], problems: [] })
  })

  test('of the same name and phone but different email addresses are two people', async () => {
    const list =
      'First,Last,Email,Phone\nJo,Berg,jo@example.com,612 555 0100\nJo,Berg,jo2@example.com,612 555 0100\n'
    expect(await send('customers', list)).toMatchObject({ added: 2, problems: [] })
    expect(await send('customers', list)).toMatchObject({ added: 0, existing: [2, 3] })
  })

  test('without an email address can be the client of a job, but cannot be invited', async () => {
    const { invitable } = await send('customers', 'First,Last\nNed,Ward\nNell,Ward\n')
    expect(invitable).toEqual([])
    const ned = await person('Ned Ward')
    const job = { name: 'Shed', address: '1 Elm St', clientId: ned?.id }
    expect(await w.call('ada', 'POST', '/api/jobs', job)).toMatchObject({
      ...{ status: 201, body: { clientName: 'Ned Ward' } },
    })
  })

  test('without email addresses are added once by five concurrent imports', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `Ned,Ward ${n},,612 555 ${1000 + n},\n`)
    const file = `First,Last,Email,Phone,Address\n${rows.join('')}`
    const reports = await Promise.all([1, 2, 3, 4, 5].map(() => send('customers', file)))
    expect(reports.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 200])
    expect(await w.db.$count(users, sql`email is null`)).toBe(200)
  })
})

describe('jobs', () => {
  test('are linked to clients imported before', async () => {
    await send('customers', await fileOf('jobber-clients'))
    const file = await fileOf('jobber-jobs')
    const preview = await send('jobs', file, dry)
    expect(preview).toMatchObject({ linked: 2, newClients: 1 })
    expect(preview.statuses).toEqual([
      { value: 'Active', rows: 3, status: 'in_progress' },
      { value: 'Requires Invoicing', rows: 1, status: 'completed' },
      { value: 'Upcoming', rows: 1, status: 'not_started' },
      { value: 'Late', rows: 1, status: 'in_progress' },
      { value: 'Waiting on permit', rows: 1, status: null },
      { value: 'Archived', rows: 1, status: 'completed' },
    ])
    await send('jobs', file, { ...chosen(preview), addClients: 'true' })
    const [nina, foss, rosa] = await Promise.all(['nina@', 'Foss', 'rosa@'].map(person))
    expect(await jobCalled('Dock stairs')).toMatchObject({
      ...{ clientId: nina?.id, status: 'completed', approvedAmount: 1_240_000, notes: null },
      ...{ startDate: '2026-03-05', endDate: '2026-03-12' },
      ...{ address: '9 Shore Dr, Lindstrom, Minnesota 55045' },
      // Taken from the client, because the row has none.
      customerAddress: '14 Pine St, Apt 3, Roseville, Minnesota 55113',
      privateNotes: 'Haggles, pays late\nJob number: 1042',
    })
    expect(await jobCalled('Job 1043')).toMatchObject({ clientId: foss?.id, privateNotes: null })
    expect(rosa).toMatchObject({ phone: '(612) 555-0103', secondPhone: '(612) 555-0151' })
    expect(await jobCalled('Reception desk')).toMatchObject({ clientId: rosa?.id })
    expect(await jobCalled('Break room')).toMatchObject({ clientId: rosa?.id, status: 'on_hold' })
    // A name alone is not enough to link a client.
    expect(await jobCalled('Tile repair')).toMatchObject({
      clientId: null,
      customerName: 'Gil Otero',
    })
  })

  test('have their customer stored, but add no client unless asked to', async () => {
    const file = await fileOf('jobtread-jobs')
    const preview = await send('jobs', file, dry)
    expect(await send('jobs', file, chosen(preview))).toMatchObject({
      ...{ added: 3, newClients: 0, linked: 0, invitable: [] },
    })
    expect(await everybody('Holt')).toEqual([])
    expect(await jobCalled('Attic')).toMatchObject({
      clientId: null,
      customerEmail: 'VERA@example.com',
    })
  })

  test('are rejected until each unknown status is mapped', async () => {
    const file =
      'Name,Address,Status\nDeck,1 Elm,Late\nPorch,2 Elm,LATE\nShed,3 Elm,Huh\nBarn,4 Elm,On Hold\n'
    const preview = await send('jobs', file, dry)
    expect(preview.statuses).toEqual([
      { value: 'Late', rows: 2, status: 'in_progress' },
      { value: 'Huh', rows: 1, status: null },
    ])
    for (const statuses of [undefined, '{}', '{"Late":"in_progress"}']) {
      const refused = await post('jobs', file, statuses ? { statuses } : {})
      expect(refused).toMatchObject({
        ...{ status: 400, body: { fields: { statuses: expect.stringContaining('Huh') } } },
      })
    }
    expect(await jobList()).toEqual([])
    const statuses = JSON.stringify({ late: 'completed', HUH: 'on_hold', Other: 'completed' })
    expect(await send('jobs', file, { statuses })).toMatchObject({ added: 4 })
    const list = await jobList()
    expect(Object.fromEntries(list.map(({ name, status }) => [name, status]))).toEqual({
      ...{ Deck: 'completed', Porch: 'completed', Shed: 'on_hold', Barn: 'on_hold' },
    })
  })

  test('list at most fifty unknown statuses', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `Job ${n},${n} Elm,Word ${n}\n`)
    const preview = await send('jobs', `Name,Address,Status\n${rows.join('')}`, dry)
    expect([preview.statuses.length, preview.added, preview.problems.length]).toEqual([50, 50, 10])
    expect(preview.problems[0]?.reasons).toEqual([{ field: 'status', message: 'Choose a status' }])
    // Choices for unreported words count, too. Our own statuses need none.
    const words = ['In Progress', ...Array.from({ length: 60 }, (_, n) => `word ${n}`)]
    const statuses = JSON.stringify(Object.fromEntries(words.map((word) => [word, 'on_hold'])))
    const file = `Name,Address,Status\n${rows.join('')}Ours,1 Oak,in progress\n`
    expect(await send('jobs', file, { statuses })).toMatchObject({ added: 61, problems: [] })
    const ours = (await jobList()).filter(({ status }) => status !== 'on_hold')
    expect(ours).toMatchObject([{ name: 'Ours', status: 'in_progress' }])
  })

  const head = 'Name,Address,Client,Client Email,Client Phone\n'
  const clientsOf = async () =>
    Object.fromEntries((await jobList()).map(({ name, clientName }) => [name, clientName]))

  test('find their client by email, then by phone in any format', async () => {
    await send(
      'customers',
      'First,Last,Email,Phone,Phone 2\nAnn,Ash,ann@example.com,(612) 555-0100,\nBo,Birch,bo@example.com,612-555-0101,1.612.555.0102\nCy,Cedar,,612 555 0103,\nFlo,Fir,,612 555 0106 x 9,\nGus,Gum,,(999) 999-9999,\nDi,Elm,di@example.com,612 555 0104,\nEd,Elm,ed@example.com,612 555 0104,\n',
    )
    const rows = [
      'email beats phone,1 Elm,X,ANN@example.com,612 555 0101',
      'phone with country,2 Elm,"ASH, Ann",,+1 (612) 555-0100',
      'second phone,3 Elm,Birch,,6125550102',
      'extension,4 Elm,Flo Fir,,+16125550106 ext. 9',
      'unknown email and known phone,5 Elm,Bo Birch,new@example.com,612.555.0101',
      'a phone of two,6 Elm,Elm,,612 555 0104',
      'a name alone,7 Elm,Ann Ash,,',
      'too few digits,8 Elm,Cy Cedar,,555-0103',
      'another country,9 Elm,Ann Ash,,+44 612 555 0100',
      'of a sub,10 Elm,Sam Sub,sam@example.com,',
      'of an admin with a known phone,11 Elm,Ann Ash,ada@example.com,612 555 0100',
      'several phones,12 Elm,Cy Cedar,,"Fax:(612) 555-0104 Phone:(612) 555-0103"',
      'made up,13 Elm,Gus Gum,,9999999999',
      'no name,14 Elm,,,612 555 0103',
    ]
    const report = await send('jobs', head + rows.join('\n'))
    expect(report).toMatchObject({ added: 14, linked: 4, newClients: 0 })
    expect(report.links).toEqual([
      { row: 2, client: 'Ann Ash', by: 'email', isNew: false },
      { row: 3, client: 'Ann Ash', by: 'phone', isNew: false },
      { row: 4, client: 'Bo Birch', by: 'phone', isNew: false },
      { row: 13, client: 'Cy Cedar', by: 'phone', isNew: false },
    ])
    expect(report.unlinked).toEqual([
      { row: 5, reason: '+16125550106 ext. 9 is not enough to tell customers apart' },
      { row: 7, reason: '612 555 0104 is the phone of several customers' },
      { row: 9, reason: '555-0103 is not enough to tell customers apart' },
      { row: 14, reason: '9999999999 is not enough to tell customers apart' },
      { row: 15, reason: 'There is no customer name to go with 612 555 0103' },
    ])
    expect(await clientsOf()).toEqual({
      'email beats phone': 'Ann Ash',
      'phone with country': 'Ann Ash',
      'second phone': 'Bo Birch',
      extension: null,
      'unknown email and known phone': null,
      'a phone of two': null,
      'a name alone': null,
      'too few digits': null,
      'another country': null,
      'of a sub': null,
      'of an admin with a known phone': null,
      'several phones': 'Cy Cedar',
      'made up': null,
      'no name': null,
    })
    // A removed person is not linked as a client.
    const ann = await person('ann@')
    expect((await w.call('ada', 'DELETE', `/api/users/${ann?.id}`)).status).toBe(204)
    await send('jobs', `${head}later,1 Elm,X,ann@example.com,612 555 0100\n`)
    expect((await clientsOf()).later).toBeNull()
  })

  test('add each customer once, by email or phone, and no customer without a name', async () => {
    const rows = [
      'one,1 Elm,Ann Ash,,612 555 0100',
      'two,2 Elm,Ann Ash,ann@example.com,(612) 555-0100',
      'three,3 Elm,Ann Ash,ANN@example.com,',
      'four,4 Elm,Ann Ash,,',
      'five,5 Elm,,nameless@example.com,',
      'six,6 Elm,Kookies,kookies@example.com,',
      'seven,7 Elm,"Oak Dental (Rosa Lund)",,612 555 0199',
      'eight,8 Elm,Sam Sub,sam@example.com,',
    ]
    const report = await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(report).toMatchObject({ added: 8, newClients: 3, linked: 5 })
    expect(report.invitable).toHaveLength(2)
    expect(await clientsOf()).toMatchObject({
      ...{ one: 'Ann Ash', two: 'Ann Ash', three: 'Ann Ash', four: null, five: null },
      ...{ six: 'Kookies Customer', seven: 'Rosa Lund', eight: null },
    })
    expect(await everybody('Ash')).toMatchObject([{ email: 'ann@example.com', role: 'client' }])
    expect(await everybody('Rosa')).toMatchObject([{ company: 'Oak Dental', email: null }])
    const published = await w.db.select().from(events)
    expect(published.map(({ name, detail }) => [name, detail])).toEqual([
      ['person.imported', { kind: 'customers', count: 3 }],
      ['job.imported', { kind: 'jobs', count: 8 }],
    ])
  })

  const ash = [
    'one,1 Elm,Ann Ash,,"612 555 0100, 612 555 0111"',
    'two,2 Elm,Ann Ash,ann@example.com,612 555 0100',
    'three,3 Elm,Ann Ash,,612 555 0111',
  ]
  test.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('add one client from rows of the same customer, in the order %i %i %i', async (...order) => {
    const rows = order.map((place) => ash[place])
    const report = await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(report).toMatchObject({ newClients: 1, linked: 3, invitable: [expect.any(String)] })
    expect(await everybody('Ash')).toMatchObject([{ email: 'ann@example.com' }])
  })

  const neighbours = [
    'one,1 Elm,Ann Ash,ann@example.com,612 555 0100',
    'two,2 Elm,Bo Birch,bo@example.com,612 555 0100',
    'three,3 Elm,Ann Ash,,612 555 0100',
  ]
  test.each([
    ['', [0, 1, 2]],
    ['', [2, 1, 0]],
    ['Al,Ash,,612 555 0100', [0, 1, 2]],
    ['Al,Ash,,612 555 0100', [2, 1, 0]],
  ])('with two email addresses and one phone get two clients: %j, %j', async (there, order) => {
    if (there) await send('customers', `First,Last,Email,Phone\n${there}\n`)
    const rows = order.map((place) => neighbours[place])
    const report = await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(report).toMatchObject({ newClients: 2, linked: 2 })
    expect(await clientsOf()).toEqual({ one: 'Ann Ash', two: 'Bo Birch', three: null })
  })

  test('with another email address are not linked to a client of the same phone', async () => {
    await send('customers', 'First,Last,Email,Phone\nAnn,Ash,ann@example.com,612 555 0100\n')
    const rows = [
      'one,1 Elm,Bo Birch,bo@example.com,612 555 0100',
      'two,2 Elm,Somebody Else,,612 555 0100',
      'three,3 Elm,Ann Ash,ANN@example.com,612 555 0100',
    ]
    const preview = await send('jobs', head + rows.join('\n'), dry)
    expect(preview).toMatchObject({ linked: 1, newClients: 1 })
    await send('jobs', head + rows.join('\n'), { addClients: 'true' })
    expect(await clientsOf()).toEqual({ one: 'Bo Birch', two: null, three: 'Ann Ash' })
  })

  test('add each client once when imported concurrently', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, n) => `Job ${n},${n} Elm,Ann Ash ${n % 10},ann${n % 10}@example.com,\n`,
    )
    const file = head + rows.join('')
    const reports = await Promise.all(
      [1, 2, 3].map(() => send('jobs', file, { addClients: 'true' })),
    )
    expect(reports.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, 0, 100])
    expect(reports.reduce((sum, { newClients }) => sum + newClients, 0)).toBe(10)
    expect((await jobList()).filter(({ clientId }) => clientId)).toHaveLength(100)
  })

  test('take no more statements for more rows', async () => {
    const file = (size: number, host: string) =>
      head +
      Array.from(
        { length: size },
        (_, n) => `J ${n} ${host},1 Elm,A B,a${n}@${host},61255${50_000 + n}\n`,
      ).join('')
    const few = await statementsOf(() => send('jobs', file(2, 'few.org'), { addClients: 'true' }))
    const many = await statementsOf(() =>
      send('jobs', file(300, 'many.org'), { addClients: 'true' }),
    )
    expect(many).toHaveLength(few.length)
  })

  test('five thousand are imported with five thousand new clients, once', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, n) => `Job ${n},${n} Elm St,Ann Ash ${n},ann${n}@example.com,612 55${10_000 + n}\n`,
    )
    const file = head + rows.join('')
    expect(await send('jobs', file, { addClients: 'true' })).toMatchObject({
      ...{ added: 5000, newClients: 5000, linked: 5000 },
    })
    expect(await send('jobs', file, { addClients: 'true' })).toMatchObject({
      added: 0,
      newClients: 0,
    })
  })
})
