import { bidOrders } from '@plumbline/contract/bidStatuses.ts'
import { invoiceOrders } from '@plumbline/contract/invoiceOrders.ts'
import { jobOrders } from '@plumbline/contract/jobs.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { taskOrders } from '@plumbline/contract/tasks.ts'
import { userOrders } from '@plumbline/contract/userOrders.ts'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import type { Company } from './company.ts'
import type { Call } from './load.ts'

/** A call of a screen, by a person with one of the roles. */
export interface ScreenCall extends Call {
  readonly name: string
  readonly as: 'admin' | 'sub' | 'client'
}

const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const week = `from=${dayFrom(-3)}&to=${dayFrom(3)}`
const month = `from=${dayFrom(-15)}&to=${dayFrom(15)}`
const year = dayFrom(0).slice(0, 4)
/** The first of the last twelve months. */
const firstMonth = dayFrom(-335).slice(0, 7)

/** Paths that begin alike. */
const each = (base: string, ends: readonly string[]) => ends.map((end) => base + end)
/** A list without filters, and with each of them. */
const list = (base: string, filters: readonly string[]) => [base, ...each(`${base}&`, filters)]
const sorts = (orders: readonly string[]) => each('sort=', orders)

const JOBS = '/api/jobs?openFirst=true&limit=60'
const TASKS = '/api/tasks?openFirst=true&limit=60'
const PHOTOS = '/api/photos?limit=30'
const BIDS = '/api/pending-bids?openFirst=true&limit=60'
const USERS = '/api/users?limit=60'
const CUSTOMERS = '/api/customers?limit=60'
const INVOICES = '/api/invoices?limit=60'
const PRICES = '/api/price-list?limit=60'

const jobFilters = [
  'late=true',
  'active=true',
  'managerId=none',
  'clientId=:client',
  'search=job+19',
]
const taskFilters = ['overdue=true', 'active=true', 'active=true&mine=true']

// In the paths below, `:job` and the like are ids.

const customerLists = [
  ...list(CUSTOMERS, ['search=contact19', 'search=nowhere', 'similar=true', 'sort=-created']),
  ...each('/api/customer-totals', ['', '?similar=true']),
]

const invoiceLists = [
  ...list(INVOICES, ['search=2026', 'search=contact19', 'search=nowhere', ...sorts(invoiceOrders)]),
  ...each(`${INVOICES}&`, [
    'status=open&sort=due',
    'status=unpaid&sort=due',
    'status=paid',
    'status=draft',
  ]),
  ...each(`${INVOICES}&`, ['customerId=:customer', 'jobId=:job']),
  ...each(`${INVOICES}&`, [`dueFrom=${dayFrom(-30)}&dueTo=${dayFrom(0)}`]),
  ...each('/api/invoice-totals', ['', '?status=open', '?status=overdue', '?status=paid']),
  ...each('/api/', ['quickbooks', 'quickbooks-runs?limit=20']),
]

