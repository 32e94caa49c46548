import { type NotificationName, notificationNames } from '@plumbline/contract/notificationKinds.ts'
import type { Method } from '@plumbline/contract/route.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { pendingBids } from '../schema/bids.ts'
import { notifications } from '../schema/notifications.ts'
import { users } from '../schema/people.ts'
import { settings } from '../schema/settings.ts'
import { canaries, canary, emailOf, jobTextFields } from './canary.ts'
import { confirmNow } from './confirmNow.ts'
import { upright } from './pictures/make.ts'
import { allSlices } from './slices.ts'
import { type Name, type TestApp, testPeople } from './testApp.ts'
import type { Made } from './walk/cast.ts'
import type { Company } from './walk/sliceTests.ts'

/**
 * A call that has to succeed.
 * @returns the body of the response
 */
async function write(
  w: TestApp,
  name: Name,
  method: Method,
  url: string,
  body?: object,
): Promise<Made> {
  const response = await w.call(name, method, url, body)
  if (response.status >= 300)
    throw new Error(`${method} ${url}: ${response.status} ${response.text}`)
  return response.body
}

/**
 * Creates a company in which every writable field is set: a job made from a bid and another one
 * with its own texts, for Cleo, with Sam on both. Sue joins the first with `addColleague`.
 */
