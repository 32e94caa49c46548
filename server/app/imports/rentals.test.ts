import { addDays } from '@plumbline/contract/dates.ts'
import { incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../../schema/live.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { settings } from '../../schema/settings.ts'
import { addHome, clearRentals } from '../../testing/rentals.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  // In Denver it is still the evening of June 30.
  w.clock.now = new Date('2026-07-01T03:00:00Z')
  const company = { companyName: 'Ridgeline', holdingsName: 'Ridgeline Holdings' }
  await w.db.insert(settings).values({ ...company, timeZone: 'America/Denver' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await clearRentals(w.db)
})

const kinds = ['properties', 'tenants', 'income', 'expenses'] as const
type Kind = (typeof kinds)[number]
const upload = (
  kind: Kind,
  lines: readonly string[],
  fields: Record<string, string> = {},
  name: Name | 'nobody' = 'ada',
) =>
  w.upload(
    name,
    `/api/imports/${kind}`,
    { field: 'file', content: Buffer.from(lines.join('\n')), name: 'l.csv', type: 'text/csv' },
    { dryRun: 'false', ...fields },
  )
async function send(kind: Kind, lines: readonly string[], fields = {}) {
  const { status, body, text } = await upload(kind, lines, fields)
  expect(status, text).toBe(200)
  return body
}
const dry = { dryRun: 'true' }
interface Problem {
  row: number
  reasons: { field: string | null; message: string }[]
}
/** The row, field and message of every reason. */
const reasonsOf = ({ problems }: { problems: Problem[] }) =>
  problems.flatMap(({ row, reasons }) => reasons.map((r) => [row, r.field, r.message]))
const publishedEvents = async () =>
  (await w.db.select().from(events)).map(({ name, detail }) => [name, detail])

const property = (address: string, city = 'Bend', zipCode = '97701') =>
  addHome(w.db, address, { city, zipCode })
async function tenant(
  propertyId: string,
  firstName: string,
  lease: { leaseStart?: string; leaseEnd?: string; email?: string } = {},
) {
  const [row] = await w.db
    .insert(tenants)
    .values({ ...lease, propertyId, firstName, lastName: 'Ash', monthlyRent: '900' })
    .returning()
  return row?.id ?? ''
}

describe('properties', () => {
  const head =
    'Property,Town,State,Zip,Type,Beds,Baths,Sq. Ft.,Rent,Purchase price,Purchased,Status'
  const oak = '9 Oak St,Bend,OR,97701,Condo,2,1.5,"1,180","$1,850.10","$310,000.00",5/2/2019,Rented'

  test('are read exactly, and unchanged on repeat', async () => {
    const preview = await send('properties', [head, oak], dry)
    expect(preview).toMatchObject({ added: 1, problems: [], missing: [] })
    expect(await w.db.select().from(rentalProperties)).toEqual([])
    expect(await send('properties', [head, oak])).toMatchObject({ added: 1 })
    const { body } = await w.call('ada', 'GET', '/api/rental-properties')
    expect(body).toMatchObject([
      {
        ...{ address: '9 Oak St', city: 'Bend', state: 'OR', zipCode: '97701', bedrooms: 2 },
        ...{ propertyType: 'Condo', bathrooms: 1.5, squareFeet: 1180, monthlyRent: '1850.10' },
        ...{ purchasePrice: '310000.00', purchaseDate: '2019-05-02', securityDeposit: null },
        ...{ status: 'vacant', statusSetByHand: false, notes: null },
      },
    ])
    const more = ['9 OAK st,bend,WA,97701,Duplex', '9 Oak St,Bend,OR,97702,Condo']
    expect(await send('properties', [head, ...more])).toMatchObject({ added: 1, existing: [2] })
    expect(await publishedEvents()).toEqual([
      ['rental.imported', { kind: 'properties', count: 1 }],
      ['rental.imported', { kind: 'properties', count: 1 }],
    ])
    await w.db.update(rentalProperties).set({ archivedAt: new Date() })
    expect(await send('properties', [head, oak])).toMatchObject({ added: 0, existing: [2] })
  })

  test('report what is wrong', async () => {
    const at = '7 Elm St,Bend,OR,97701,Condo'
    const wrong = [
      `${at},two`,
      `${at},1.5`,
      `${at},2,1.25`,
      `${at},2,1,-5`,
      `${at},2,1,900,-5`,
      `${at},2,1,900,1.005`,
      `${at},2,1,900,"1.850,00"`,
      `${at},2,1,900,123456789`,
      ',Bend,OR,97701,Condo',
      '=1+1,Bend,OR,97701,Condo',
      at,
      at.toUpperCase(),
    ]
    const report = await send('properties', [head, ...wrong], dry)
    expect(report.added).toBe(1)
    expect(reasonsOf(report)).toEqual([
      [2, 'bedrooms', 'Enter a number such as 1,250 or 1.5'],
      [3, 'bedrooms', 'Enter a whole number'],
      [4, 'bathrooms', 'At most one decimal'],
      [5, 'squareFeet', 'Not negative'],
      [6, 'monthlyRent', 'Amounts cannot be negative'],
      [7, 'monthlyRent', 'Amounts have at most two decimals'],
      [8, 'monthlyRent', 'Enter an amount such as 48,250.75'],
      [9, 'monthlyRent', 'That amount is too large'],
      [10, 'address', 'Address is required'],
      [11, 'address', 'Begins with =, which a spreadsheet runs as a formula'],
      [13, 'address', 'The same address as in row 12'],
    ])
  })
})

describe('tenants', () => {
  const head = 'Property,Tenant,Lease start,Lease end,Rent,Deposit,Email,Phone,Rent counts from'

  test('are imported with their lease, and unchanged on repeat', async () => {
    const id = await property('9 Oak St')
    const ann =
      '9 oak st,Ann Ash,1/15/2026,1/14/2027,"$1,850.00",1850,ann@example.com,+1 541 555 0101,2026-03-01'
    const bo = '"9 Oak St, Bend","Birch, Bo",2027-01-15,,1900,,,,'
    expect(await send('tenants', [head, ann, bo])).toMatchObject({ added: 2, problems: [] })
    const list = await w.db.select().from(tenants).orderBy(tenants.leaseStart)
    expect(list).toMatchObject([
      {
        ...{ propertyId: id, firstName: 'Ann', lastName: 'Ash', email: 'ann@example.com' },
        ...{ leaseStart: '2026-01-15', leaseEnd: '2027-01-14', monthlyRent: '1850.00' },
        ...{ securityDeposit: '1850.00', phone: '+1 541 555 0101', rentFrom: '2026-03-01' },
        status: 'active',
      },
      { firstName: 'Bo', lastName: 'Birch', leaseStart: '2027-01-15', leaseEnd: null },
    ])
    const again = ['9 Oak St,ann ASH,2026-01-15,2028-01-01,1,,,,', bo]
    expect(await send('tenants', [head, ...again])).toMatchObject({
      ...{ added: 0, existing: [2, 3], problems: [] },
    })
    expect(await w.db.select().from(tenants).orderBy(tenants.leaseStart)).toEqual(list)
    expect(await publishedEvents()).toEqual([['rental.imported', { kind: 'tenants', count: 2 }]])
  })

  test('are former when their lease has ended', async () => {
    await property('9 Oak St')
    const past = ['9 Oak St,Ann Ash,2025-01-01,2026-06-29,900', '9 Oak St,Bo Ash,,,']
    const running = ['9 Oak St,Cy Ash,2026-06-30,2026-06-30,900', '9 Oak St,Di Ash,2026-07-01,,900']
    expect(await send('tenants', [head, ...past, ...running])).toMatchObject({ added: 4 })
    const list = await w.db.select().from(tenants).orderBy(tenants.firstName)
    const states = list.map(({ status }) => status)
    expect(states).toEqual(['former', 'active', 'active', 'active'])
  })

  test('five thousand of one home are checked against each other and existing leases', async () => {
    const oak = await property('9 Oak St')
    await tenant(oak, 'Ann', { leaseStart: '1990-01-01', leaseEnd: '1990-01-01' })
    await tenant(oak, 'Ann')
    const days = Array.from({ length: 4996 }, (_, n) => addDays('1990-01-02', 2 * n))
    const rows = days.map((day) => `9 Oak St,Ann Ash,${day},${day},900`)
    const report = await send('tenants', [
      ...[head, ...rows.toReversed(), '9 Oak St,Bo Ash,1990-01-04,1990-01-05,900'],
      ...['9 Oak St,Bo Ash,1989-01-01,1990-01-01,900', '9 Oak St,Bo Ash,2018-05-11,2018-05-11,9'],
      '9 Oak St,Ann Ash,1990-01-01,,900',
    ])
    expect(reasonsOf(report)).toEqual([
      [4998, 'leaseStart', 'The lease in row 4996 covers these days'],
      [4999, 'leaseStart', 'The lease of Ann Ash covers these days'],
    ])
    expect(report).toMatchObject({ added: 4997, existing: [5001] })

    const payments = [...days, '2018-05-11'].map((day) => `${day},9 Oak St,,5,Rent,,,`)
    const fees = days.map((day) => `${day},9 Oak St,Ann Ash,5,Late fee,,,`).slice(0, 3)
    const head2 = 'Date,Property,Tenant,Amount,Type,Month,Method,Memo'
    expect(await send('income', [head2, ...payments, ...fees])).toMatchObject({ added: 5000 })
    const booked = await w.db
      .select({ name: tenants.firstName, start: tenants.leaseStart })
      .from(rentalIncome)
      .innerJoin(tenants, eq(tenants.id, rentalIncome.tenantId))
      .orderBy(tenants.leaseStart)
    expect(booked).toEqual([
      ...days.slice(0, 3).map((start) => ({ name: 'Ann', start })),
      { name: 'Bo', start: '2018-05-11' },
    ])
  })

  test('report unknown and ambiguous properties, and invalid values', async () => {
    await property('9 Oak St')
    await property('9 Oak St', 'Bend', '97702')
    await property('7 Elm St')
    const archivedId = await property('1 Ivy')
    await w.call('ada', 'PUT', `/api/rental-properties/${archivedId}`, { archived: true })
    const report = await send('tenants', [
      ...[
        head,
        '8 Oak St,Ann Ash',
        '9 Oak St,Ann Ash',
        '"9 Oak St, Bend",Ann Ash',
        '1 Ivy,Ann Ash',
      ],
      ...[
        ',Ann Ash',
        '7 Elm St,Ann',
        '7 Elm St,Ann Ash,2026-01-01',
        '7 Elm St,Ann Ash,,2026-01-01',
      ],
      ...['7 Elm St,Ann Ash,2026-02-01,2026-01-01,5', '7 Elm St,Cy Fox,,,,,cy'],
      ...['"9 Oak St, Bend, OR 97702",Ann Ash,2026-01-01,,900'],
    ])
    const ambiguous =
      'Several properties have this address; write it in full, such as 9 Elm St, Aurora, IL 60506'
    expect(reasonsOf(report)).toEqual([
      [2, 'property', 'No property has this address'],
      [3, 'property', ambiguous],
      [4, 'property', ambiguous],
      [5, 'property', 'No property has this address'],
      [6, 'property', 'Property is required'],
      [7, 'fullName', 'Needs a first and a last name'],
      [8, 'monthlyRent', 'Enter the rent of the lease'],
      [9, 'leaseStart', 'Enter the first day of the lease'],
      [10, 'leaseEnd', 'The lease cannot end before it starts'],
      [11, 'email', 'Enter a valid email address'],
    ])
    expect(report.added).toBe(1)
  })

  test('cannot have a lease that overlaps an existing one or one in the file', async () => {
    const oak = await property('9 Oak St')
    await property('7 Elm St')
    await tenant(oak, 'Ann', { leaseStart: '2026-01-01', leaseEnd: '2026-06-30' })
    const report = await send('tenants', [
      ...[head, '9 Oak St,Bo Birch,2026-06-30,2026-12-31,900', '9 Oak St,Bo Birch,2025-01-01,,900'],
      ...['9 Oak St,Cy Fox,2026-07-01,2026-07-31,900', '"9 Oak St, Bend",Di Elm,2026-07-31,,900'],
      ...['"9 Oak St, Bend",Cy Fox,2026-07-01,,900', '9 Oak St,Ed Oak,2026-08-01,,900'],
      ...['9 Oak St,Flo Fir,2030-01-01,,900', '7 Elm St,Flo Fir,2030-01-01,,900'],
    ])
    expect(reasonsOf(report)).toEqual([
      [2, 'leaseStart', 'The lease of Ann Ash covers these days'],
      [3, 'leaseStart', 'The lease of Ann Ash covers these days'],
      [5, 'leaseStart', 'The lease in row 4 covers these days'],
      [6, null, 'The same lease as in row 4'],
      [8, 'leaseStart', 'The lease in row 7 covers these days'],
    ])
    expect(report.added).toBe(3)
    expect(await w.db.select().from(tenants)).toHaveLength(4)
  })

  test('of concurrent imports with the same leases are added once', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `${n} Oak St`)
    for (const address of addresses) await property(address)
    const file = (name: string) => [
      head,
      ...addresses.map((at) => `${at},${name} Ash,2026-01-01,,9`),
    ]
    const answers = await Promise.all(
      ['Ann', 'Bo', 'Cy'].map((name) => send('tenants', file(name))),
    )
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 0, 20])
    expect(answers.flatMap(reasonsOf)).toHaveLength(40)
  })

  test.each([
    ['reported', 'select 1 from rental_properties for update', 1],
    ['skipped, even without a lock on its property', 'select 1', 0],
  ])(
    'a lease added during the import rejects only its own row, which is %s',
    async (_, lock, count) => {
      const oak = await property('9 Oak St')
      await property('7 Elm St')
      const file = [head, '9 Oak St,Bo Birch,2026-01-01,,900', '7 Elm St,Cy Fox,2026-01-01,,900']
      const client = await w.pool.connect()
      await client.query('begin')
      await client.query(lock)
      await client.query(
        `insert into tenants (id, property_id, first_name, last_name, lease_start, monthly_rent)
        values (gen_random_uuid(), $1, 'Ann', 'Ash', '2026-05-01', 5)`,
        [oak],
      )
      const sent = send('tenants', file)
      for (let waits = 0; waits === 0; ) {
        const { rows } = await w.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        waits = rows.length
      }
      await client.query('commit')
      client.release()
      const report = await sent
      expect([report.added, report.problems.length]).toEqual([1, count])
      const names = (await w.db.select().from(tenants)).map(({ firstName }) => firstName)
      expect(names.sort()).toEqual(['Ann', 'Cy'])
    },
  )
})