const lists = [
  ...list(JOBS, [...jobFilters, 'search=quarry', 'search=nowhere', 'status=on_hold']),
  ...each(`${JOBS}&`, ['subcontractorId=:sub', `endsFrom=${dayFrom(-7)}&endsTo=${dayFrom(7)}`]),
  ...each(`${JOBS}&`, sorts(jobOrders)),
  ...each('/api/job-totals', ['', ...each('?', jobFilters)]),
  ...list(TASKS, [...taskFilters, 'search=task+19', 'search=nowhere', 'status=in_progress']),
  ...each(`${TASKS}&`, ['mine=true', 'jobId=:job']),
  ...each('/api/tasks?limit=200&', sorts(taskOrders)),
  ...taskFilters.map((filter) => `/api/tasks?limit=200&${filter}&sort=-deadline`),
  ...each('/api/task-totals', ['', '?jobId=:job', ...each('?', taskFilters)]),
  ...list(PHOTOS, ['jobId=:job', 'search=photo+19']),
  ...list(BIDS, ['search=bid+1', 'search=nowhere', 'status=follow_up', 'followUpDue=true']),
  ...each(`${BIDS}&`, ['open=true', ...sorts(bidOrders)]),
  ...each('/api/bid-', ['totals', 'sums', 'sums?open=true', `appointments?${week}`]),
  ...list('/api/conversations?limit=30', ['search=job+19', 'search=nowhere']),
  ...customerLists,
  ...invoiceLists,
  ...list(PRICES, ['search=line+19', 'search=nowhere', 'category=material']),
  ...list(USERS, ['invited=true', 'search=sam', ...sorts(userOrders)]),
  ...each('/api/users?', ['role=client', 'status=canInvite']),
  ...each('/api/user-totals', ['', '?role=client']),
  ...each('/api/subcontractors', ['', '?limit=60']),
  ...list('/api/audit?limit=60', ['group=people', 'group=signIn']),
]

const overviews = [
  ...each('/api/', ['conversations', 'dashboard', 'attention', 'receivables', 'project-managers']),
  ...each('/api/', [
    'settings',
    'proposal-settings',
    'number-formats',
    'reminder-settings',
    'storage',
    'backups',
    'export',
    'invite-address',
  ]),
  ...each('/api/notifications', ['?limit=30', '?limit=30&unread=true', '/unread', '/muted-jobs']),
  ...each('/api/', ['notification-settings', 'push-key', 'push-subscriptions']),
  ...each('/api/', ['weekly-updates/drafts', 'saved-views?screen=jobs', 'schedule-templates']),
  ...each('/api/', ['sales-tax', `sales-tax/documents?month=${dayFrom(0).slice(0, 7)}&limit=50`]),
  ...each('/api/completions', [`?year=${year}`, `/jobs?year=${year}&limit=60`]),
  '/api/auth/user',
  ...each('/api/account/', ['sessions', 'second-factor', 'passkeys', 'calendar-feed', 'confirm']),
]

/** The lists in which the command palette also finds words with a wrong letter. */
const spelled = [
  'jobs?limit=8',
  'pending-bids?limit=6',
  'users?limit=6',
  'customers?limit=6',
  'price-list?limit=4',
  'tasks?openFirst=true&limit=6',
  'schedule-entries?limit=6',
].map((list) => `${list}&total=false`)
/** Its other lists. */
const others = [
  'invoices?limit=6&total=false',
  ...['rental-properties', 'tenants', 'rental-income', 'rental-expenses', 'messages'].map(
    (list) => `${list}?limit=4`,
  ),
]
const inPalette = (lists: readonly string[], search: string) =>
  lists.map((list) => `/api/${list}&search=${search}`)

/** The searches of the command palette, while a word is typed and when nothing was found for it. */
const palette = [
  ...['a', 'job+19', 'nowhere', '630-555-0151'].flatMap((word) =>
    inPalette([...spelled, ...others], word),
  ),
  ...['quarey', 'nowhere'].flatMap((word) => inPalette(spelled, `${word}&alike=true`)),
]

const calendars = [
  ...[week, month].flatMap((period) => [
    ...each('/api/', [`schedule/plan?${period}`, `key-dates?${period}`]),
    `/api/schedule-entries?${period}&subcontractorId=:sub`,
  ]),
  ...each('/api/schedule/plan?', [`${month}&status=scheduled`, 'jobId=:job']),
  `/api/schedule-entries?startsFrom=${dayFrom(0)}&limit=5`,
  `/api/key-dates?from=${dayFrom(0)}&deadlines=true&limit=5`,
  ...each('/api/schedule/', [
    'attention?limit=5',
    'current',
    `slack?${month}`,
    `week?${week}`,
    'day',
  ]),
  ...each('/api/', [`weather-days?${month}`, `crew?${week}`, `crew-absences?${week}`]),
  `/api/crew/uncrewed?${week}`,
]

