import { failures } from '@plumbline/contract/failures.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { type RentalExpense, rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { type RentalIncome, rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import {
  type PropertyJob,
  type PropertyPhoto,
  type RentalProperty,
  rentalRoutes,
} from '@plumbline/contract/rentals.ts'
import { templateRoutes } from '@plumbline/contract/templates.ts'
import { type Tenant, tenantRoutes } from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { open } from '../../../testing/open.tsx'
import { property, propertyPhoto, rentalStats } from '../../../testing/rentals.ts'
import { job } from '../../../testing/rows.ts'
import { startServer } from '../../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const raymond = property(1, {
  address: '512 Raymond St',
  monthlyRent: '1850.00',
  securityDeposit: '1900.50',
  bedrooms: 3,
  bathrooms: 1.5,
  squareFeet: 1420,
  purchasePrice: '248000.00',
  purchaseDate: '2019-06-14',
  propertyManager: 'Ada Byron',
  notes: 'Corner lot',
  status: 'occupied',
})
const PATH = `/rental-properties/${raymond.id}`
const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

const tenant = (n: number, change: Partial<Tenant>): Tenant => ({
  ...{ id: id(n), propertyId: raymond.id, propertyAddress: raymond.address },
  ...{ firstName: 'Renee', lastName: 'Castle', email: null, phone: null },
  ...{ emergencyContact: null, emergencyPhone: null },
  ...{ leaseStart: '2025-02-01', leaseEnd: null, monthlyRent: '1850.00', rentToday: '1850.00' },
  ...{ securityDeposit: null, rentFrom: null, status: 'active', leaseState: 'current' },
  ...{ daysToExpiry: null, balance: '0.00', depositHeld: '0.00', notes: null },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', updatedAt: '2026-11-01T12:00:00.000Z' },
  ...change,
})
const income = (n: number, change: Partial<RentalIncome>): RentalIncome => ({
  ...{ id: id(n), propertyId: raymond.id, propertyAddress: raymond.address, tenantId: null },
  ...{ tenantName: 'Renee Castle', amount: '1850.00', incomeType: 'Rent', kind: 'rent' },
  ...{ description: null, dateReceived: '2026-11-03', rentMonth: '2026-11' },
  ...{ paymentMethod: 'ACH', reversesId: null, reversedById: null, depositReturnId: null },
  recordedByName: 'Dana Reyes',
  ...{ createdAt: '2026-11-03T12:00:00.000Z' },
  ...change,
})
const expense = (n: number, change: Partial<RentalExpense>): RentalExpense => ({
  ...{ id: id(n), propertyId: raymond.id, propertyAddress: raymond.address },
  ...{ amount: '240.00', expenseType: 'Repairs', vendor: 'Kane Plumbing' },
  ...{ description: 'Water heater valve', dateIncurred: '2026-10-12', receiptUrl: null },
  ...{ receiptType: null, jobId: null, jobName: null, recurringId: null, reversesId: null },
  ...{ reversedById: null, recordedByName: null, createdAt: '2026-10-12T12:00:00.000Z' },
  ...change,
})
const repair: PropertyJob = {
  ...{ id: id(40), name: 'Repair at 512 Raymond St', status: 'in_progress', startDate: null },
  ...{ endDate: '2026-12-04', approvedAmount: 125_000, booked: '300.25' },
}

let shown: RentalProperty | null
let photos: PropertyPhoto[]
let jobs: PropertyJob[]
let tenants: Tenant[]

