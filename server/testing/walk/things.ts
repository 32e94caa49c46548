import { setTimeout } from 'node:timers/promises'
import { addDays } from '@plumbline/contract/dates.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { Secret, TOTP } from 'otpauth'
import { newAuthenticator } from '../authenticator.ts'
import { addJoinedPerson, cookieFrom } from '../invitedPeople.ts'
import { newcomer } from '../newcomer.ts'
import type { Cast, Walker } from './cast.ts'

let count = 0
/** A number for unique names and addresses. */
export const next = () => ++count

/** A job of the client that the sub is on. */
export async function newJob({ make, people }: Cast): Promise<string> {
  const { id } = await make('/api/jobs', {
    name: `Porch ${next()}`,
    address: '5 Elm St',
    clientId: people.client.id,
    projectManagerId: people.admin.id,
    status: 'in_progress',
    startDate: '2026-11-02',
    endDate: '2026-12-18',
    approvedAmount: 500_000,
  })
  await make(`/api/jobs/${id}/subcontractors`, { subcontractorId: people.subcontractor.id })
  return id
}

/** A task of the sub. */
export async function newTask({ make, people }: Cast, jobId: string): Promise<string> {
  const facts = { assigneeId: people.subcontractor.id, deadline: '2026-11-27' }
  return (await make('/api/tasks', { jobId, name: `Order tile ${next()}`, ...facts })).id
}

/** An entry of the sub that the client can see. */
export async function newEntry({ make, people }: Cast, jobId: string, more = {}): Promise<string> {
  const days = { startDate: '2026-12-01', endDate: '2026-12-04' }
  const assigned = { assignedSubcontractorId: people.subcontractor.id }
  const entry = { jobId, title: `Framing ${next()}`, ...days, ...assigned, ...more }
  return (await make('/api/schedule', entry)).id
}

/** An entry without a sub, in a separate week. */
export async function newFreeEntry(cast: Cast, jobId: string) {
  const startDate = addDays('2027-01-04', 7 * next())
  const days = { startDate, endDate: addDays(startDate, 4) }
  const entryId = await newEntry(cast, jobId, { ...days, assignedSubcontractorId: null })
  return { entryId, day: startDate }
}

/** A crew day of the sub, on the first day of an entry. */
export async function newCrewDay(cast: Cast, jobId: string) {
  const { entryId, day } = await newFreeEntry(cast, jobId)
  const booking = { subcontractorId: cast.people.subcontractor.id, days: [day] }
  const { days } = await cast.make(`/api/schedule/${entryId}/crew`, booking)
  return { id: days[0].id as string, entryId, day }
}

export async function newAbsence({ make, people }: Cast): Promise<string> {
  const subcontractorId = people.subcontractor.id
  const away = { startDate: '2026-12-21', endDate: '2026-12-22', reason: 'Away' }
  return (await make('/api/crew-absences', { subcontractorId, ...away })).id
}

export async function newTemplate({ make }: Cast): Promise<string> {
  const templateData = {
    entries: [{ title: 'Demolition', startDay: 0, days: 2 }],
    tasks: [{ name: 'Permit' }],
  }
  return (await make('/api/schedule-templates', { name: `Bath ${next()}`, templateData })).id
}

/** A photo that the client can see. */
export async function newPhoto({ upload }: Cast, jobId: string): Promise<string> {
  const fields = { jobId, caption: `Rails ${next()}`, clientVisible: 'true' }
  return (await upload('/api/photos', 'photo', fields)).id
}

/** Waits until the large renditions of all photos exist, which uploads do not wait for. */
export async function renditionsMade({ w }: Cast) {
  const waiting = `select 1 from photos where not jsonb_exists(files, 'full') limit 1`
  while ((await w.pool.query(waiting)).rows.length > 0) await setTimeout(50)
}

export async function newMessage({ make }: Cast, jobId: string): Promise<string> {
  return (await make('/api/messages', { jobId, content: `Hello ${next()}`, audience: 'all' })).id
}

/** A draft for the client of a new job. */
export async function newUpdate(cast: Cast): Promise<string> {
  const at = `/api/jobs/${await newJob(cast)}/weekly-updates`
  return (await cast.make(at, { day: '2026-11-20' })).id
}