const details = [
  ...each('/api/jobs/:job', ['', '/tasks', '/schedule', '/subcontractors', '/contents']),
  ...each('/api/jobs/:job', ['/messages?limit=50', '/message-readers', '/days-lost', '/finish']),
  ...each('/api/jobs/:job', ['/schedule-changes?limit=60', '/weekly-updates', '/contract']),
  ...each('/api/', [
    'jobs/:job/invoicing',
    'invoices/:invoice',
    'invoices/:invoice/link',
    'invoices/:invoice/reminders',
  ]),
  '/api/photos?jobId=:job&limit=12',
  ...each('/api/tasks/:task', ['', '/correspondence']),
  ...each('/api/schedule/:entry', ['', '/changes', '/crew']),
  ...each('/api/photos/:photo', ['', '/image?size=thumb', '/image?size=full']),
  ...each('/api/pending-bids/:bid', ['', '/history', '/follow-ups']),
  ...each('/api/', ['pending-bids/:bid/pricing', 'pending-bids/:bid/appointments']),
  '/api/proposal-settings',
  ...each('/api/customers/:customer', [
    '',
    '/people',
    '/similar',
    '/copies',
    '/contents',
    '/merges',
    '/account',
    '/statement',
  ]),
  '/api/job-totals?customerId=:customer',
  ...[JOBS, BIDS, PHOTOS].map((path) => `${path}&customerId=:customer`),
  '/api/messages?limit=3&customerId=:customer',
  ...each('/api/payments', ['?limit=20&customerId=:customer', '/:payment']),
  '/api/price-list/:line',
  ...each('/api/subcontractors/:sub', ['', '/jobs?limit=60']),
  ...each('/api/', ['users/:client', 'schedule-templates/:template', 'crew/:crewDay/ways']),
]

const rentals = [
  ...list('/api/rental-properties?limit=60', ['search=quarry', 'status=vacant']),
  ...each('/api/rental-properties/', ['stats', ':property', ':property/photos', ':property/jobs']),
  `/api/rental-properties/:property/rent?month=${firstMonth}`,
  ...list('/api/tenants?limit=60', ['status=active', 'search=number7']),
  ...each('/api/tenants/:tenant', ['', '/ledger', '/deposits', '/lease-changes']),
  ...each('/api/rent-grid', [`?limit=50&from=${firstMonth}`, `/totals?from=${firstMonth}`]),
  ...each('/api/rental-income', ['?limit=60', '/total', '/:income']),
  ...each('/api/', ['rental-expenses?limit=60', 'rental-expenses/total', 'recurring-expenses']),
  ...each('/api/rental-reports/', ['rent-roll', 'income-statement', 'late-rents']),
  ...each('/api/rental-reports/', ['ending-leases', 'tax-year', 'net-yield']),
]

/** The reads of subs and clients, who see other rows through other queries. */
const ofBoth = [
  ...[JOBS, PHOTOS, '/api/conversations', '/api/dashboard'],
  ...['/api/notifications?limit=30', '/api/notifications/unread'],
]
const ofClients = [
  ...[`/api/schedule/plan?${month}`, '/api/my-invoices?jobId=:ownJob', '/api/my-invoices/:own'],
  ...each('/api/my-invoices', ['?limit=60', '?limit=100']),
]
const ofSubs = [TASKS, '/api/task-totals', `/api/crew?${week}`, `/api/key-dates?${week}`]

const writes: readonly (readonly [method: string, path: string, body: object])[] = [
  ['POST', '/api/jobs', { name: 'A porch', address: '12 Quarry Road' }],
  ['POST', '/api/tasks', { jobId: ':job', name: 'Sand the floor', deadline: dayFrom(9) }],
  ['POST', '/api/tasks/:task/correspondence', { message: 'Nearly done' }],
  ['PUT', '/api/tasks/:task', { description: 'Twice' }],
  ['PUT', '/api/jobs/:job', { progress: 45 }],
  ['POST', '/api/messages', { jobId: ':job', content: 'On our way' }],
  ['POST', '/api/jobs/:job/read', {}],
  ['PUT', '/api/schedule/:entry', { percentComplete: 50 }],
]