beforeEach(() => {
  server.reset()
  shown = raymond
  photos = []
  jobs = []
  tenants = []
  server.on(rentalRoutes.one, () => (shown ? { body: shown } : { failure: 'notFound' }))
  server.on(rentalRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(rentalRoutes.stats, { body: rentalStats })
  server.on(rentalRoutes.photos, () => ({
    body: photos,
    headers: { 'X-Total-Count': String(photos.length) },
  }))
  server.on(rentalRoutes.jobs, () => ({ body: jobs }))
  server.on(tenantRoutes.list, () => ({ body: tenants }))
  server.on(rentalIncomeRoutes.list, { body: [] })
  server.on(rentalIncomeRoutes.total, { body: { count: 0, amount: '0.00' } })
  server.on(rentalExpenseRoutes.list, { body: [] })
  server.on(rentalExpenseRoutes.total, { body: { count: 0, amount: '0.00' } })
})
// Remove the uploads of a test so that they do not show up in the next one.
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: /^(Remove|Cancel the upload of)/ }))
    await userEvent.click(button)
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const sent = (method: string) => server.seen.filter((one) => one.method === method)
const bodyOf = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '')
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

test('the page shows the facts of the property', async () => {
  open(server, PATH, 'admin')
  expect(await screen.findByRole('heading', { level: 1, name: '512 Raymond St' })).toBeTruthy()
  expect(hrefOf(screen.getByRole('link', { name: 'Back to Ridgeline Holdings' }))).toBe(
    '/rental-properties',
  )
  expect(hrefOf(screen.getByRole('link', { name: 'Elgin, IL 60120' }))).toContain(
    'query=512+Raymond+St%2C+Elgin%2C+IL+60120',
  )
  expect(screen.getByText('Occupied')).toBeTruthy()
  const facts = await part('Property')
  for (const [name, value] of [
    ['Monthly Rent', '$1,850.00'],
    ['Security Deposit', '$1,900.50'],
    ['Property Type', 'Duplex'],
    ['Status', 'Follows the leases'],
    ['Bedrooms', '3'],
    ['Bathrooms', '1.5'],
    ['Square Feet', '1,420'],
    ['Property Manager', 'Ada Byron'],
    ['Purchase Price', '$248,000.00'],
    ['Purchase Date', 'Jun 14, 2019'],
  ] as const)
    expect(facts.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent).toBe(value)
  expect(facts.getByText('Corner lot')).toBeTruthy()
  for (const text of ['No tenants yet', 'No income yet', 'No expenses yet', 'No photos yet'])
    expect(await screen.findByText(text)).toBeTruthy()
})

test('tenants are listed with current ones first', async () => {
  tenants = [
    tenant(11, { lastName: 'Abbott', leaseState: 'former', leaseEnd: '2025-01-31' }),
    tenant(12, { leaseState: 'current', balance: '765.50' }),
    tenant(13, { lastName: 'Dunn', leaseState: 'upcoming', balance: '-50.00' }),
  ]
  open(server, PATH, 'admin')
  const list = await part('Tenants')
  await list.findByText('Renee Castle')
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Renee CastleFeb 1, 2025 – open$765.50 owed$1,850.00 a monthCurrent',
    'Renee DunnFeb 1, 2025 – open$50.00 ahead$1,850.00 a monthUpcoming',
    'Renee AbbottFeb 1, 2025 – Jan 31, 2025$1,850.00 a monthMoved out',
  ])
  expect(hrefOf(list.getByRole('link', { name: 'Renee Castle' }))).toBe(
    `/rental-properties/tenants/${id(12)}`,
  )
  expect(hrefOf(list.getByRole('link', { name: 'Add Tenant' }))).toBe(
    `/rental-properties?tab=tenants&new=tenant&forProperty=${raymond.id}`,
  )
  const request = server.seen.find(({ url }) => url.startsWith('/api/tenants'))
  expect(request?.query.get('propertyId')).toBe(raymond.id)
})

