import type { AuditAction, AuditEntry, AuditFacts } from '@plumbline/contract/audit.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '../../events/recordAudit.ts'
import { newSession } from '../../http/session.ts'
import { newId } from '../../platform/db/ids.ts'
import { createLog } from '../../platform/log.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { credentials, passkeys } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { writeCanaries } from '../../testing/canaries.ts'
import { canary } from '../../testing/canary.ts'
import { confirmNow } from '../../testing/confirmNow.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { deleteOldEntries } from './queries.ts'

const secret = canary('secret')

let w: TestApp
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  await writeCanaries(w)
  w.clock.now = new Date()
  await confirmNow(w, 'ada')
  picture = await phonePicture()
}, 60_000)
afterAll(() => w.close())

const entries = () => w.db.select().from(auditEntries).orderBy(desc(auditEntries.id))

async function make(name: Name, url: string, body: object): Promise<string> {
  const answer = await w.call(name, 'POST', url, body)
  expect(answer.status, `${url}: ${answer.text}`).toBe(201)
  return answer.body.id
}
const job = () => make('ada', '/api/jobs', { ...attic, notes: secret })
const remove = (url: string, name: Name = 'ada') => w.call(name, 'DELETE', url)
async function photoOf(jobId: string): Promise<string> {
  const fields = { jobId, caption: secret }
  const file = { field: 'photo', content: picture }
  return (await w.upload('ada', '/api/photos', file, fields)).body.id
}
const property = () =>
  make('ada', '/api/rental-properties', {
    address: '8 Oak\nSt',
    ...{ city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'House' },
  })

const attic = { name: 'Attic', address: '1 Elm St' }
const framing = { title: 'Framing', startDate: '2027-01-11', endDate: '2027-01-12' }
const booking = () => ({ subcontractorId: w.idOf('sam'), days: ['2027-01-11'] })

async function change(url: string, body?: object) {
  const { status, text } = await w.call('ada', 'PUT', url, body)
  expect(status, `${url}: ${text}`).toBe(200)
}
async function entry() {
  const jobId = await job()
  return { jobId, id: await make('ada', '/api/schedule', { jobId, ...framing }) }
}
async function bookedEntry() {
  const { id } = await entry()
  const { status, text, body } = await w.call('ada', 'POST', `/api/schedule/${id}/crew`, booking())
  expect(status, text).toBe(201)
  return { id, days: body.days }
}
async function jobOfSam() {
  const jobId = await job()
  const body = { subcontractorId: w.idOf('sam') }
  const { status } = await w.call('ada', 'POST', `/api/jobs/${jobId}/subcontractors`, body)
  expect(status).toBeLessThan(300)
  return jobId
}

const signInElsewhere = (name: Name) =>
  newSession(
    w.db,
    { settings: w.settings, now: () => w.clock.now },
    { userId: w.idOf(name), userAgent: 'test', address: '127.0.0.1' },
  )
/** A client who has joined, without sessions or a second factor. */
async function newPerson() {
  const person = { firstName: 'Neil', lastName: 'North', role: 'client' } as const
  const [row] = await w.db.insert(users).values(person).returning({ id: users.id })
  const id = row?.id ?? ''
  await w.db.insert(credentials).values({ userId: id, passwordHash: 'none' })
  return id
}
async function enableSecondFactor(userId: string) {
  const on = { totpSecret: 'sealed', totpConfirmedAt: w.clock.now }
  await w.db
    .insert(credentials)
    .values({ userId, ...on })
    .onConflictDoUpdate({ target: credentials.userId, set: on })
}

/** The audit entry for putting Sam on a job. */
const samJoined = {
  action: 'job.subAdded',
  subject: 'Sam Stone',
  detail: { job: 'Attic' },
} as const

interface Case {
  /** Creates the data of the case, and returns the request that must record the entry. */
  readonly prepare: () => Promise<() => Promise<{ status: number; text: string }>>
  readonly action: AuditAction
  readonly subject?: string
  readonly detail?: AuditFacts
}