export async function newBid({ make }: Cast): Promise<string> {
  const facts = { address: '4 Elm St', customerName: 'Olga', estimatedAmount: 500_000 }
  return (await make('/api/pending-bids', { name: `Attic ${next()}`, ...facts })).id
}

export async function newAppointment({ make }: Cast, bidId: string): Promise<string> {
  const facts = { title: 'Measure', scheduledDate: '2026-11-24T15:00:00.000Z' }
  return (await make(`/api/pending-bids/${bidId}/appointments`, facts)).id
}

export async function newProperty({ make }: Cast): Promise<string> {
  const place = { city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'Condo' }
  return (await make('/api/rental-properties', { address: `${next()} Oak St`, ...place })).id
}

/** A tenant whose lease runs today. */
export async function newTenant({ make }: Cast, propertyId: string): Promise<string> {
  const lease = { propertyId, leaseStart: '2026-09-01', monthlyRent: '1200' }
  return (await make('/api/tenants', { firstName: 'Tia', lastName: `Tenant${next()}`, ...lease }))
    .id
}

export async function newIncome(
  { make }: Cast,
  propertyId: string,
  tenantId: string,
  incomeType = 'Rent',
): Promise<string> {
  const paid = { amount: '100', incomeType, dateReceived: '2026-11-02' }
  return (await make('/api/rental-income', { propertyId, tenantId, ...paid })).id
}

export async function newExpense({ make }: Cast, propertyId: string): Promise<string> {
  const spent = { amount: '5', expenseType: 'Repairs', dateIncurred: '2026-11-02' }
  return (await make('/api/rental-expenses', { propertyId, description: 'Hinges', ...spent })).id
}

export async function newRecurring({ make }: Cast, propertyId: string): Promise<string> {
  const facts = { amount: '50', expenseType: 'Insurance', everyMonths: 1, startsOn: '2026-11-20' }
  return (await make('/api/recurring-expenses', { propertyId, description: 'Policy', ...facts })).id
}

/** A person who has not been invited. */
export async function newPerson({ make }: Cast, more = {}): Promise<string> {
  const email = `walk${next()}@example.com`
  const person = { firstName: 'Pia', lastName: 'Porter', role: 'client', email }
  return (await make('/api/users', { ...person, ...more })).id
}

/** A signed-in person without a password. */
export const newWalker = ({ w }: Cast, role: Role = 'client'): Promise<Walker> => newcomer(w, role)

/** A person who has joined, with a password. */
export const newMember = ({ w }: Cast) => addJoinedPerson(w)

const FACTOR = '/api/account/second-factor'

/**
 * Starts setting up two-step sign-in.
 * @returns the code that confirms it
 */
export async function beginFactor({ w }: Cast, { cookie }: Walker): Promise<string> {
  const { body } = await w.call('nobody', 'POST', FACTOR, undefined, { cookie })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  return totp.generate({ timestamp: w.clock.now.getTime() })
}

/** A person with two-step sign-in. */
export async function newTwoStepUser(cast: Cast): Promise<Walker> {
  const person = await newWalker(cast)
  const code = await beginFactor(cast, person)
  const { cookie } = person
  await cast.w.call('nobody', 'POST', `${FACTOR}/confirm`, { code }, { cookie })
  return person
}

const PASSKEYS = '/api/account/passkeys'

/** The response of a browser that creates a passkey, and the cookies to send with it. */
export async function beginPasskey({ w }: Cast, { cookie }: Walker) {
  const begun = await w.call('nobody', 'POST', `${PASSKEYS}/options`, undefined, { cookie })
  const { challenge, rp } = begun.body.options
  const authenticator = newAuthenticator()
  const where = { origin: 'http://localhost:80', rpId: rp.id, challenge }
  const body = { name: 'Phone', credential: authenticator.register(where) }
  const cookies = `${cookie}; ${cookieFrom(begun.headers)}`
  return { authenticator, body: body as never, cookie: cookies }
}

/** A person with a passkey. */
export async function newPasskey(cast: Cast) {
  const person = await newWalker(cast)
  const { authenticator, body, cookie } = await beginPasskey(cast, person)
  const added = await cast.w.call('nobody', 'POST', PASSKEYS, body, { cookie })
  if (added.status !== 201) throw new Error(`A passkey was refused: ${added.text}`)
  return { ...person, authenticator, credential: added.body.id as string }
}