describe('income', () => {
  const head = 'Date,Property,Tenant,Amount,Type,Month,Method,Memo'

  test('is booked for its tenant and month, and unchanged on repeat', async () => {
    const oak = await property('9 Oak St')
    const ann = await tenant(oak, 'Ann', {
      ...{ leaseStart: '2026-01-15', leaseEnd: '2026-06-30', email: 'ann@example.com' },
    })
    const bo = await tenant(oak, 'Bo', { leaseStart: '2026-07-15' })
    const file = [
      ...[head, '3/5/2026,9 Oak St,Ann Ash,"$1,850.10",Rent,,ACH,March'],
      ...[
        '2026-03-06,9 Oak St,ANN@example.com,50,Late fee,,,',
        '2026-01-10,9 Oak St,"Ash, Ann",1850,Security deposit,,Check,',
      ],
      ...[
        '2026-06-30,9 Oak St,,1900,Rent,2026-07,,',
        '2026-01-20,9 Oak St,,900,rent,1/2026,,',
        '2026-03-09,9 Oak St,,12.34,Laundry,,,',
      ],
      ...['2025-03-09,9 Oak St,,5,Rent,,,'],
    ]
    expect(await send('income', file)).toMatchObject({ added: 7, problems: [], missing: [] })
    const list = await w.db.select().from(rentalIncome).orderBy(rentalIncome.id)
    const facts = list.map((e) => [e.dateReceived, e.tenantId, e.amount, e.kind, e.rentMonth])
    expect(facts).toEqual([
      ['2026-03-05', ann, '1850.10', 'rent', '2026-03-01'],
      ['2026-03-06', ann, '50.00', 'late_fee', null],
      ['2026-01-10', ann, '1850.00', 'deposit', null],
      ['2026-06-30', bo, '1900.00', 'rent', '2026-07-01'],
      ['2026-01-20', ann, '900.00', 'rent', '2026-01-01'],
      ['2026-03-09', null, '12.34', 'other', null],
      ['2025-03-09', null, '5.00', 'rent', '2025-03-01'],
    ])
    expect(list[0]).toMatchObject({
      paymentMethod: 'ACH',
      description: 'March',
      incomeType: 'Rent',
      recordedById: w.idOf('ada'),
    })
    expect(list.every((e) => e.kind === incomeKindOf(e.incomeType))).toBe(true)
    expect(await send('income', file)).toMatchObject({
      ...{ added: 0, existing: [2, 3, 4, 5, 6, 7, 8], problems: [] },
    })
    // Without its tenant, an entry is still the same. With another tenant, amount or text it is
    // not.
    const more = [
      ...[
        '2026-03-05,"9 Oak St, Bend",,1850.1,RENT,,,march',
        '2026-03-05,9 Oak St,Bo Ash,1850.10,Rent,,,March',
      ],
      ...[
        '2026-03-05,9 Oak St,Ann Ash,1850.11,Rent,,,March',
        '2026-03-05,9 Oak St,Ann Ash,1850.10,Rent,,,',
      ],
    ]
    expect(await send('income', [head, ...more])).toMatchObject({ added: 3, existing: [2] })
    expect(await publishedEvents()).toEqual([
      ['rental.imported', { kind: 'income', count: 7 }],
      ['rental.imported', { kind: 'income', count: 3 }],
    ])
  })

  test('distinguishes tenants of the same name by their leases', async () => {
    const oak = await property('9 Oak St')
    const first = await tenant(oak, 'Ann', { leaseStart: '2024-01-01', leaseEnd: '2024-12-31' })
    const second = await tenant(oak, 'Ann', { leaseStart: '2026-01-01' })
    const report = await send('income', [
      ...[
        head,
        '2024-12-31,9 Oak St,Ann Ash,1,Late fee',
        '2025-12-31,9 Oak St,Ann Ash,2,Rent,2026-01',
      ],
      ...['2025-06-01,9 Oak St,Ann Ash,3,Rent', '2024-06-01,9 Oak St,Bo Ash,4,Rent'],
    ])
    expect(reasonsOf(report)).toEqual([
      [4, 'tenant', 'Several tenants of this property have this name or email address'],
      [5, 'tenant', 'No tenant of this property has this name or email address'],
    ])
    const list = await w.db.select().from(rentalIncome).orderBy(rentalIncome.amount)
    expect(list.map(({ tenantId }) => tenantId)).toEqual([first, second])
  })

  test('reports what is wrong', async () => {
    await property('9 Oak St')
    const report = await send(
      'income',
      [
        ...[
          head,
          '2026-01-01,9 Oak St,,0,Rent',
          '2026-01-01,9 Oak St,,-5,Rent',
          '2026-01-01,9 Oak St,,(5),Rent',
        ],
        ...[
          '2026-01-01,9 Oak St,,5,',
          '1/1/26,9 Oak St,,5,Rent',
          '2026-01-01,9 Oak St,,5,Rent,Mar-26',
        ],
        ...['2026-01-01,8 Oak St,,5,Rent', ',9 Oak St,,5,Rent'],
        ...[
          '2026-01-01,9 Oak St,,5,Rent',
          '2026-01-01,9 OAK ST,,5.00,rent',
          '2026-01-01,"9 Oak St, Bend",,5,Rent',
        ],
      ],
      dry,
    )
    expect(reasonsOf(report)).toEqual([
      [2, 'amount', 'Enter an amount above zero'],
      [3, 'amount', 'Amounts cannot be negative'],
      [4, 'amount', 'Amounts cannot be negative'],
      [5, 'incomeType', 'Type is required'],
      [6, 'dateReceived', 'Enter a date such as 2026-03-05 or 3/5/2026'],
      [7, 'rentMonth', 'Enter a month such as 2026-03 or 3/2026'],
      [8, 'property', 'No property has this address'],
      [9, 'dateReceived', 'Date received is required'],
      [11, null, 'The same payment as in row 10'],
      [12, null, 'The same entry as in row 10'],
    ])
    expect(report.added).toBe(1)
    expect(await w.db.select().from(rentalIncome)).toEqual([])
  })

  test('requires a tenant for a deposit, and rent at most 24 months ahead', async () => {
    const oak = await property('9 Oak St')
    await tenant(oak, 'Ann', { leaseStart: '2026-01-01' })
    const report = await send('income', [
      ...[head, '2026-01-10,9 Oak St,,900,Security deposit', '2026-01-10,9 Oak St,,900,Deposit'],
      ...['2026-01-10,9 Oak St,,5,Rent,2028-06', '2026-01-10,9 Oak St,,6,Rent,2028-07'],
      ...['2028-07-01,9 Oak St,,5,Rent,', '2026-01-10,9 Oak St,Ann Ash,900,Security deposit'],
    ])
    expect(reasonsOf(report)).toEqual([
      [2, 'tenant', 'Choose the tenant of this deposit'],
      [3, 'tenant', 'Choose the tenant of this deposit'],
      [5, 'rentMonth', 'At most 24 months ahead'],
      [6, 'rentMonth', 'At most 24 months ahead'],
    ])
    expect(report.added).toBe(2)
  })
})