/** The writes that record an audit entry, except for those about signing in and people. */
const cases: Record<string, Case> = {
  'DELETE /api/jobs/:id': {
    action: 'job.deleted',
    subject: 'Attic',
    detail: { tasks: 1, entries: 0, messages: 1, photos: 2, weeklyUpdates: 0, changeOrders: 0 },
    prepare: async () => {
      const jobId = await job()
      await make('ada', '/api/tasks', { jobId, name: secret })
      await make('ada', '/api/messages', { jobId, content: secret })
      for (const _ of [1, 2]) await photoOf(jobId)
      return () => remove(`/api/jobs/${jobId}`)
    },
  },
  'DELETE /api/tasks/:id': {
    action: 'data.deleted',
    subject: 'Order tile',
    detail: { kind: 'task' },
    prepare: async () => {
      const id = await make('ada', '/api/tasks', { jobId: await job(), name: 'Order tile' })
      return () => remove(`/api/tasks/${id}`)
    },
  },
  'DELETE /api/photos/:id': {
    action: 'photo.deleted',
    subject: 'Attic',
    prepare: async () => {
      const id = await photoOf(await job())
      return () => remove(`/api/photos/${id}`)
    },
  },
  'POST /api/photos/delete': {
    action: 'photo.deleted',
    subject: 'Attic',
    prepare: async () => {
      const ids = [await photoOf(await job())]
      return () => w.call('ada', 'POST', '/api/photos/delete', { ids })
    },
  },
  'POST /api/photos/move': {
    action: 'photo.moved',
    subject: 'Attic',
    detail: { photos: 2 },
    prepare: async () => {
      const [from, to] = [await job(), await job()]
      const ids = [await photoOf(from), await photoOf(from)]
      return () => w.call('ada', 'POST', '/api/photos/move', { ids, jobId: to })
    },
  },
  'POST /api/pending-bids/:id/undo-convert': {
    action: 'job.deleted',
    subject: 'Porch',
    prepare: async () => {
      const id = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      await w.call('ada', 'POST', `/api/pending-bids/${id}/convert`)
      return () => w.call('ada', 'POST', `/api/pending-bids/${id}/undo-convert`)
    },
  },
  'DELETE /api/messages/:id': {
    action: 'message.removed',
    prepare: async () => {
      const jobId = await make('ada', '/api/jobs', {
        ...{ name: 'Bath', address: '1 Elm St', clientId: w.idOf('cleo') },
      })
      const id = await make('cleo', '/api/messages', { jobId, content: secret })
      return () => remove(`/api/messages/${id}`)
    },
  },
  'DELETE /api/pending-bids/:id': {
    action: 'data.deleted',
    subject: 'Porch',
    detail: { kind: 'bid' },
    prepare: async () => {
      const id = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      return () => remove(`/api/pending-bids/${id}`)
    },
  },
  'DELETE /api/customers/:id': {
    action: 'data.deleted',
    subject: 'Maya Okafor',
    detail: { kind: 'customer' },
    prepare: async () => {
      const id = await make('ada', '/api/customers', { name: 'Maya Okafor' })
      return () => remove(`/api/customers/${id}`)
    },
  },
  'DELETE /api/change-orders/:id': {
    action: 'data.deleted',
    subject: 'More outlets',
    detail: { kind: 'change order' },
    prepare: async () => {
      const id = await make('ada', `/api/jobs/${await job()}/change-orders`, {
        title: 'More outlets',
      })
      return () => remove(`/api/change-orders/${id}`)
    },
  },
  'DELETE /api/invoices/:id': {
    action: 'data.deleted',
    subject: 'Doors',
    detail: { kind: 'invoice' },
    prepare: async () => {
      const customerId = await make('ada', '/api/customers', { name: 'Maya Okafor' })
      const lines = [{ description: 'Door', quantity: '1', unitPrice: '5' }]
      const draft = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
      const id = await make('ada', '/api/invoices', draft)
      return () => remove(`/api/invoices/${id}`)
    },
  },
  'DELETE /api/quickbooks-runs/:id': {
    action: 'data.deleted',
    subject: '0 invoices, 1 payment',
    detail: { kind: 'export for QuickBooks' },
    prepare: async () => {
      const customerId = await make('ada', '/api/customers', { name: 'Maya Okafor' })
      const paid = { customerId, day: '2026-01-15', amount: 100, method: 'check', allocations: [] }
      const pay = () => make('ada', '/api/payments', { ...paid, keepCredit: true })
      await pay()
      // Takes what the other cases have left.
      await make('ada', '/api/quickbooks-runs', {})
      await pay()
      const id = await make('ada', '/api/quickbooks-runs', {})
      return () => remove(`/api/quickbooks-runs/${id}`)
    },
  },
  'DELETE /api/price-list/:id': {
    action: 'data.deleted',
    subject: 'Siding',
    detail: { kind: 'saved line' },
    prepare: async () => {
      const id = await make('ada', '/api/price-list', { description: 'Siding', unitPrice: '800' })
      return () => remove(`/api/price-list/${id}`)
    },
  },
  'PUT /api/proposal-settings': {
    action: 'settings.changed',
    detail: { fields: 'proposals.taxRate, proposals.validDays' },
    prepare: async () => () =>
      w.call('ada', 'PUT', '/api/proposal-settings', { taxRate: '8.25', validDays: 14 }),
  },
  'PUT /api/number-formats': {
    action: 'settings.changed',
    detail: { fields: 'numbers.invoicePrefix' },
    prepare: async () => () => w.call('ada', 'PUT', '/api/number-formats', { invoicePrefix: 'R-' }),
  },
  'PUT /api/reminder-settings': {
    action: 'settings.changed',
    detail: { fields: 'reminders.isOn' },
    prepare: async () => () => w.call('ada', 'PUT', '/api/reminder-settings', { isOn: false }),
  },
  'DELETE /api/bid-follow-ups/:id': {
    action: 'data.deleted',
    subject: 'Call on Nov 19, 2026',
    detail: { kind: 'follow-up' },
    prepare: async () => {
      const bid = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      const followUp = { way: 'call', day: '2026-11-19' }
      const id = await make('ada', `/api/pending-bids/${bid}/follow-ups`, followUp)
      return () => remove(`/api/bid-follow-ups/${id}`)
    },
  },
  'DELETE /api/bid-appointments/:id': {
    action: 'data.deleted',
    subject: 'Site visit',
    detail: { kind: 'appointment' },
    prepare: async () => {
      const bid = await make('ada', '/api/pending-bids', { name: 'Porch', address: '1 Elm St' })
      const appointment = { title: 'Site visit', scheduledDate: '2026-12-01T15:00:00Z' }
      const id = await make('ada', `/api/pending-bids/${bid}/appointments`, appointment)
      return () => remove(`/api/bid-appointments/${id}`)
    },
  },
  'DELETE /api/schedule/:id': {
    action: 'data.deleted',
    subject: 'Framing',
    detail: { kind: 'schedule entry' },
    prepare: async () => {
      const days = { startDate: '2026-12-01', endDate: '2026-12-02' }
      const entry = { jobId: await job(), title: 'Framing', ...days }
      const id = await make('ada', '/api/schedule', entry)
      return () => remove(`/api/schedule/${id}`)
    },
  },
  'DELETE /api/schedule-templates/:id': {
    action: 'data.deleted',
    subject: 'Deck',
    detail: { kind: 'template' },
    prepare: async () => {
      const template = { name: 'Deck', templateData: { entries: [], tasks: [] } }
      const id = await make('ada', '/api/schedule-templates', template)
      return () => remove(`/api/schedule-templates/${id}`)
    },
  },
  'DELETE /api/rental-properties/:id': {
    action: 'data.deleted',
    subject: '8 Oak St',
    detail: { kind: 'rental property' },
    prepare: async () => {
      const id = await property()
      return () => remove(`/api/rental-properties/${id}`)
    },
  },
  'DELETE /api/property-photos/:id': {
    action: 'photo.deleted',
    prepare: async () => {
      const url = `/api/rental-properties/${await property()}/photos`
      const { body } = await w.upload('ada', url, { field: 'photo', content: picture })
      return () => remove(`/api/property-photos/${body.id}`)
    },
  },
  'DELETE /api/tenants/:id': {
    action: 'data.deleted',
    subject: 'Priya Nair',
    detail: { kind: 'tenant' },
    prepare: async () => {
      const id = await make('ada', '/api/tenants', { firstName: 'Priya', lastName: 'Nair' })
      return () => remove(`/api/tenants/${id}`)
    },
  },
  'DELETE /api/rental-expenses/:id/receipt': {
    action: 'data.deleted',
    subject: 'Menards',
    detail: { kind: 'receipt' },
    prepare: async () => {
      const expense = {
        ...{ amount: '12.50', expenseType: 'Repairs', vendor: 'Menards' },
        ...{ description: secret, dateIncurred: '2026-11-02' },
      }
      const url = `/api/rental-expenses/${await make('ada', '/api/rental-expenses', expense)}/receipt`
      const file = { field: 'receipt', content: picture }
      await w.upload('ada', url, file)
      return () => remove(url)
    },
  },
  'DELETE /api/recurring-expenses/:id': {
    action: 'data.deleted',
    subject: 'Insurance',
    detail: { kind: 'recurring expense' },
    prepare: async () => {
      const id = await make('ada', '/api/recurring-expenses', {
        ...{ amount: '80.00', expenseType: 'Insurance', description: secret },
        ...{ everyMonths: 1, startsOn: '2026-12-01' },
      })
      return () => remove(`/api/recurring-expenses/${id}`)
    },
  },
  'PUT /api/settings': {
    action: 'settings.changed',
    detail: {
      fields: 'phone, clientsSeeSubs, backupsKept',
      ...{ 'clientsSeeSubs.from': true, 'clientsSeeSubs.to': false },
      ...{ 'backupsKept.from': 7, 'backupsKept.to': 0 },
    },
    prepare: async () => {
      const change = { phone: secret, clientsSeeSubs: false, subPhotosShared: true, backupsKept: 0 }
      return () => w.call('ada', 'PUT', '/api/settings', change)
    },
  },
  'PUT /api/settings/logo': {
    action: 'settings.changed',
    detail: { fields: 'logo' },
    prepare: async () => () =>
      w.upload('ada', '/api/settings/logo', { field: 'logo', content: picture }, {}, {}, 'PUT'),
  },
  'DELETE /api/settings/logo': {
    action: 'settings.changed',
    detail: { fields: 'logo' },
    prepare: async () => {
      await w.upload(
        'ada',
        '/api/settings/logo',
        { field: 'logo', content: picture },
        {},
        {},
        'PUT',
      )
      return () => remove('/api/settings/logo')
    },
  },
  'POST /api/users/:id/view-as': {
    action: 'person.viewedAs',
    subject: 'Carl Cole',
    prepare: async () => () => w.call('ada', 'POST', `/api/users/${w.idOf('carl')}/view-as`),
  },
  'POST /api/account/calendar-feed': {
    action: 'calendarLink.created',
    prepare: async () => () => w.call('ada', 'POST', '/api/account/calendar-feed'),
  },
  'DELETE /api/account/calendar-feed': {
    action: 'calendarLink.removed',
    prepare: async () => {
      await w.call('ada', 'POST', '/api/account/calendar-feed')
      return () => remove('/api/account/calendar-feed')
    },
  },
  'POST /api/imports/customers': {
    action: 'data.imported',
    detail: { kind: 'customers', added: 2, rows: 2 },
    prepare: async () => async () => {
      const content = Buffer.from(`First,Last,Email\nAl,${secret},\nBo,Bell,bo.bell@example.com\n`)
      const columns = JSON.stringify({ firstName: 0, lastName: 1, email: 2 })
      const file = { field: 'file', content, name: 'list.csv', type: 'text/csv' }
      return w.upload('ada', '/api/imports/customers', file, { dryRun: 'false', columns })
    },
  },
  'DELETE /api/account/sessions/:sid': {
    action: 'signIn.endedElsewhere',
    subject: 'Ada Adler',
    prepare: async () => {
      await signInElsewhere('ada')
      const { body } = await w.call('ada', 'GET', '/api/account/sessions')
      const other = body.find(({ current }: { current: boolean }) => !current)
      return () => remove(`/api/account/sessions/${other.sid}`)
    },
  },
  'DELETE /api/account/sessions': {
    action: 'signIn.endedElsewhere',
    subject: 'Ada Adler',
    prepare: async () => {
      await signInElsewhere('ada')
      return () => remove('/api/account/sessions')
    },
  },
  'DELETE /api/account/second-factor': {
    action: 'secondFactor.disabled',
    subject: 'Ada Adler',
    prepare: async () => {
      await enableSecondFactor(w.idOf('ada'))
      return () => remove('/api/account/second-factor')
    },
  },
  'DELETE /api/users/:id/second-factor': {
    action: 'secondFactor.disabled',
    subject: 'Neil North',
    detail: { passkeys: 0 },
    prepare: async () => {
      const id = await newPerson()
      await enableSecondFactor(id)
      return () => remove(`/api/users/${id}/second-factor`)
    },
  },
  'DELETE /api/account/passkeys/:credential': {
    action: 'passkey.removed',
    detail: { name: 'Phone' },
    prepare: async () => {
      const key = { id: 'a-key', userId: w.idOf('ada'), publicKey: 'k', name: 'Phone' }
      await w.db.insert(passkeys).values(key)
      const { body } = await w.call('ada', 'GET', '/api/account/passkeys')
      return () => remove(`/api/account/passkeys/${body[0].id}`)
    },
  },
  'DELETE /api/users/:id': {
    action: 'person.deleted',
    subject: 'Neil North',
    detail: { role: 'client' },
    prepare: async () => {
      const id = await newPerson()
      return () => remove(`/api/users/${id}`)
    },
  },
  'DELETE /api/users/:id/sessions': {
    action: 'person.signedOut',
    subject: 'Neil North',
    prepare: async () => {
      const id = await newPerson()
      return () => remove(`/api/users/${id}/sessions`)
    },
  },
  'DELETE /api/jobs/:id/ratings/:userId': {
    action: 'data.deleted',
    subject: 'Sam Stone',
    detail: { kind: 'rating' },
    prepare: async () => {
      const url = `/api/jobs/${await jobOfSam()}/ratings/${w.idOf('sam')}`
      await change(url, { score: 4, note: secret })
      return () => remove(url)
    },
  },
  'DELETE /api/jobs/:id/subcontractors/:userId': {
    action: 'job.subRemoved',
    subject: 'Sam Stone',
    detail: { job: 'Attic' },
    prepare: async () => {
      const jobId = await jobOfSam()
      return () => remove(`/api/jobs/${jobId}/subcontractors/${w.idOf('sam')}`)
    },
  },
  'DELETE /api/weather-days/:day': {
    action: 'data.deleted',
    subject: 'Jan 14, 2027',
    detail: { kind: 'weather day' },
    prepare: async () => {
      await w.call('ada', 'POST', '/api/weather-days', { day: '2027-01-14' })
      return () => remove('/api/weather-days/2027-01-14')
    },
  },
  'DELETE /api/jobs/:id/baseline': {
    action: 'data.deleted',
    subject: 'Attic',
    detail: { kind: 'promise' },
    prepare: async () => {
      const { jobId } = await entry()
      await change(`/api/jobs/${jobId}/baseline`)
      return () => remove(`/api/jobs/${jobId}/baseline`)
    },
  },
  'DELETE /api/schedule/:id/crew/:subcontractorId': {
    action: 'data.deleted',
    subject: 'Framing',
    detail: { kind: 'crew days' },
    prepare: async () => {
      const { id } = await bookedEntry()
      return () => remove(`/api/schedule/${id}/crew/${w.idOf('sam')}`)
    },
  },
  'DELETE /api/crew/:id': {
    action: 'data.deleted',
    subject: 'Framing',
    detail: { kind: 'crew day' },
    prepare: async () => {
      const { days } = await bookedEntry()
      return () => remove(`/api/crew/${days[0].id}`)
    },
  },
  'DELETE /api/crew-absences/:id': {
    action: 'data.deleted',
    subject: 'Sam Stone',
    detail: { kind: 'absence' },
    prepare: async () => {
      const away = { startDate: '2027-02-01', endDate: '2027-02-02', reason: secret }
      const absence = { ...away, subcontractorId: w.idOf('sam') }
      const id = await make('ada', '/api/crew-absences', absence)
      return () => remove(`/api/crew-absences/${id}`)
    },
  },
  'DELETE /api/weekly-updates/:id': {
    action: 'data.deleted',
    subject: 'Attic',
    detail: { kind: 'weekly update' },
    prepare: async () => {
      const day = new Date().toISOString().slice(0, 10)
      const id = await make('ada', `/api/jobs/${await job()}/weekly-updates`, { day })
      return () => remove(`/api/weekly-updates/${id}`)
    },
  },
  'DELETE /api/lease-changes/:id': {
    action: 'data.deleted',
    subject: 'Priya Nair',
    detail: { kind: 'lease change' },
    prepare: async () => {
      const id = await make('ada', '/api/tenants', {
        ...{ firstName: 'Priya', lastName: 'Nair', propertyId: await property() },
        ...{ leaseStart: '2026-01-01', leaseEnd: '2026-12-31', monthlyRent: '900.00' },
      })
      const raise = { kind: 'rent', startsOn: '2026-12-01', monthlyRent: '950.00' }
      const made = await make('ada', `/api/tenants/${id}/lease-changes`, raise)
      return () => remove(`/api/lease-changes/${made}`)
    },
  },
  'POST /api/jobs': {
    action: 'job.clientChanged',
    subject: 'Attic',
    detail: { from: null, to: 'Cleo Clark' },
    prepare: async () => () =>
      w.call('ada', 'POST', '/api/jobs', { ...attic, clientId: w.idOf('cleo') }),
  },
  'PUT /api/jobs/:id': {
    action: 'job.clientChanged',
    subject: 'Attic',
    detail: { from: 'Cleo Clark', to: 'Carl Cole' },
    prepare: async () => {
      const id = await make('ada', '/api/jobs', { ...attic, clientId: w.idOf('cleo') })
      return () => w.call('ada', 'PUT', `/api/jobs/${id}`, { clientId: w.idOf('carl') })
    },
  },
  'PUT /api/jobs/:id/paid': {
    action: 'job.markedPaid',
    subject: 'Attic',
    detail: { day: '2026-01-15' },
    prepare: async () => {
      const id = await make('ada', '/api/jobs', { ...attic, status: 'completed' })
      return () => w.call('ada', 'PUT', `/api/jobs/${id}/paid`, { day: '2026-01-15' })
    },
  },
  'DELETE /api/jobs/:id/paid': {
    action: 'job.unmarkedPaid',
    subject: 'Attic',
    detail: { day: '2026-01-15' },
    prepare: async () => {
      const id = await make('ada', '/api/jobs', { ...attic, status: 'completed' })
      await w.call('ada', 'PUT', `/api/jobs/${id}/paid`, { day: '2026-01-15' })
      return () => w.call('ada', 'DELETE', `/api/jobs/${id}/paid`)
    },
  },
  'POST /api/jobs/:id/subcontractors': {
    ...samJoined,
    prepare: async () => {
      const jobId = await job()
      const body = { subcontractorId: w.idOf('sam') }
      return () => w.call('ada', 'POST', `/api/jobs/${jobId}/subcontractors`, body)
    },
  },
  'POST /api/tasks': {
    ...samJoined,
    prepare: async () => {
      const task = { jobId: await job(), name: 'Order tile', assigneeId: w.idOf('sam') }
      return () => w.call('ada', 'POST', '/api/tasks', task)
    },
  },
  'POST /api/tasks/bulk': {
    ...samJoined,
    prepare: async () => {
      const tasks = ['Order tile', 'Set tile'].map((name) => ({ name }))
      const body = { jobId: await job(), tasks, assigneeId: w.idOf('sam') }
      return () => w.call('ada', 'POST', '/api/tasks/bulk', body)
    },
  },
  'POST /api/tasks/change': {
    ...samJoined,
    prepare: async () => {
      const jobId = await job()
      const ids = [
        await make('ada', '/api/tasks', { jobId, name: 'Order tile' }),
        await make('ada', '/api/tasks', { jobId, name: 'Set tile' }),
      ]
      return () => w.call('ada', 'POST', '/api/tasks/change', { ids, assigneeId: w.idOf('sam') })
    },
  },
  'PUT /api/tasks/:id': {
    ...samJoined,
    prepare: async () => {
      const id = await make('ada', '/api/tasks', { jobId: await job(), name: 'Order tile' })
      return () => w.call('ada', 'PUT', `/api/tasks/${id}`, { assigneeId: w.idOf('sam') })
    },
  },
  'POST /api/schedule': {
    ...samJoined,
    prepare: async () => {
      const body = { ...framing, jobId: await job(), assignedSubcontractorId: w.idOf('sam') }
      return () => w.call('ada', 'POST', '/api/schedule', body)
    },
  },
  'PUT /api/schedule/:id': {
    ...samJoined,
    prepare: async () => {
      const { id } = await entry()
      const body = { assignedSubcontractorId: w.idOf('sam') }
      return () => w.call('ada', 'PUT', `/api/schedule/${id}`, body)
    },
  },
  'PUT /api/schedule/:id, hidden from clients': {
    action: 'entry.readersChanged',
    subject: 'Framing',
    detail: { internal: true },
    prepare: async () => {
      const { id } = await entry()
      return () => w.call('ada', 'PUT', `/api/schedule/${id}`, { internal: true })
    },
  },
  'POST /api/jobs/:id/apply-template': {
    ...samJoined,
    prepare: async () => {
      const work = { title: 'Framing', startDay: 0, days: 1, trade: 'Framing' }
      const templateData = { entries: [work], tasks: [] }
      const templateId = await make('ada', '/api/schedule-templates', {
        name: 'Roof',
        templateData,
      })
      const url = `/api/jobs/${await job()}/apply-template`
      const assignSubs = { Framing: w.idOf('sam') }
      return () => w.call('ada', 'POST', url, { templateId, startDate: '2027-03-01', assignSubs })
    },
  },
  'POST /api/schedule/:id/crew': {
    ...samJoined,
    prepare: async () => {
      const { id } = await entry()
      return () => w.call('ada', 'POST', `/api/schedule/${id}/crew`, booking())
    },
  },
  'POST /api/crew/move': {
    ...samJoined,
    subject: 'Sue Summers',
    prepare: async () => {
      const { days } = await bookedEntry()
      const moves = [{ id: days[0].id, assignedDate: days[0].assignedDate }]
      const body = { subcontractorId: w.idOf('sue'), moves }
      return () => w.call('ada', 'POST', '/api/crew/move', body)
    },
  },
  'PUT /api/crew/:id': {
    ...samJoined,
    subject: 'Sue Summers',
    prepare: async () => {
      const { days } = await bookedEntry()
      const body = { subcontractorId: w.idOf('sue') }
      return () => w.call('ada', 'PUT', `/api/crew/${days[0].id}`, body)
    },
  },
  'PUT /api/photos/:id': {
    action: 'photo.sharingChanged',
    subject: 'Attic',
    detail: { shared: false, photos: 1 },
    prepare: async () => {
      const id = await photoOf(await job())
      return () => w.call('ada', 'PUT', `/api/photos/${id}`, { clientVisible: false })
    },
  },
  'POST /api/photos/share': {
    action: 'photo.sharingChanged',
    detail: { shared: false, photos: 2 },
    prepare: async () => {
      const jobId = await job()
      const ids = [await photoOf(jobId), await photoOf(jobId)]
      return () => w.call('ada', 'POST', '/api/photos/share', { ids, clientVisible: false })
    },
  },
}