test('the latest income and expenses are listed, and their sums link to all of them', async () => {
  server.on(rentalIncomeRoutes.list, {
    body: [
      income(21, { reversesId: id(22), amount: '-1850.00' }),
      income(22, { reversedById: id(21) }),
      income(23, { incomeType: 'Late fee', kind: 'late_fee', rentMonth: null, amount: '50.00' }),
    ],
  })
  server.on(rentalIncomeRoutes.total, { body: { count: 41, amount: '70350.10' } })
  server.on(rentalExpenseRoutes.list, { body: [expense(31, {})] })
  server.on(rentalExpenseRoutes.total, { body: { count: 7, amount: '1240.99' } })
  open(server, PATH, 'admin')
  const received = await part('Income')
  await received.findByText('Late fee')
  expect(received.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Rent for Nov 2026ReversalRenee Castle-$1,850.00Nov 3, 2026',
    'Rent for Nov 2026ReversedRenee Castle$1,850.00Nov 3, 2026',
    'Late feeRenee Castle$50.00Nov 3, 2026',
  ])
  expect(hrefOf(await received.findByRole('link', { name: 'All 41: $70,350.10' }))).toBe(
    `/rental-properties?tab=income&view=entries&propertyId=${raymond.id}&kind=income`,
  )
  const spent = await part('Expenses')
  expect((await spent.findByRole('listitem')).textContent).toBe(
    'Water heater valveRepairs · Kane Plumbing$240.00Oct 12, 2026',
  )
  expect(hrefOf(await spent.findByRole('link', { name: 'All 7: $1,240.99' }))).toBe(
    `/rental-properties?tab=expenses&propertyId=${raymond.id}`,
  )
  const requests = server.seen.filter(({ url }) => /^\/api\/rental-(income|expenses)\?/.test(url))
  expect(requests.map(({ url }) => url).toSorted()).toEqual([
    `/api/rental-expenses?propertyId=${raymond.id}&limit=5`,
    `/api/rental-income?propertyId=${raymond.id}&kind=income&limit=5`,
  ])
})

test('a section that cannot be loaded says so, and the others are shown', async () => {
  server.on(tenantRoutes.list, { failure: 'internal' })
  open(server, PATH, 'admin')
  const list = await part('Tenants')
  expect(await list.findByText('Tenants could not be loaded.')).toBeTruthy()
  expect(await screen.findByText('No photos yet')).toBeTruthy()
  server.on(tenantRoutes.list, { body: [] })
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('No tenants yet')).toBeTruthy()
})

test('adding a unit starts with the address of this one, and opens the new one', async () => {
  const user = userEvent.setup()
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Add Unit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Unit' }))
  for (const [label, value] of [
    ['Address', '512 Raymond St'],
    ['City', 'Elgin'],
    ['State', 'IL'],
    ['ZIP Code', '60120'],
    ['Property Type', 'Duplex'],
  ] as const)
    expect(dialog.getByLabelText(label)).toHaveProperty('value', value)
  await user.type(dialog.getByLabelText('Address'), ', B')
  const unit = property(2, { address: '512 Raymond St, B' })
  server.on(rentalRoutes.create, () => {
    shown = unit
    return { body: unit }
  })
  await user.click(dialog.getByRole('button', { name: 'Add Unit' }))
  expect(await screen.findByRole('heading', { level: 1, name: '512 Raymond St, B' })).toBeTruthy()
  expect(location.pathname).toBe(`/rental-properties/${unit.id}`)
  expect(bodyOf('POST')).toMatchObject({ address: '512 Raymond St, B', monthlyRent: null })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a property can be archived and restored, and the page says that it is archived', async () => {
  const user = userEvent.setup()
  server.on(rentalRoutes.update, ({ body }) => {
    const { archived } = JSON.parse(body)
    shown = { ...raymond, archivedAt: archived ? '2026-11-20T02:00:00.000Z' : null }
    return { body: shown }
  })
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText('Property archived successfully')).toBeTruthy()
  expect(bodyOf('PUT')).toEqual({ archived: true })
  // In the company's time zone it was still the evening before.
  expect(await screen.findByText(/^Archived on Nov 19, 2026:/)).toBeTruthy()
  const restore = screen.getByRole('button', { name: 'Restore' })
  await waitFor(() => expect(restore.getAttribute('aria-disabled')).toBeNull())
  await user.click(restore)
  expect(await screen.findByText('Property restored successfully')).toBeTruthy()
  expect(bodyOf('PUT')).toEqual({ archived: false })
  await waitFor(() => expect(screen.queryByText(/^Archived on/)).toBeNull())
})

