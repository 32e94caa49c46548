import { setUp } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { type Change, timesToPaint, withBrowser, withPage } from './browser.ts'
import { p50Note, timed } from './calls.ts'
import { env, inDatabase, type Office } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { type ScreenCall, screenCall } from './screenCalls.ts'

const PROPERTIES = 500
const YEARS = 10
const MONTHS = 12 * YEARS
/** The length of a lease. The next one begins two weeks after its end. */
const LEASE_MONTHS = 24

/** The size of the portfolio. */
const PORTFOLIO = {
  properties: PROPERTIES,
  'years of books': YEARS,
  'entries in the books': PROPERTIES * MONTHS * 4,
} as const

const month = `date_trunc('month', current_date)::date`
/** SQL for the first day of month `n`, counted from the first month in the books. */
const monthOf = (n: string) => `(${month} - make_interval(months => ${MONTHS - 1} - ${n}))::date`

/**
 * Every home was rented out five times in ten years, with one rent increase per lease. Tenants pay
 * a few days late, every fiftieth month not at all and every thirtieth in part. There are three
 * expenses a month.
 */
const rentalRows = (): string[] => [
  `insert into rental_properties (id, address, city, state, zip_code, property_type, bedrooms, purchase_price, monthly_rent)
   select gen_random_uuid(), n || ' Quarry Road', 'Elgin', 'IL', '60120', 'Duplex', 1 + n % 4,
     case when n % 9 > 0 then 90000 + n * 125.5 end, 900 + n + 0.5
   from generate_series(1, ${PROPERTIES}) n`,
  `create temporary table homes as
   select id, (row_number() over (order by monthly_rent))::int as n from rental_properties`,
  `create temporary table leases as
   select gen_random_uuid() as id, h.id as property_id, h.n, k,
     ${monthOf(`${LEASE_MONTHS} * k`)} + case when k > 0 then 14 else 0 end as starts,
     case when k < ${MONTHS / LEASE_MONTHS - 1} or h.n % 12 = 0
       then (${monthOf(`${LEASE_MONTHS} * (k + 1)`)} - 1) - case when k = ${MONTHS / LEASE_MONTHS - 1} then 40 else 0 end end as ends,
     800 + h.n + 50 * k + 0.25 as rent
   from homes h cross join generate_series(0, ${MONTHS / LEASE_MONTHS - 1}) k`,
  `insert into tenants (id, property_id, first_name, last_name, lease_start, lease_end, monthly_rent, security_deposit, status)
   select id, property_id, 'Tenant' || k, 'Number' || n, starts, ends, rent, rent,
     case when ends < current_date then 'former' else 'active' end from leases`,
  `insert into lease_changes (id, tenant_id, kind, starts_on, monthly_rent)
   select gen_random_uuid(), id, 'rent', (starts + interval '1 year')::date, rent + 25 from leases`,
  `insert into rental_income (id, property_id, tenant_id, amount, income_type, kind, date_received, rent_month, payment_method)
   select gen_random_uuid(), l.property_id, l.id,
     case when (l.n + m) % 30 = 0 then 400.33 when m - ${LEASE_MONTHS} * l.k >= 12 then rent + 25 else rent end,
     'Rent', 'rent', ${monthOf('m')} + (l.n + m) % 9, ${monthOf('m')}, 'ACH'
   from leases l cross join lateral generate_series(${LEASE_MONTHS} * l.k, ${LEASE_MONTHS} * l.k + ${LEASE_MONTHS - 1}) m
   where (l.n + m) % 50 > 0`,
  `insert into rental_income (id, property_id, tenant_id, amount, income_type, kind, date_received)
   select gen_random_uuid(), property_id, id, rent, 'Security deposit', 'deposit', starts from leases`,
  `insert into rental_expenses (id, property_id, amount, expense_type, vendor, description, date_incurred)
   select gen_random_uuid(), case when n % 40 > 0 then id end, 40 + (n * 7 + m * 13 + k * 31) % 900 + 0.37,
     (array['Repairs', 'Insurance', 'Taxes', 'Utilities', 'Cleaning and maintenance', 'Pest control'])[1 + (n + m + k) % 6],
     'Vendor ' || k, 'What was done', ${monthOf('m')} + (n + k * 9) % 28
   from homes cross join generate_series(0, ${MONTHS - 1}) m cross join generate_series(0, 2) k`,
  'vacuum analyze',
]