/** Deletions that only affect a person's own notifications, devices and saved views. */
const personalDeletions = [
  'DELETE /api/saved-views/:id',
  'DELETE /api/jobs/:id/mute',
  'DELETE /api/push-subscriptions/:id',
  'DELETE /api/attention/snoozes',
]

/** The other writes, by the reason they need no audit entry, or by where theirs is tested. */
const others: Readonly<Record<string, readonly string[]>> = {
  "signing in and out, and one's own account: server/access/auth": [
    ...['POST /api/login', 'POST /api/login/sample', 'POST /api/logout', 'POST /api/setup'],
    ...['POST /api/account/password', 'POST /api/account/confirm', 'POST /api/forgot-password'],
    ...['POST /api/reset-password/:token', 'POST /api/invite/:token'],
    ...['POST /api/account/second-factor', 'POST /api/account/second-factor/confirm'],
    ...['POST /api/account/recovery-codes', 'POST /api/account/passkeys/options'],
    ...['POST /api/account/passkeys', 'POST /api/login/passkey/options', 'POST /api/login/passkey'],
  ],
  'people and their roles: server/features/people': [
    ...['POST /api/users', 'PUT /api/users/:id', 'POST /api/users/invite'],
    ...['POST /api/users/:id/resend-invite', 'POST /api/users/:id/reset-link'],
    'POST /api/users/invites',
  ],
  'records its entry when it ends: server/app/backup, server/app/export': [
    ...['POST /api/backups', 'POST /api/export'],
  ],
  'records the same entry as the import of customers': [
    ...['subcontractors', 'jobs', 'properties', 'tenants', 'income', 'expenses', 'price-list'].map(
      (kind) => `POST /api/imports/${kind}`,
    ),
  ],
  'starts another company: sample/setUp.test.ts': ['POST /api/setup/replace-sample'],
  'changes the amount of a job: server/features/changeOrders': [
    ...['POST /api/change-orders/:id/approve', 'POST /api/change-orders/:id/accept'],
  ],
  'changes nothing': [
    ...['POST /api/schedule/preview', 'POST /api/weather-days/preview', 'PUT /api/presence'],
  ],
  'adds or changes data without changing who may read it': [
    ...['PUT /api/subcontractors/:id/notes', 'PUT /api/jobs/:id/ratings/:userId'],
    ...['POST /api/tasks/:id/correspondence', 'POST /api/schedule-moves/:id/undo'],
    ...['POST /api/weather-days', 'PUT /api/jobs/:id/baseline', 'POST /api/schedule-templates'],
    ...['PUT /api/schedule-templates/:id', 'POST /api/jobs/:id/save-as-template'],
    ...['POST /api/crew/ask', 'POST /api/crew-absences', 'PUT /api/crew-absences/:id'],
    ...['POST /api/photos', 'POST /api/messages', 'POST /api/messages/several'],
    'POST /api/jobs/:id/read',
    ...['POST /api/jobs/change', 'POST /api/pending-bids/change', 'POST /api/photos/caption'],
    ...['POST /api/jobs/:id/weekly-updates', 'PUT /api/weekly-updates/:id'],
    ...['POST /api/customers', 'PUT /api/customers/:id', 'POST /api/customers/:id/copies'],
    ...['POST /api/customers/:id/merge', 'POST /api/customers/:id/undo-merge'],
    'PUT /api/customers/:id/reminders',
    'POST /api/weekly-updates/:id/send',
    ...[
      'POST /api/pending-bids',
      'PUT /api/pending-bids/:id',
      'POST /api/pending-bids/:id/convert',
    ],
    ...['POST /api/pending-bids/:id/proposals', 'POST /api/proposals/:id/renew-link'],
    'POST /api/proposals/:id/withdraw',
    ...['POST /api/jobs/:id/change-orders', 'PUT /api/change-orders/:id'],
    ...['POST /api/change-orders/:id/proposals', 'POST /api/change-orders/:id/decline'],
    ...['POST /api/change-orders/:id/ask', 'POST /api/change-orders/:id/view'],
    ...['PUT /api/pending-bids/:id/pricing', 'POST /api/price-list', 'PUT /api/price-list/:id'],
    ...[
      'POST /api/pending-bids/:id/follow-ups',
      'POST /api/pending-bids/:id/appointments',
      'PUT /api/bid-appointments/:id',
    ],
    ...['POST /api/rental-properties', 'PUT /api/rental-properties/:id'],
    ...['POST /api/rental-properties/:id/photos', 'POST /api/rental-properties/:id/jobs'],
    ...['POST /api/tenants', 'PUT /api/tenants/:id', 'POST /api/tenants/:id/move-out'],
    ...['POST /api/tenants/:id/lease-changes', 'POST /api/tenants/:id/deposit-returns'],
  ],
  'sets how people are notified, or how they view lists': [
    ...['POST /api/saved-views', 'PUT /api/saved-views/:id', 'POST /api/attention/snoozes'],
    ...['PUT /api/notifications/:id', 'POST /api/notifications/read', 'PUT /api/jobs/:id/mute'],
    ...['PUT /api/notification-settings', 'POST /api/push-subscriptions'],
    ...['POST /api/users/:id/retry-email', ...personalDeletions],
  ],
  'has a history of its own: server/features/invoices': [
    ...['POST /api/invoices', 'PUT /api/invoices/:id', 'POST /api/invoices/:id/issue'],
    ...['PUT /api/invoices/:id/follow-up', 'POST /api/invoices/:id/void'],
    ...['POST /api/invoices/:id/send', 'POST /api/invoices/:id/renew-link'],
    ...['PUT /api/invoices/:id/reminders', 'POST /api/invoices/:id/reminders/done'],
    'POST /api/my-invoices/:id/view',
    'POST /api/my-invoices/:id/pay',
    'POST /api/my-invoices/:id/settle-card',
  ],
  'only adds to the books': [
    ...['POST /api/payments', 'POST /api/refunds', 'POST /api/invoices/:id/write-off'],
    ...['POST /api/customers/:id/apply-credit', 'POST /api/invoices/:id/release-credit'],
    ...['POST /api/payments/:id/reverse', 'POST /api/payments/:id/send-receipt'],
    'POST /api/customers/:id/statement/send',
    'POST /api/quickbooks-runs',
    ...['POST /api/deposit-returns/:id/reverse', 'POST /api/rental-income'],
    ...['POST /api/rental-income/:id/reverse', 'POST /api/rental-expenses'],
    ...['POST /api/rental-expenses/:id/reverse', 'POST /api/rental-expenses/:id/receipt'],
    ...['POST /api/recurring-expenses', 'PUT /api/recurring-expenses/:id'],
    ...['POST /api/recurring-expenses/:id/book', 'POST /api/recurring-expenses/:id/skip'],
  ],
}