test('a property with a running lease cannot be archived', async () => {
  server.on(rentalRoutes.update, { failure: 'propertyLeased' })
  open(server, PATH, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(await screen.findByText(failures.propertyLeased.message)).toBeTruthy()
})

test('a property with books cannot be deleted; deleting another one opens the list', async () => {
  const user = userEvent.setup()
  server.on(rentalRoutes.remove, { failure: 'propertyHasHistory' })
  open(server, PATH, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Delete property' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete 512 Raymond St?' }))
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect((await confirm.findByRole('alert')).textContent).toBe(failures.propertyHasHistory.message)
  server.on(rentalRoutes.remove, { body: undefined })
  const requestCount = () => sent('GET').filter(({ url }) => url === `/api${PATH}`).length
  const countBefore = requestCount()
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Property deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No properties yet')).toBeTruthy()
  expect(location.pathname).toBe('/rental-properties')
  expect(requestCount()).toBe(countBefore)
})

test('a job can be created at the property, which then lists it', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.list, { body: [] })
  server.on(templateRoutes.list, { body: [] })
  server.on(rentalRoutes.makeJob, () => {
    jobs = [repair]
    return { body: job(40) }
  })
  open(server, PATH, 'admin')
  const list = await part('Jobs')
  await user.click(list.getByRole('button', { name: 'Create a Job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Repair at 512 Raymond St')
  expect(dialog.getByLabelText('Address')).toHaveProperty(
    'value',
    '512 Raymond St, Elgin, IL 60120',
  )
  await user.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname).toBe(PATH)
  const [post] = sent('POST')
  expect(post?.url).toBe(`/api${PATH}/jobs`)
  expect(JSON.parse(post?.body ?? '')).toMatchObject({
    ...{ name: 'Repair at 512 Raymond St', address: '512 Raymond St, Elgin, IL 60120' },
  })
  expect((await list.findByRole('listitem')).textContent).toBe(
    'Repair at 512 Raymond StIn ProgressNot set – Dec 4, 2026' +
      'Approved $1,250.00Booked $300.25Book Cost',
  )
  expect(hrefOf(list.getByRole('link', { name: 'Repair at 512 Raymond St' }))).toBe(
    `/jobs/${repair.id}`,
  )
  expect(hrefOf(list.getByRole('link', { name: 'Book Cost' }))).toBe(
    `/rental-properties?tab=expenses&new=expense&forProperty=${raymond.id}&forJob=${repair.id}`,
  )
})

test('a job created on the jobs screen is not created at a property', async () => {
  const user = userEvent.setup()
  server.on(peopleRoutes.list, { body: [] })
  server.on(templateRoutes.list, { body: [] })
  server.on(jobRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(jobRoutes.create, { body: job(1) })
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await user.type(dialog.getByLabelText('Name'), 'Porch')
  await user.type(dialog.getByLabelText('Address'), '418 Alder Ct')
  await user.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  expect(sent('POST').map(({ url }) => url)).toEqual(['/api/jobs'])
})

const image = (name: string) => new File([new Uint8Array(3)], name, { type: 'image/jpeg' })
const choose = async (...files: File[]) => {
  await screen.findByText('No photos yet')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No input for files')
  await userEvent.upload(input, files, { applyAccept: false })
}

test('several photos can be sent, and a failed one shows why and can be sent again', async () => {
  const user = userEvent.setup()
  server.on(rentalRoutes.addPhoto, ({ body }) => {
    if (body.includes('roof.jpg')) return { failure: 'badPicture' }
    photos = [propertyPhoto(61)]
    return { body: propertyPhoto(61) }
  })
  open(server, PATH, 'admin')
  await choose(image('front.jpg'), image('roof.jpg'), new File(['x'], 'plan.pdf'))
  expect(await screen.findByText('Failed to upload photo')).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Photos being uploaded' }))
  expect(list.getByText(failures.badPicture.message)).toBeTruthy()
  expect(list.getByText(failures.notPicture.message)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Open photo/ })).toBeTruthy()
  expect(sent('POST').map(({ url }) => url)).toEqual([`/api${PATH}/photos`, `/api${PATH}/photos`])
  server.on(rentalRoutes.addPhoto, { body: propertyPhoto(62) })
  await user.click(list.getByRole('button', { name: 'Retry the upload of roof.jpg' }))
  expect(await screen.findByText('Photo uploaded successfully')).toBeTruthy()
  expect(sent('POST').at(-1)?.url).toBe(`/api${PATH}/photos`)
})