/** The books of income and of expenses: the first line of a file, and a row for a property. */
const books: ['income' | 'expenses', string, (at: string) => string][] = [
  ['income', 'Date,Property,Amount,Type', (at) => `2026-03-05,${at},5,Rent`],
  ['expenses', 'Date,Property,Amount,Type,Memo', (at) => `2026-03-05,${at},5,Taxes,Tax`],
]

describe.each(books)('the books of %s', (kind, head, row) => {
  const booked = async () => (await w.call('ada', 'GET', `/api/rental-${kind}`)).body
  const archive = (id: string) =>
    w.call('ada', 'PUT', `/api/rental-properties/${id}`, { archived: true })

  test('accept an archived home, unless another one has its address', async () => {
    const archivedId = await property('1 Ivy')
    await archive(archivedId)
    expect(await send(kind, [head, row('1 Ivy')])).toMatchObject({ added: 1, problems: [] })
    const here = await property('1 Ivy')
    expect(await send(kind, [head, row('1 Ivy')])).toMatchObject({ added: 1, problems: [] })
    const ids = (await booked()).map(({ propertyId }: { propertyId: string }) => propertyId)
    expect(ids.sort()).toEqual([archivedId, here].sort())
    await archive(here)
    const report = await send(kind, [head, row('1 Ivy')])
    expect(reasonsOf(report)).toEqual([
      [2, 'property', expect.stringContaining('Several properties')],
    ])
  })

  test('accept an entry again after its reversal', async () => {
    await property('9 Oak St')
    const file = [head, row('9 Oak St')]
    await send(kind, file)
    const [{ id }] = await booked()
    const reversal = await w.call('ada', 'POST', `/api/rental-${kind}/${id}/reverse`, {})
    expect(reversal.status, reversal.text).toBe(201)
    expect(await send(kind, file)).toMatchObject({ added: 1, existing: [] })
    expect(await send(kind, file)).toMatchObject({ added: 0, existing: [2] })
    expect(await booked()).toHaveLength(3)
  })
})