describe('audited writes', () => {
  test.each(Object.entries(cases))('%s records one entry', async (_, { prepare, ...expected }) => {
    const act = await prepare()
    const before = await entries()
    const { status, text } = await act()
    expect(status, text).toBeLessThan(300)
    const after = await entries()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({
      subject: null,
      detail: null,
      ...expected,
      actorId: w.idOf('ada'),
      address: '127.0.0.1',
    })
  })

  test('every write is tested here, or is listed with a reason not to record an entry', () => {
    const writes = allRows.filter(({ method }) => method !== 'GET')
    const named = [...Object.keys(cases), ...Object.values(others).flat()]
    const names = writes.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name) => !named.includes(name))).toEqual([])
    const deletions = names.filter((name) => name.startsWith('DELETE '))
    expect(deletions.filter((name) => !(name in cases))).toEqual(personalDeletions)
    const excused = Object.values(others).flat()
    expect(excused.filter((name) => name in cases || !names.includes(name))).toEqual([])
  })

  test('an invite to jobs records one entry for the invite and one for each job', async () => {
    const projectIds = [await job(), await job()]
    for (const [role, action] of [
      ['subcontractor', 'job.subAdded'],
      ['client', 'job.clientChanged'],
    ]) {
      const before = await w.db.$count(auditEntries)
      const email = `${role}.new@example.com`
      const person = { firstName: 'Nia', lastName: role, role, email, projectIds }
      const { status, text } = await w.call('ada', 'POST', '/api/users/invite', person)
      expect(status, text).toBe(201)
      const made = (await entries()).slice(0, -before)
      expect(made.map((entry) => entry.action).sort()).toEqual([action, action, 'person.invited'])
    }
  })

  test('no entry contains text that was written', async () => {
    const text = JSON.stringify(await entries())
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/\$argon2|[\w-]{43}/)
  })
})