/** The calls of all screens, with and without filters. */
export async function screenCalls(company: Company): Promise<ScreenCall[]> {
  const ids = await idsOf(company)
  const withIds = (text: string) => text.replaceAll(/:(\w+)/g, (name, key) => ids[key] ?? name)
  const call = (method: string, path: string, as: ScreenCall['as'] = 'admin', body?: object) => ({
    ...{ name: `${as} ${method} ${path}`, method, path: withIds(path), as },
    ...(body && { body: withIds(JSON.stringify(body)) }),
  })
  const nextPages = await Promise.all(
    [JOBS, TASKS, PHOTOS, BIDS].map(async (path) => ({
      ...call('GET', await nextOf(company.admin, path)),
      name: `admin GET ${path}&after=…`,
    })),
  )
  const reads = [...lists, ...overviews, ...palette, ...calendars, ...details, ...rentals]
  return [
    ...reads.map((path) => call('GET', path)),
    ...nextPages,
    ...[...ofBoth, ...ofSubs].map((path) => call('GET', path, 'sub')),
    ...[...ofBoth, ...ofClients].map((path) => call('GET', path, 'client')),
    ...writes.map(([method, path, body]) => call(method, path, 'admin', body)),
  ]
}

/** The reads of the list of customers. */
export async function customerCalls({ admin }: Company): Promise<ScreenCall[]> {
  const paths = [...customerLists, await nextOf(admin, CUSTOMERS)]
  return paths.map((path) => ({
    ...{ name: path.replace(/after=.*/, 'after=…'), method: 'GET', path, as: 'admin' },
  }))
}

/** The lists and sums of invoices, with the next page of all of them. */
export async function invoiceCalls({ admin }: Company): Promise<ScreenCall[]> {
  const [job] = await admin.request<{ id: string; customerId: string }[]>(
    'GET',
    '/api/jobs?limit=1',
  )
  // The one with the most invoices, whose statement has 500 rows.
  const [busy] = await admin.request<{ id: string }[]>('GET', '/api/customers?limit=1&search=Busy')
  const ids: Record<string, string | undefined> = {
    ...{ job: job?.id, customer: job?.customerId, busy: busy?.id },
  }
  const paths = [
    ...[...invoiceLists, await nextOf(admin, INVOICES), '/api/jobs/:job/invoicing'],
    ...['/api/customers/:customer/account', '/api/payments?customerId=:customer&limit=20'],
    '/api/receivables/jobs?limit=60',
    '/api/payments?jobId=:job&limit=20',
    ...['/api/payments?money=true&limit=50', '/api/payment-totals?money=true'],
    `/api/payment-totals?money=true&from=${year}-01-01&to=${year}-12-31`,
    ...each('/api/receivables/ageing', ['', '?customers=false', `?asOf=${dayFrom(-90)}`]),
    '/api/reminders?limit=10&total=false',
    ...['/api/sales-tax', `/api/sales-tax/documents?month=${dayFrom(-40).slice(0, 7)}&limit=50`],
    '/api/customers/:busy/statement?from=2000-01-01',
  ]
  return paths.map((path) => ({
    ...{ name: path.replace(/after=.*/, 'after=…'), method: 'GET', as: 'admin' },
    path: path.replaceAll(/:(\w+)/g, (name, key) => ids[key] ?? name),
  }))
}