/** Starts a server with a large portfolio. */
async function openPortfolio(): Promise<Office> {
  const server = new Server({ env })
  await server.start()
  const admin = await setUp(server.url)
  await inDatabase(server, async (database) => {
    for (const statement of rentalRows()) await database.query(statement)
  })
  return { server, admin }
}

const read = (path: string) => screenCall('GET', path)

const firstMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11)).toISOString().slice(0, 7)
}

/** The calls that read complete reports. */
const reportCalls = [
  'rent-roll',
  'income-statement',
  'late-rents',
  'ending-leases',
  'tax-year',
  'net-yield',
].map((kind) => read(`/api/rental-reports/${kind}`))

/** The calls of the tabs and pages of the rentals. */
async function rentalCalls({ admin }: Office): Promise<ScreenCall[]> {
  const [property] = await admin.request<{ id: string }[]>('GET', '/api/rental-properties?limit=1')
  const [tenant] = await admin.request<{ id: string }[]>('GET', '/api/tenants?limit=1')
  return [
    '/api/rental-properties?limit=60',
    '/api/rental-properties?limit=60&search=quarry',
    '/api/rental-properties?limit=60&status=vacant',
    '/api/rental-properties/stats',
    `/api/rental-properties/${property?.id}`,
    `/api/rental-properties/${property?.id}/rent?month=${firstMonth()}`,
    '/api/tenants?limit=60',
    '/api/tenants?limit=60&status=active',
    '/api/tenants?limit=60&search=number7',
    `/api/tenants/${tenant?.id}`,
    `/api/tenants/${tenant?.id}/ledger`,
    `/api/rent-grid?limit=50&from=${firstMonth()}`,
    `/api/rent-grid/totals?from=${firstMonth()}`,
    '/api/rental-income?limit=60',
    '/api/rental-income/total',
    '/api/rental-expenses?limit=60',
    '/api/rental-expenses/total',
  ].map(read)
}

const changes: Readonly<Record<string, Change>> = {
  'the income grid': {
    from: '/rental-properties',
    ready: 'main h2',
    title: 'Ridgeline Holdings',
    rows: '[role=grid] [role=row]',
    click: (page) => page.getByRole('tab', { name: 'Income' }).click(),
  },
}

/** Measures the time from a click until the last visible row is painted. */
function measureRentals({ admin }: Office): Promise<ReadonlyMap<string, Speed>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Speed>()
    for (const [name, change] of Object.entries(changes)) {
      const times = await withPage(browser, admin, (page) => timesToPaint(page, change))
      measured.set(name, speedOf(times))
    }
    return measured
  })
}

export const rentalsPart: Part = {
  name: 'rentals',
  title: 'A large portfolio',
  run: async (report) => {
    const portfolio = await openPortfolio()
    try {
      report.table(`${formatAmounts(PORTFOLIO)}: reports, p95`)
      const reports = await timed(report, portfolio, reportCalls, () => 'rentals.report')
      report.table('Calls of the screens, p95')
      const calls = await timed(report, portfolio, await rentalCalls(portfolio), () => 'call')
      report.table('From the click to the last visible row painted, p95 of 20')
      const views = await measureRentals(portfolio)
      for (const [view, speed] of views)
        report.figure(view, speed.p95, { budget: 'screen', note: p50Note(speed) })
      return { reports, calls, views: Object.fromEntries(views) }
    } finally {
      await portfolio.server.remove()
    }
  },
}