describe('no entry is recorded for', () => {
  test('deleting an unknown job, or changing a minor setting', async () => {
    const before = await w.db.$count(auditEntries)
    expect((await remove(`/api/jobs/${newId()}`)).status).toBe(404)
    for (const change of [{}, { checklistDismissed: true }, { phone: secret, backupsKept: 0 }])
      expect((await w.call('ada', 'PUT', '/api/settings', change)).status).toBe(200)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })

  test("removing one's own message", async () => {
    const id = await make('ada', '/api/messages', { jobId: await job(), content: 'Oops' })
    const before = await w.db.$count(auditEntries)
    expect((await remove(`/api/messages/${id}`)).status).toBe(204)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })
})

describe('the log', () => {
  const read = async (query = '', name: Name = 'ada') => w.call(name, 'GET', `/api/audit${query}`)

  test('is for admins', async () => {
    for (const name of ['sam', 'cleo'] as const) expect((await read('', name)).status).toBe(403)
    expect((await w.call('nobody', 'GET', '/api/audit')).status).toBe(401)
  })

  test('is read newest first, in pages that follow each other', async () => {
    const all = (await read('?limit=200')).body
    const found = []
    for (let url: string | undefined = '/api/audit?limit=7'; url; ) {
      const { body, headers } = await w.call('ada', 'GET', url)
      expect(headers['x-total-count']).toBe(String(all.length))
      found.push(...body)
      url = /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(found).toEqual(all)
    expect(all.map(({ id }: { id: string }) => id)).toEqual((await entries()).map(({ id }) => id))
    expect(all[0]).toMatchObject({ actorName: expect.any(String), at: expect.any(String) })
  })

  test('is filtered by group and by person, as actor or subject', async () => {
    const actions = async (query: string) =>
      (await read(query)).body.map(({ action }: { action: AuditAction }) => action)
    expect(new Set(await actions('?group=company'))).toEqual(new Set(['settings.changed']))
    expect(await actions(`?personId=${w.idOf('carl')}`)).toEqual(['person.viewedAs'])
    expect(await actions(`?personId=${w.idOf('carl')}&group=data`)).toEqual([])
  })

  test.each(['group=x', 'personId=x', 'after=x', 'limit=0', 'limit=201'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await read(`?${query}`)
      expect([status, Object.keys(body.fields)]).toEqual([400, [query.split('=')[0]]])
    },
  )

  test('returns at most 100 entries without a limit', async () => {
    const rows = Array.from({ length: 150 }, () => ({ action: 'signIn.failed' as const }))
    await w.db.insert(auditEntries).values(rows)
    expect((await read()).body).toHaveLength(100)
  })
})

test.each([
  ['signIn.failed', 'warn', 1],
  ['signIn.succeeded', 'warn', 0],
  ['signIn.succeeded', 'info', 1],
] as const)('%s at level %s is logged in %i lines', async (action, level, count) => {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  const request = { person: null, ip: '203.0.113.9', log }
  await recordAudit(w.db, request, { action, actorId: null, subject: 'Ada\nAdler' })
  expect(lines).toHaveLength(count)
  for (const line of lines)
    expect(JSON.parse(line).audit).toMatchObject({ action, address: '203.0.113.9' })
})

test('a changed amount of a job is an entry, and the same amount is none', async () => {
  const id = await make('ada', '/api/jobs', { ...attic, approvedAmount: 500_000 })
  const { length } = await entries()
  for (const approvedAmount of [500_000, 650_050, 650_050])
    await change(`/api/jobs/${id}`, { approvedAmount })
  const [entry, ...others] = await entries()
  expect(others).toHaveLength(length)
  expect(entry).toMatchObject({
    ...{ action: 'job.amountChanged', subjectId: id, subject: 'Attic' },
    detail: { before: 500_000, after: 650_050 },
  })
})

describe('nobody can fill the log', () => {
  const post = (url: string, body?: object, cookie = '') =>
    w.call('nobody', 'POST', url, body, cookie ? { cookie } : {})
  const unknownPasskey = {
    ...{ id: 'x', rawId: 'x', type: 'public-key' },
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  }
  /** Repeats a call, with a number of its own each time. */
  async function repeat(times: number, call: (n: number) => Promise<unknown>) {
    for (let n = 0; n < times; n++) await call(n)
  }

  test('repetitions of a client or of strangers are one entry an hour, with their number', async () => {
    const kim = await addJoinedPerson(w)
    await w.db.delete(auditRepeats)
    const { length } = await entries()
    const as = (method: 'POST' | 'DELETE', url: string, sent?: object) =>
      w.call('nobody', method, url, sent, { cookie: kim.cookie })
    await repeat(3, async () => {
      await as('POST', '/api/account/calendar-feed')
      await as('DELETE', '/api/account/calendar-feed')
      await as('DELETE', '/api/account/sessions')
      await as('POST', '/api/account/confirm', { password: PASSWORD })
      await post('/api/login', { email: kim.email, password: PASSWORD })
    })
    await repeat(3, (n) =>
      post('/api/login', { email: `guess${n}@example.com`, password: 'wrong' }),
    )
    // The seventh is refused without an entry.
    await repeat(7, () => post('/api/login', { email: kim.email, password: 'wrong' }))
    await repeat(3, () => post('/api/login/passkey', { credential: unknownPasskey }))
    const { body: log } = await w.call('ada', 'GET', '/api/audit?limit=100')
    const added = log.slice(0, (await entries()).length - length)
    expect(
      added.map(({ action, subjectId, times }: AuditEntry) => [action, subjectId, times]),
    ).toEqual([
      ['signIn.failed', null, 3],
      ['signIn.locked', kim.id, 1],
      ['signIn.failed', kim.id, 6],
      ['signIn.failed', null, 3],
      ['signIn.endedElsewhere', kim.id, 2],
      ['signIn.succeeded', kim.id, 3],
      ['password.confirmed', kim.id, 3],
      ['calendarLink.removed', kim.id, 3],
      ['calendarLink.created', kim.id, 3],
    ])
  })

  test('an entry of an admin is never folded', async () => {
    const { length } = await entries()
    for (const _ of [1, 2, 3]) await remove(`/api/jobs/${await job()}`)
    expect(await entries()).toHaveLength(length + 3)
  })
})

describe('the audit table is append-only', () => {
  const refused = 'the audit log is only added to'

  test.each([
    `update audit_entries set action = 'x'`,
    `update audit_entries set at = at - interval '3 years'`,
    'delete from audit_entries',
    'truncate audit_entries cascade',
  ])('%s is refused', async (statement) => {
    const before = await w.db.$count(auditEntries)
    await expect(w.pool.query(statement)).rejects.toThrow(refused)
    expect(await w.db.$count(auditEntries)).toBe(before)
  })

  test('only entries older than two years are deleted', async () => {
    const yearsAgo = (years: number, days: number) =>
      new Date(Date.now() - (years * 365.25 + days) * DAY_MS)
    const before = await w.db.$count(auditEntries)
    const old = { action: 'signIn.failed' as const, subject: 'old' }
    await w.db.insert(auditEntries).values([
      { ...old, at: yearsAgo(2, 3) },
      { ...old, at: yearsAgo(2, -3), subject: 'almost' },
    ])
    await deleteOldEntries(w.db)
    expect(await w.db.$count(auditEntries)).toBe(before + 1)
    expect((await entries()).map(({ subject }) => subject)).toContain('almost')
  })
})