describe('expenses', () => {
  const head = 'Date,Property,Category,Payee,Amount,Description'

  test('belong to a property or the whole portfolio, and are unchanged on repeat', async () => {
    const oak = await property('9 Oak St')
    const file = [
      ...[
        head,
        '3/5/2026,9 Oak St,Repairs,Fox Roofing,"$4,800.25",New roof',
        '2026-03-05,,Insurance,,1200,Umbrella',
      ],
    ]
    expect(await send('expenses', file)).toMatchObject({ added: 2, problems: [], missing: [] })
    const list = await w.db.select().from(rentalExpenses).orderBy(rentalExpenses.id)
    const facts = list.map((e) => [e.propertyId, e.amount, e.expenseType, e.vendor, e.description])
    expect(facts).toEqual([
      [oak, '4800.25', 'Repairs', 'Fox Roofing', 'New roof'],
      [null, '1200.00', 'Insurance', null, 'Umbrella'],
    ])
    expect(list.map(({ recordedById }) => recordedById)).toEqual([w.idOf('ada'), w.idOf('ada')])
    expect(await send('expenses', file)).toMatchObject({ added: 0, existing: [2, 3] })
    const other = [
      '2026-03-05,9 Oak St,Insurance,,1200,Umbrella',
      '2026-03-05,9 Oak St,repairs,,4800.25,new ROOF',
    ]
    expect(await send('expenses', [head, ...other])).toMatchObject({ added: 1, existing: [3] })
    expect((await publishedEvents()).map(([, detail]) => detail)).toEqual([
      { kind: 'expenses', count: 2 },
      { kind: 'expenses', count: 1 },
    ])
  })

  test('report what is wrong', async () => {
    await property('9 Oak St')
    const report = await send('expenses', [
      ...[head, '2026-03-05,8 Oak St,Repairs,,5,Roof', '2026-03-05,9 Oak St,Repairs,,5,'],
      ...['2026-03-05,9 Oak St,Repairs,,0.00,Roof', '2026-03-05,9 Oak St,,,5,Roof'],
      ...['2026-03-05,9 Oak St,Repairs,,5,Roof', '2026-03-05,"9 Oak St, Bend",Repairs,,5,Roof'],
    ])
    expect(reasonsOf(report)).toEqual([
      [2, 'property', 'No property has this address'],
      [3, 'description', 'Description is required'],
      [4, 'amount', 'Enter an amount above zero'],
      [5, 'expenseType', 'Category is required'],
      [7, null, 'The same entry as in row 6'],
    ])
  })

  test('are added once by two concurrent imports', async () => {
    await property('9 Oak St')
    const rows = Array.from({ length: 300 }, (_, n) => `2026-03-05,9 Oak St,Repairs,,${n + 1},Roof`)
    const answers = await Promise.all([
      send('expenses', [head, ...rows]),
      send('expenses', [head, ...rows.toReversed()]),
    ])
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 300])
    expect(await w.db.select().from(rentalExpenses)).toHaveLength(300)
  })
})