export async function writeCanaries(w: TestApp) {
  const put = (url: string, body?: object) => write(w, 'ada', 'PUT', url, body)
  const post = (url: string, body?: object) => write(w, 'ada', 'POST', url, body)
  const [sam, sue] = [w.idOf('sam'), w.idOf('sue')]
  w.clock.now = new Date('2026-11-23T15:00:00.000Z')
  // Adding an admin requires a recently entered password, and the clock was moved.
  await confirmNow(w, 'ada')

  async function writeCompany() {
    await w.db.insert(settings).values({
      personQuotaMb: 1_000_000,
      companyQuotaMb: 2_000_000,
      companyName: 'Ridgeline',
      holdingsName: 'Ridge Homes',
      address: '5 Elm St',
      phone: '555-0100',
      timeZone: 'UTC',
      holidays: [{ day: '2026-12-25', name: 'Christmas' }],
    })
    const stroke = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><circle cx="20" cy="20" r="9"/></svg>',
    )
    const logo = await sharp(stroke).png().toBuffer()
    const file = { field: 'logo', content: logo, type: 'image/png', name: 'logo.png' }
    await w.upload('ada', '/api/settings/logo', file, {}, {}, 'PUT')
  }

  async function writePeople() {
    for (const [name, thing] of [
      ['ada', 'admin'],
      ['sam', 'sub'],
      ['sue', 'colleague'],
      ['cleo', 'client'],
    ] as const) {
      const fields = ['specialty', 'phone', 'secondPhone', 'company', 'address', 'officeNotes']
      await put(`/api/users/${w.idOf(name)}`, canaries(thing, fields))
      // Not through the API, which ends the sessions of a person whose address changes.
      const email = emailOf(thing)
      await w.db
        .update(users)
        .set({ email })
        .where(eq(users.id, w.idOf(name)))
    }
    await put(`/api/subcontractors/${sam}/notes`, { text: canary('sub notes') })
    await put(`/api/subcontractors/${sue}/notes`, { text: canary('colleague notes') })
  }

  /**
   * Creates a bid with every field set, and converts it to a job.
   * @returns the id of the job
   */
  async function writeBid(): Promise<string> {
    const texts = canaries('bid', [
      'name',
      'address',
      'customerName',
      'customerPhone',
      'scope',
      'notes',
      'leadSource',
      'appointmentNotes',
    ])
    const customerEmail = `${canary('bid customerEmail')}@example.com`
    const bid = await post('/api/pending-bids', { ...texts, customerEmail })
    const at = `/api/pending-bids/${bid.id}`
    await post(`${at}/appointments`, {
      ...canaries('appointment', ['title', 'description', 'completionNotes']),
      scheduledDate: '2026-11-20T15:00:00.000Z',
    })
    const made = { way: 'call', day: '2026-11-19', note: canary('followUp note') }
    await post(`${at}/follow-ups`, made)
    const followUp = { followUpDate: '2026-12-01', followUpNotes: canary('bid followUpNotes') }
    await put(at, { status: 'follow_up', ...followUp })
    await put(at, { status: 'rejected', reason: canary('bid reason') })
    await put(at, { status: 'pending' })
    return (await post(`${at}/convert`)).id
  }

  async function writeEntries(jobId: string) {
    const days = { startDate: '2026-12-01', endDate: '2026-12-04' }
    const texts = ['title', 'description', 'notes', 'completionNotes'] as const
    const first = await post('/api/schedule', { jobId, title: 'First', ...days })
    const entry = await post('/api/schedule', {
      jobId,
      ...canaries('entry', texts),
      startDate: '2026-12-08',
      endDate: '2026-12-10',
      dependsOnIds: [first.id],
      lagDays: { [first.id]: 1 },
      assignedSubcontractorId: sam,
      estimatedHours: 4321.5,
      actualHours: 5432.5,
      priority: 'critical',
      percentComplete: 30,
      actualStartDate: '2026-12-08',
      actualEndDate: '2026-12-10',
      weatherDependent: true,
      indoorWork: false,
      dateFixed: true,
    })
    const internal = await post('/api/schedule', {
      jobId,
      ...canaries('internal', texts),
      ...days,
      internal: true,
    })
    await put(`/api/jobs/${jobId}/baseline`)
    await put(`/api/schedule/${first.id}`, { startDate: '2026-11-30' })
    const later = { endDate: '2026-12-15', reason: canary('entry reason') }
    await put(`/api/schedule/${entry.id}`, later)
    await post('/api/weather-days', { day: '2026-12-17' })
    return { entryId: entry.id, internalId: internal.id }
  }

  /** Creates a crew day that the sub has declined, and an absence. */
  async function writeCrew(entryId: string, subcontractorId: string, thing: string, day: string) {
    await post(`/api/schedule/${entryId}/crew`, {
      subcontractorId,
      days: [day],
      startTime: '08:00',
      endTime: '16:00',
      role: canary(`${thing} role`),
      declined: true,
      declineReason: canary(`${thing} declineReason`),
    })
    const away = { startDate: '2026-12-21', endDate: '2026-12-22' }
    const reason = canary(`${thing} absence`)
    await post('/api/crew-absences', { subcontractorId, ...away, reason })
  }

  async function writeTasks(jobId: string): Promise<string> {
    const sams = { jobId, assigneeId: sam, deadline: '2026-11-27' }
    const task = await post('/api/tasks', {
      ...sams,
      ...canaries('task', ['name', 'description']),
    })
    await post(`/api/tasks/${task.id}/correspondence`, { message: canary('task comment') })
    for (const status of ['in_progress', 'completed'] as const)
      await post('/api/tasks', { ...sams, name: status, status })
    return task.id
  }

  async function writePhotos(jobId: string, taskId: string) {
    const file = { field: 'photo', content: await (await upright(8, 6)).jpeg().toBuffer() }
    const fields = { jobId, taskId, caption: canary('photo caption') }
    await w.upload('sam', '/api/photos', file, fields)
    const hidden = { jobId, caption: canary('hidden caption'), clientVisible: 'false' }
    await w.upload('ada', '/api/photos', file, hidden)
    await w.upload('sam', '/api/photos', file, { caption: canary('loose caption') })
    await w.pool.query(`update photos set taken_at = '2026-11-20T12:00:00Z'`)
  }

  /**
   * Creates what the first screen of its client shows about a job: a photo, and current and
   * upcoming work, which was postponed.
   */
  async function writeLead(jobId: string) {
    const content = await (await upright(8, 6)).jpeg().toBuffer()
    await w.upload('ada', '/api/photos', { field: 'photo', content }, { jobId })
    const sams = { jobId, assignedSubcontractorId: sam }
    const now = { title: 'Doors', startDate: '2026-11-02', endDate: '2026-11-04' }
    await post('/api/schedule', { ...sams, ...now, status: 'in_progress' })
    const next = { title: 'Paint', startDate: '2998-01-01', endDate: '2998-01-02' }
    const { id } = await post('/api/schedule', { ...sams, ...next })
    await put(`/api/jobs/${jobId}/baseline`)
    await put(`/api/schedule/${id}`, { endDate: '2998-01-04', reason: 'Inspection' })
  }

  /** Notifies everybody of everything, whether they may know about it or not. */
  async function writeNotifications(jobId: string, subjects: Record<string, string>) {
    const [bid] = await w.db.select().from(pendingBids).where(eq(pendingBids.jobId, jobId))
    const names = Object.keys(notificationNames) as NotificationName[]
    const rows = (Object.keys(testPeople) as Name[]).flatMap((to) =>
      names.map((name) => ({
        personId: w.idOf(to),
        name,
        kind: notificationNames[name],
        jobId: name === 'bid.converted' ? null : jobId,
        actorId: sam,
        subjectId: subjects[name.split('.')[0] ?? ''] ?? bid?.id ?? '',
        day: '2026-11-23',
      })),
    )
    await w.db.insert(notifications).values(rows)
    for (const to of ['ada', 'sam', 'cleo'] as const)
      await write(w, to, 'PUT', `/api/jobs/${jobId}/mute`)
  }

  /** Gives Carl, who has no job yet, a customer with an address. */
  async function writeCustomer() {
    const texts = canaries('customer of a client', ['name', 'address'])
    const { id: customerId } = await post('/api/customers', texts)
    await w.db
      .update(users)
      .set({ customerId })
      .where(eq(users.id, w.idOf('carl')))
  }

  await writeCompany()
  await writePeople()
  const people = { clientId: w.idOf('cleo'), projectManagerId: w.idOf('ada') }
  const jobId = await writeBid()
  const facts = {
    startDate: '2026-11-30',
    endDate: '2026-12-31',
    notes: 'Lockbox at the side door',
  }
  await put(`/api/jobs/${jobId}`, { ...people, ...facts })
  await post(`/api/jobs/${jobId}/subcontractors`, { subcontractorId: sam })

  const texts = canaries('job', jobTextFields)
  const other = await post('/api/jobs', {
    ...texts,
    ...people,
    customerEmail: `${canary('job customerEmail')}@example.com`,
    status: 'in_progress',
    progress: 40,
    startDate: '2026-11-02',
    endDate: '2026-12-18',
    approvedAmount: 98_765_432,
  })
  await post(`/api/jobs/${other.id}/subcontractors`, { subcontractorId: sam })

  const { entryId, internalId } = await writeEntries(jobId)
  const taskId = await writeTasks(jobId)
  await writePhotos(jobId, taskId)
  await writeLead(other.id)
  const company: Company = {
    ...{ w, put, post, jobId, otherJobId: other.id },
    write: (name, method, url, body) => write(w, name, method, url, body),
  }
  for (const slice of allSlices) await slice.canaries?.(company)
  await writeCrew(entryId, sam, 'crew', '2026-12-02')
  await post(`/api/schedule/${entryId}/crew`, { subcontractorId: sam, days: ['2026-12-04'] })
  await post('/api/crew/ask', { from: '2026-12-01', to: '2026-12-31' })
  await put(`/api/jobs/${jobId}/ratings/${sam}`, { score: 4, note: canary('rating note') })
  await writeNotifications(jobId, { task: taskId, schedule: entryId })
  await writeCustomer()

  /** Adds Sue to the first job, with everything that is written about a sub on it. */
  async function addColleague() {
    await post(`/api/jobs/${jobId}/subcontractors`, { subcontractorId: sue })
    await writeCrew(internalId, sue, 'colleague', '2026-12-03')
    await post('/api/tasks', { jobId, assigneeId: sue, name: canary('colleague task') })
    await put(`/api/jobs/${jobId}/ratings/${sue}`, { score: 2, note: canary('colleague rating') })
  }
  return { jobId, taskId, addColleague }
}