/** An invoice that was issued. @returns its id */
async function issuedInvoice(
  admin: ApiClient,
  customerId: string | undefined,
  jobId: string | null = null,
) {
  const lines = [{ description: 'Hanging a door', quantity: '2', unitPrice: '60.25' }]
  const draft = { customerId, jobId, title: 'Doors', basis: { kind: 'lines' }, lines }
  const { id } = await admin.request<{ id: string }>('POST', '/api/invoices', draft)
  await admin.request('POST', `/api/invoices/${id}/issue`, { overContract: true })
  return id
}

/** A payment that is for no invoice. @returns its id */
async function recordedPayment(admin: ApiClient, customerId: string | undefined) {
  const entry = { customerId, day: dayFrom(-1), amount: 5_000, method: 'check', allocations: [] }
  const body = { ...entry, keepCredit: true }
  return (await admin.request<{ id: string }>('POST', '/api/payments', body)).id
}

/** A job of the client for the customer they sign in for, and an invoice to them. */
async function ownInvoice({ admin, client }: Company) {
  const job = { name: 'A porch', address: '12 Quarry Road', clientId: client.id }
  const made = await admin.request<{ id: string; customerId: string }>('POST', '/api/jobs', job)
  return { ownJob: made.id, own: await issuedInvoice(admin, made.customerId, made.id) }
}

/** The path of the next page of a list. */
async function nextOf(api: ApiClient, path: string): Promise<string> {
  const { headers } = await api.call('GET', path)
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? path
}

/** The ids for the calls: a job that has everything, and the rows on it. */
async function idsOf(company: Company): Promise<Record<string, string | undefined>> {
  const { admin, sub, client } = company
  const first = async (path: string) => (await admin.request<{ id: string }[]>('GET', path))[0]?.id
  const [conversation] = await admin.request<{ jobId: string }[]>('GET', '/api/conversations')
  const job = conversation?.jobId
  const customer = await first('/api/customers?limit=1')
  return {
    ...{ job, sub: sub.id, client: client.id },
    task: await first(`/api/jobs/${job}/tasks`),
    entry: await first(`/api/jobs/${job}/schedule`),
    photo: await first(`/api/photos?limit=1&jobId=${job}`),
    bid: await first('/api/pending-bids?limit=1'),
    ...{ customer, invoice: await issuedInvoice(admin, customer) },
    payment: await recordedPayment(admin, customer),
    ...(await ownInvoice(company)),
    line: await first('/api/price-list?limit=1'),
    template: await first('/api/schedule-templates'),
    crewDay: await first(`/api/crew?${week}`),
    property: await first('/api/rental-properties?limit=1'),
    tenant: await first('/api/tenants?limit=1'),
    income: await first('/api/rental-income?limit=1'),
  }
}

/** Reads that are not measured, because no screen makes them or the company lacks the data. */
const EXCLUDED = [
  // Files that are downloaded on a click.
  /\.ics$|^\/api\/(settings\/logo|(export|photos)\/zip)|\/(receipt|document(\.pdf)?)$/,
  // These need an installation without a company, an open invite, a saved baseline or photos of
  // properties and tenants.
  /^\/api\/(setup|users\/:id\/invite-link|jobs\/:id\/baseline|property-photos.*)$/,
]

/**
 * The reads of the contract that are neither measured nor excluded; empty if the list is complete.
 */
export function unmeasured(calls: readonly ScreenCall[]): string[] {
  const paths = calls.map(({ path }) => path.replace(/\?.*/, ''))
  return allRows
    .filter(({ method, path }) => method === 'GET' && !EXCLUDED.some((form) => form.test(path)))
    .map(({ path }) => path)
    .filter((path) => {
      const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
      return !paths.some((called) => form.test(called))
    })
}

/** The calls for complete lists, as a script reads them. */
export const wholeLists = (): ScreenCall[] =>
  ['jobs', 'tasks', 'photos', 'schedule-entries', 'schedule/plan'].map((name) => ({
    ...{ name: `GET /api/${name}`, method: 'GET', path: `/api/${name}`, as: 'admin' },
  }))