describe('each kind of rental import', () => {
  test('is for admins only', async () => {
    for (const kind of kinds) {
      for (const name of ['sam', 'cleo'] as const)
        expect((await upload(kind, ['x'], dry, name)).status).toBe(403)
      expect((await upload(kind, ['x'], dry, 'nobody')).status).toBe(401)
    }
  })

  test('names missing columns, and is rejected without them', async () => {
    for (const [kind, missing] of [
      ['properties', ['address', 'city', 'state', 'zipCode', 'propertyType']],
      ['tenants', ['property', 'firstName', 'lastName']],
      ['income', ['property', 'dateReceived', 'amount', 'incomeType']],
      ['expenses', ['dateIncurred', 'amount', 'expenseType', 'description']],
    ] as const) {
      expect(await send(kind, ['x', '1'], dry)).toMatchObject({ missing, added: 0, problems: [] })
      expect((await upload(kind, ['x', '1'])).body.fields).toEqual({
        columns: `No column is chosen for ${missing.join(', ')}`,
      })
    }
  })

  test('needs no more statements for more rows', async () => {
    for (let n = 0; n < 40; n++) await property(`${n} Oak St`)
    const files: Record<Kind, [string, (n: number) => string]> = {
      properties: ['Address,City,State,Zip,Type', (n) => `${n} Elm,Bend,OR,97701,Condo`],
      tenants: ['Property,Name,Start,Rent', (n) => `${n} Oak St,Ann Ash,2026-01-01,900`],
      income: ['Property,Tenant,Date,Amount,Type', (n) => `${n} Oak St,Ann Ash,2026-01-05,9,Rent`],
      expenses: ['Property,Date,Amount,Type,Memo', (n) => `${n} Oak St,2026-01-05,9,Taxes,Tax`],
    }
    for (const kind of kinds) {
      const [head, row] = files[kind]
      const rows = Array.from({ length: 40 }, (_, n) => row(n))
      const few = await statementsOf(() => send(kind, [head, ...rows.slice(0, 2)]))
      const many = await statementsOf(() => send(kind, [head, ...rows]))
      expect(many.length, many.join('\n')).toBe(few.length)
    }
    expect(await w.db.select().from(rentalIncome)).toHaveLength(40)
  })
})
