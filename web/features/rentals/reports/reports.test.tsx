import { formatDollars } from '@plumbline/contract/dollars.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import {
  type EndingLeases,
  type IncomeStatement,
  type LateRents,
  type NetYield,
  type RentRoll,
  rentalReportRoutes,
  type TaxYear,
} from '@plumbline/contract/rentalReports.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { startServer } from '../../../testing/server.ts'

const server = await startServer()
// Load the module up front so that the first test does not wait for it.
beforeAll(() => import('./ReportsTab.tsx'))
afterAll(server.close)

const house = '0198c0de-0000-7000-8000-aaaa00000001'
const flat = '0198c0de-0000-7000-8000-aaaa00000002'
const renee = '0198c0de-0000-7000-8000-dddd00000001'

beforeEach(() => {
  server.reset()
  server.on(rentalRoutes.stats, {
    body: {
      ...{ totalProperties: 2, occupied: 1, vacant: 1, monthlyRentRoll: '3275.00' },
      ...{ occupancyRate: 50, annualRevenue: '39300.00' },
    },
  })
  server.on(tenantRoutes.list, { body: [] })
  server.on(rentalRoutes.list, { body: [] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const urlOf = (report?: string) =>
  `/rental-properties?tab=reports${report ? `&report=${report}` : ''}`
const region = async (name: string) => within(await screen.findByRole('region', { name }))
type Part = Awaited<ReturnType<typeof region>>
const table = (part: Part, name: string) => within(part.getByRole('table', { name }))
const rowOf = (part: Part, name: RegExp) => within(part.getByRole('row', { name }))
const href = (part: Part, name: string) => part.getByRole('link', { name }).getAttribute('href')
/** The search params of a figure's link, which must lead to the rental screen. */
const target = (part: Part, name: string) => {
  const [path, query] = (href(part, name) ?? '').split('?')
  expect(path).toBe('/rental-properties')
  return Object.fromEntries(new URLSearchParams(query))
}
/** The value of a figure above the tables. */
const figure = (part: Part, label: string) => {
  const term = part.getByText(label, { selector: 'dt' })
  return within(term.parentElement as HTMLElement)
}

/** Clicks CSV and reads the downloaded file. */
async function csvOf(part: Part) {
  const files: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await userEvent.click(part.getByRole('button', { name: 'CSV' }))
  const text = (await files[0]?.text()) ?? ''
  return { name: names[0], lines: text.replace('\ufeff', '').trimEnd().split('\r\n') }
}

const rentRoll: RentRoll = {
  on: '2026-11-19',
  rows: [
    {
      ...{ propertyId: house, address: '512 Raymond St', city: 'Elgin', status: 'occupied' },
      ...{ tenantId: renee, tenantName: 'Renee Castle' },
      ...{ leaseStart: '2025-01-01', leaseEnd: null },
      ...{ rent: '1850.00', deposit: '1900.00', balance: '-12.50' },
    },
    {
      ...{ propertyId: flat, address: '905 W Galena Blvd', city: 'Aurora', status: 'vacant' },
      ...{ tenantId: null, tenantName: null, leaseStart: null, leaseEnd: null },
      ...{ rent: '0.00', deposit: '0.00', balance: '0.00' },
    },
  ],
  ...{ leased: 1, rent: '1850.00', deposit: '1900.00', balance: '-12.50' },
}

test('every figure of the rent roll links to the tenant or the rows', async () => {
  server.on(rentalReportRoutes.rentRoll, ({ query }) => ({
    body: { ...rentRoll, on: query.get('on') ?? '2026-11-19' },
  }))
  open(server, urlOf(), 'admin')
  const report = await region('Rent Roll')
  expect(report.getByText('On Nov 19, 2026')).toBeTruthy()
  for (const [label, value] of [
    ['Monthly Rent', '$1,850.00'],
    ['Leased', '1 of 2'],
    ['Deposits Held', '$1,900.00'],
    ['Balance', '-$12.50'],
  ] as const)
    expect(href(figure(report, label), value)).toBe('#rows')
  expect(report.getByText('Of the leases on this day, without vacant homes')).toBeTruthy()
  expect(report.getByRole('table').closest('#rows')).toBeTruthy()
  const home = rowOf(report, /512 Raymond St/)
  for (const amount of ['$1,850.00', '$1,900.00', '-$12.50'])
    expect(href(home, amount)).toBe(`/rental-properties/tenants/${renee}`)
  expect(home.getByText('Jan 1, 2025 – open')).toBeTruthy()
  expect(rowOf(report, /905 W Galena/).getByText('Vacant')).toBeTruthy()
  expect(await csvOf(report)).toEqual({
    name: 'rent-roll-2026-11-19.csv',
    lines: [
      'Property,City,Status,Tenant,Lease Start,Lease End,Rent,Deposit,Balance',
      '512 Raymond St,Elgin,occupied,Renee Castle,2025-01-01,,1850.00,1900.00,-12.50',
      '905 W Galena Blvd,Aurora,vacant,,,,0.00,0.00,0.00',
    ],
  })
})

test('the rent roll of another day does not link to current figures', async () => {
  server.on(rentalReportRoutes.rentRoll, { body: { ...rentRoll, on: '2024-02-29' } })
  open(server, `${urlOf()}&on=2024-02-29`, 'admin')
  const report = await region('Rent Roll')
  expect(report.getByRole('heading', { name: 'Homes on Feb 29, 2024' })).toBeTruthy()
  const home = rowOf(report, /512 Raymond St/)
  for (const amount of ['$1,850.00', '$1,900.00', '-$12.50']) {
    expect(home.getByText(amount)).toBeTruthy()
    expect(home.queryByRole('link', { name: amount })).toBeNull()
  }
  expect(href(home, 'Renee Castle')).toBe(`/rental-properties/tenants/${renee}`)
})

test('the rent roll without a property says so, and its day is in the address', async () => {
  server.on(rentalReportRoutes.rentRoll, ({ query }) => ({
    body: {
      ...rentRoll,
      on: query.get('on') ?? '2026-11-19',
      ...{ rows: [], leased: 0, rent: '0.00', deposit: '0.00', balance: '0.00' },
    },
  }))
  open(server, `${urlOf()}&on=2024-02-29`, 'admin')
  const report = await region('Rent Roll')
  expect(report.getByText('On Feb 29, 2024')).toBeTruthy()
  expect(report.getByLabelText<HTMLInputElement>('On').value).toBe('2024-02-29')
  expect(report.getByText('No properties yet')).toBeTruthy()
})

const statement = (year: number): IncomeStatement => ({
  year,
  years: [2026, 2024],
  months: Array.from({ length: 12 }, (_, n) => ({
    month: addMonths(`${year}-01`, n),
    ...(n === 1
      ? { income: '1850.10', expenses: '-75.25', net: '1925.35' }
      : { income: '0.00', expenses: '0.00', net: '0.00' }),
  })),
  properties: [
    {
      propertyId: house,
      address: '512 Raymond St',
      income: '1850.10',
      expenses: '0.00',
      net: '1850.10',
    },
    {
      propertyId: null,
      address: 'Whole portfolio',
      income: '0.00',
      expenses: '-75.25',
      net: '75.25',
    },
  ],
  total: { income: '1850.10', expenses: '-75.25', net: '1925.35' },
})

test('figures, months and properties of the income statement link to their entries', async () => {
  server.on(rentalReportRoutes.incomeStatement, ({ query }) => ({
    body: statement(Number(query.get('year') ?? 2026)),
  }))
  open(server, urlOf('income-statement'), 'admin')
  await userEvent.selectOptions(await screen.findByLabelText('Year'), '2024')
  await screen.findByText('2024', { selector: 'p' })
  expect(new URLSearchParams(location.search).get('year')).toBe('2024')
  const report = await region('Income Statement')
  const year = { from: '2024-01-01', to: '2024-12-31' }
  const income = { tab: 'income', view: 'entries', kind: 'income' }
  expect(target(figure(report, 'Income'), '$1,850.10')).toEqual({ ...income, ...year })
  expect(target(figure(report, 'Expenses'), '-$75.25')).toEqual({ tab: 'expenses', ...year })
  expect(figure(report, 'Net').getByText('$1,925.35')).toBeTruthy()

  // February of a leap year.
  const february = { from: '2024-02-01', to: '2024-02-29' }
  const months = table(report, 'By month')
  expect(months.getAllByRole('row')).toHaveLength(14)
  const month = rowOf(months, /^Feb 2024/)
  expect(target(month, '$1,850.10')).toEqual({ ...income, ...february })
  expect(target(month, '-$75.25')).toEqual({ tab: 'expenses', ...february })

  const properties = table(report, 'By property')
  for (const rows of [months, properties])
    expect(
      rowOf(rows, /^Total/)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([...['Total', '$1,850.10', '-$75.25', '$1,925.35']])
  expect(target(rowOf(properties, /512 Raymond St/), '$1,850.10')).toEqual({
    ...{ ...income, ...year, propertyId: house },
  })
  const portfolio = rowOf(properties, /Whole portfolio/)
  expect(target(portfolio, '-$75.25')).toEqual({
    ...{ tab: 'expenses', ...year, propertyId: 'portfolio' },
  })
  expect(portfolio.queryByRole('link', { name: '$0.00' })).toBeNull()
  const { lines } = await csvOf(report)
  expect(lines.filter((line) => !line.includes(',0.00,0.00,0.00'))).toEqual([
    'Rows,Month or Property,Income,Expenses,Net',
    'By month,2024-02,1850.10,-75.25,1925.35',
    'By property,512 Raymond St,1850.10,0.00,1850.10',
    'By property,Whole portfolio,0.00,-75.25,75.25',
  ])
})

test('bars are as high as their amounts, and negative ones have no height', async () => {
  server.on(rentalReportRoutes.incomeStatement, { body: statement(2026) })
  open(server, urlOf('income-statement'), 'admin')
  const chart = await screen.findByRole('img', { name: 'Income and expenses by month' })
  const height = (bar: string) => chart.querySelector(`[data-bar="${bar}"]`)?.getAttribute('height')
  expect(height('income 2026-02')).toBe('84%')
  expect(height('expenses 2026-02')).toBe('0%')
  expect(height('income 2026-03')).toBe('0%')
  expect(chart.querySelectorAll('[data-bar]')).toHaveLength(24)
})

test('the income statement can be of one property, or of a year without entries', async () => {
  server.on(rentalRoutes.one, { failure: 'notFound' })
  server.on(rentalReportRoutes.incomeStatement, ({ query }) => {
    const all = statement(Number(query.get('year') ?? 2026))
    const none = { income: '0.00', expenses: '0.00', net: '0.00' }
    if (all.year !== 2024) return { body: all }
    const months = all.months.map(({ month }) => ({ month, ...none }))
    return { body: { ...all, months, properties: [], total: none } }
  })
  open(server, `${urlOf('income-statement')}&propertyId=${house}`, 'admin')
  const report = await region('Income Statement')
  expect(
    server.seen.some(
      ({ url, query }) => /income-statement/.test(url) && query.get('propertyId') === house,
    ),
  ).toBe(true)
  expect(target(figure(report, 'Income'), '$1,850.10').propertyId).toBe(house)
  const month = rowOf(table(report, 'By month'), /^Feb 2026/)
  expect(target(month, '-$75.25').propertyId).toBe(house)
  expect(report.queryByRole('table', { name: 'By property' })).toBeNull()
  await userEvent.selectOptions(report.getByLabelText('Year'), '2024')
  expect(await screen.findByText('Nothing received or spent in 2024')).toBeTruthy()
})

const lateRow = (change: Partial<LateRents['rows'][number]>): LateRents['rows'][number] => ({
  ...{ propertyId: house, address: '512 Raymond St', tenantId: renee, tenantName: 'Renee Castle' },
  ...{ phone: '(847) 555-0171', month: '2026-11', dueOn: '2026-11-01', days: 18, age: '1-30' },
  ...{ expected: '1850.00', received: '250.00', open: '1600.00' },
  ...change,
})
const lateRents: LateRents = {
  on: '2026-11-19',
  ages: [
    { age: '1-30', count: 1, open: '1600.00' },
    { age: '31-60', count: 0, open: '0.00' },
    { age: '61-90', count: 0, open: '0.00' },
    { age: 'over-90', count: 1, open: '1425.05' },
  ],
  rows: [
    lateRow({
      ...{ propertyId: flat, address: '905 W Galena Blvd', tenantId: null, tenantName: null },
      ...{ phone: null, month: '2026-08', dueOn: '2026-08-01', days: 110, age: 'over-90' },
      ...{ expected: '1425.05', received: '0.00', open: '1425.05' },
    }),
    lateRow({}),
  ],
  open: '3025.05',
}

test('late rents by age link to their months, and those to the tenant or payments', async () => {
  server.on(rentalReportRoutes.lateRents, { body: lateRents })
  open(server, urlOf('late-rents'), 'admin')
  const report = await region('Late Rents')
  expect(href(figure(report, 'Late Rent'), '$3,025.05')).toBe('#rows')
  const ages = within(report.getByRole('list', { name: 'Late rent by age' }))
  expect(href(ages, '$1,425.05')).toBe('#late-over-90')
  expect(href(ages, '$1,600.00')).toBe('#late-1-30')
  expect(ages.getAllByRole('link')).toHaveLength(2)
  const group = document.getElementById('late-1-30')
  expect(within(group as HTMLElement).getByText('512 Raymond St')).toBeTruthy()

  const late = rowOf(report, /512 Raymond St/)
  expect(href(late, '$1,600.00')).toBe(`/rental-properties/tenants/${renee}`)
  const rent = { tab: 'income', view: 'entries', kind: 'rent' }
  expect(target(late, '$250.00')).toEqual({ ...rent, rentMonth: '2026-11', propertyId: house })
  expect(href(late, '847-555-0171')).toBe('tel:8475550171')
  const oldest = rowOf(report, /905 W Galena/)
  for (const link of oldest.getAllByRole('link', { name: '$1,425.05' }))
    expect(link.getAttribute('href')).toContain('rentMonth=2026-08')
  const { lines } = await csvOf(report)
  expect(lines[1]).toBe('905 W Galena Blvd,,,2026-08,2026-08-01,110,1425.05,0.00,1425.05')
})

const none = { ages: lateRents.ages.map((age) => ({ ...age, count: 0, open: '0.00' })), rows: [] }

test('a report without late rents says so', async () => {
  server.on(rentalReportRoutes.lateRents, { body: { ...lateRents, ...none, open: '0.00' } })
  open(server, urlOf('late-rents'), 'admin')
  expect(await screen.findByText('No rent is late')).toBeTruthy()
})

test('ending and expired leases link to their tenants', async () => {
  const lease: EndingLeases['rows'][number] = {
    ...{ tenantId: renee, tenantName: 'Renee Castle', phone: '(847) 555-0171', propertyId: house },
    ...{ address: '512 Raymond St', leaseState: 'current', leaseEnd: '2026-12-31', days: 42 },
    rent: '1850.00',
  }
  const [ended, today] = [flat, house]
  let rows = [
    {
      ...lease,
      tenantId: ended,
      tenantName: 'June Prescott',
      leaseState: 'ended' as const,
      days: -8,
    },
    { ...lease, tenantId: today, tenantName: 'Bill Ostrander', days: 0 },
    lease,
  ]
  server.on(rentalReportRoutes.endingLeases, () => ({
    body: { on: '2026-11-19', rows, rent: '5550.00' },
  }))
  const { unmount } = open(server, urlOf('ending-leases'), 'admin')
  const report = await region('Ending Leases')
  expect(href(figure(report, 'Ending'), '2')).toBe('#rows')
  expect(href(figure(report, 'Already Ended'), '1')).toBe('#rows')
  expect(href(figure(report, 'Monthly Rent of These Leases'), '$5,550.00')).toBe('#rows')
  expect(rowOf(report, /June Prescott/).getByText('8 days ago')).toBeTruthy()
  expect(rowOf(report, /Bill Ostrander/).getByText('today')).toBeTruthy()
  const row = rowOf(report, /Renee Castle/)
  expect(row.getByText('in 42 days')).toBeTruthy()
  expect(href(row, '847-555-0171')).toBe('tel:8475550171')
  expect(href(row, '$1,850.00')).toBe(`/rental-properties/tenants/${renee}`)
  unmount()
  rows = []
  open(server, urlOf('ending-leases'), 'admin')
  expect(await screen.findByText('No lease ends within 90 days')).toBeTruthy()
})

const taxYear: TaxYear = {
  ...{ year: 2025, years: [2026, 2025] },
  income: [
    { incomeType: 'Rent', amount: '22200.00' },
    { incomeType: 'Laundry', amount: '0.10' },
    { incomeType: 'Parking', amount: '0.20' },
  ],
  incomeTotal: '22200.30',
  expenses: [
    { line: 9, category: 'Insurance', amount: '980.00' },
    { line: 19, category: 'Pest control', amount: '120.40' },
  ],
  ...{ expenseTotal: '1100.40', net: '21099.90' },
  properties: [
    {
      propertyId: house,
      address: '512 Raymond St',
      income: '22200.30',
      expenses: '120.40',
      net: '22079.90',
    },
  ],
}

test('the tax year has the lines of Schedule E, with sums to the cent', async () => {
  server.on(rentalReportRoutes.taxYear, { body: taxYear })
  open(server, urlOf('tax-year'), 'admin')
  const report = await region('Tax Year')
  const year = { from: '2025-01-01', to: '2025-12-31' }
  const income = { tab: 'income', view: 'entries', ...year }
  expect(target(figure(report, 'Income'), '$22,200.30')).toEqual({ ...income, kind: 'income' })
  const kinds = table(report, 'Income')
  expect(target(rowOf(kinds, /Rent/), '$22,200.00')).toEqual({ ...income, kind: 'rent' })
  const other = rowOf(kinds, /Other income/)
  expect(target(other, '$0.30')).toEqual({ ...income, kind: 'other' })
  expect(other.getByText(/Laundry/).textContent).toBe('Laundry: $0.10')
  expect(other.getByText(/Parking/).textContent).toBe('Parking: $0.20')
  expect(target(other, '$0.10')).toEqual({ ...income, kind: 'income', incomeType: 'Laundry' })
  const expenses = table(report, 'Expenses')
  expect(target(rowOf(expenses, /^9 Insurance/), '$980.00')).toEqual({
    ...{ tab: 'expenses', ...year, category: 'Insurance' },
  })
  expect(target(rowOf(expenses, /^19 Pest control/), '$120.40').category).toBe('Pest control')
  const { name, lines } = await csvOf(report)
  expect(name).toBe('tax-year-2025.csv')
  expect(lines).toEqual([
    ...['Kind,Line,Category,Amount', 'Income,3,Rent,22200.00'],
    ...['Income,3,Laundry,0.10', 'Income,3,Parking,0.20'],
    ...['Expense,9,Insurance,980.00', 'Expense,19,Pest control,120.40'],
  ])
})

test('a tax year without entries says so', async () => {
  server.on(rentalReportRoutes.taxYear, {
    body: {
      ...{ year: 2025, years: [2025], income: [], incomeTotal: '0.00', expenses: [] },
      ...{ expenseTotal: '0.00', net: '0.00', properties: [] },
    },
  })
  open(server, urlOf('tax-year'), 'admin')
  expect(await screen.findByText('Nothing received or spent in 2025')).toBeTruthy()
})

test('net yield is shown, or that the price is missing', async () => {
  const netYield: NetYield = {
    ...{ from: '2025-11-20', to: '2026-11-19' },
    rows: [
      {
        ...{ propertyId: house, address: '512 Raymond St', purchasePrice: '168500.00' },
        ...{ income: '22200.00', expenses: '11416.00', net: '10784.00', yield: '6.4' },
      },
      {
        ...{ propertyId: flat, address: '905 W Galena Blvd', purchasePrice: null },
        ...{ income: '0.00', expenses: '310.00', net: '-310.00', yield: null },
      },
    ],
    total: {
      ...{ purchasePrice: '168500.00', income: '22200.00', expenses: '11416.00' },
      ...{ net: '10784.00', yield: '6.4' },
    },
  }
  server.on(rentalReportRoutes.netYield, { body: netYield })
  open(server, urlOf('net-yield'), 'admin')
  const report = await region('Net Yield')
  expect(report.getByText('Nov 20, 2025 – Nov 19, 2026')).toBeTruthy()
  expect(href(figure(report, 'Net Yield'), '6.4%')).toBe('#rows')
  const row = rowOf(report, /512 Raymond St/)
  const days = { from: '2025-11-20', to: '2026-11-19' }
  expect(target(row, '$22,200.00')).toEqual({
    ...{ tab: 'income', view: 'entries', kind: 'income', ...days, propertyId: house },
  })
  expect(target(row, '$11,416.00')).toEqual({ tab: 'expenses', ...days, propertyId: house })
  // The figures are the sums of the rows they link to, without properties that have no price.
  const knownTable = table(report, 'Properties')
  expect(report.getByRole('table', { name: 'Properties' }).closest('#rows')).toBeTruthy()
  expect(knownTable.queryByText('905 W Galena Blvd')).toBeNull()
  const totals = rowOf(knownTable, /^Total/)
  for (const label of ['Purchase Price', 'Income', 'Expenses', 'Net']) {
    const value = figure(report, label).getByRole('link').textContent ?? ''
    expect(totals.getByText(value)).toBeTruthy()
  }
  const unknownTable = table(report, 'Purchase Price Not Known')
  const unknown = rowOf(unknownTable, /905 W Galena/)
  expect(unknownTable.queryByText('512 Raymond St')).toBeNull()
  expect(href(unknown, 'No price yet')).toBe(`/rental-properties/${flat}`)
  expect(unknown.getByText(formatDollars('-310'))).toBeTruthy()
})

test('reports are linked, the current one is marked, and Print prints', async () => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  server.on(rentalReportRoutes.rentRoll, { body: rentRoll })
  server.on(rentalReportRoutes.lateRents, { body: { ...lateRents, ...none, open: '0.00' } })
  open(server, urlOf(), 'admin')
  await region('Rent Roll')
  const nav = within(screen.getByRole('navigation', { name: 'Reports' }))
  const current = () =>
    nav
      .getAllByRole('link')
      .flatMap((link) => (link.getAttribute('aria-current') ? [link.textContent] : []))
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual([
    ...['Rent Roll', 'Income Statement', 'Late Rents', 'Ending Leases', 'Tax Year', 'Net Yield'],
  ])
  expect(current()).toEqual(['Rent Roll'])
  await userEvent.click(nav.getByRole('link', { name: 'Late Rents' }))
  const report = await region('Late Rents')
  expect(current()).toEqual(['Late Rents'])
  await userEvent.click(report.getByRole('button', { name: 'Print' }))
  expect(printed).toHaveBeenCalledTimes(1)
  // Controls are not printed.
  for (const control of screen.getByRole('tabpanel').querySelectorAll('button, select, input, nav'))
    expect(control.closest('.no-print'), control.outerHTML).toBeTruthy()
})

test('a report that cannot be loaded says so and can be tried again', async () => {
  let failing = true
  server.on(rentalReportRoutes.rentRoll, () =>
    failing ? { failure: 'unavailable' } : { body: rentRoll },
  )
  open(server, urlOf(), 'admin')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The report could not be loaded.')
  failing = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('512 Raymond St')).toBeTruthy())
})