test('uploads to a property do not appear among the photos of jobs', async () => {
  server.on(rentalRoutes.addPhoto, () => new Promise(() => {}))
  server.on('GET /api/photos', { body: [] })
  const { unmount } = open(server, PATH, 'admin')
  await choose(image('front.jpg'))
  await screen.findByRole('list', { name: 'Photos being uploaded' })
  unmount()
  const photosScreen = open(server, '/photos', 'admin')
  expect(await screen.findByText('No photos yet')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  photosScreen.unmount()
  open(server, PATH, 'admin')
  // Still running when the property is opened again. The end of the test cancels it.
  expect(await screen.findByRole('button', { name: 'Cancel the upload of front.jpg' })).toBeTruthy()
})

test('a photo opens by its address, and is deleted after a confirmation', async () => {
  const user = userEvent.setup()
  photos = [propertyPhoto(61, { caption: 'Front porch' }), propertyPhoto(62)]
  server.on(rentalRoutes.removePhoto, () => {
    photos = photos.slice(1)
    return { body: undefined }
  })
  open(server, `${PATH}?photo=${id(62)}`, 'admin')
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo' }, { timeout: 25_000 }))
  expect(await viewer.findByText('2 of 2')).toBeTruthy()
  expect(hrefOf(viewer.getByRole('link', { name: 'Download' }))).toBe(`${photos[1]?.url}?size=full`)
  await user.click(viewer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Photo' })).toBeNull())
  expect(location.search).toBe('')
  const grid = await part('Photos')
  expect(grid.getByRole('button', { name: 'Open photo: Photo of 512 Raymond St' })).toBeTruthy()
  const picture = grid.getByRole('button', { name: 'Open photo: Front porch' })
  expect(picture.querySelector('img')?.getAttribute('src')).toBe(`${photos[0]?.url}?size=thumb`)
  const [first] = grid.getAllByRole('button', { name: 'Delete photo' })
  if (first) await user.click(first)
  const confirm = within(
    await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this photo?',
    }),
  )
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Photo deleted successfully')).toBeTruthy()
  expect(sent('DELETE').map(({ url }) => url)).toEqual([`/api/property-photos/${id(61)}`])
  await waitFor(() =>
    expect(grid.queryByRole('button', { name: 'Open photo: Front porch' })).toBeNull(),
  )
}, 40_000)

test('an unknown property is not found', async () => {
  shown = null
  open(server, PATH, 'admin')
  expect(await screen.findByText('Property not found')).toBeTruthy()
  expect(hrefOf(screen.getByRole('link', { name: 'Back to Ridgeline Holdings' }))).toBe(
    '/rental-properties',
  )
})

test('a property that cannot be loaded can be tried again', async () => {
  server.on(rentalRoutes.one, { failure: 'internal' })
  open(server, PATH, 'admin')
  const retry = await screen.findByRole('button', { name: /try again/i })
  server.on(rentalRoutes.one, { body: raymond })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: '512 Raymond St' })).toBeTruthy()
})

test('loading shows placeholders', async () => {
  server.on(rentalRoutes.one, () => new Promise(() => {}))
  const { container } = open(server, PATH, 'admin')
  await waitFor(() => expect(container.querySelectorAll('[data-skeleton]')).toHaveLength(3))
})

test.each(['subcontractor', 'client'] as const)(
  'a %s cannot open a property, and no request is sent',
  async (who) => {
    open(server, PATH, who)
    expect(
      await screen.findByText('Access Denied: This page is only available to administrators.'),
    ).toBeTruthy()
    expect(server.seen.some(({ url }) => url.startsWith('/api/rental'))).toBe(false)
  },
)
