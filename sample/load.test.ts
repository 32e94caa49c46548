import { appointmentStatuses, bidPriorities, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { proposalStatuses } from '@plumbline/contract/proposalStatuses.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPasswords, passwordProblem } from '../server/access/auth/passwords.ts'
import { users } from '../server/schema/people.ts'
import { settings } from '../server/schema/settings.ts'
import { statementsOf } from '../server/testing/statements.ts'
import { createSample } from './create.ts'
import { loadSample } from './load.ts'
import {
  type Company,
  companyRows,
  FRIDAY,
  photoStubs,
  readCompany,
  SECRET,
  sampleDatabase,
} from './testing.ts'

const { companyAt, rolledBack } = sampleDatabase()

function count(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe('the company on a Friday', () => {
  let company: Awaited<ReturnType<typeof companyAt>>
  let statements: readonly string[]
  beforeAll(async () => {
    statements = await statementsOf(async () => {
      company = await companyAt(FRIDAY)
    })
  })

  it('takes at most 67 statements', () => {
    const writes = statements.filter((statement) => !statement.startsWith('select'))
    expect(writes.length).toBeGreaterThan(20)
    expect(writes.length).toBeLessThanOrEqual(67)
  })

  it('has the promised number of everything', () => {
    expect(count(company.users.map(({ role }) => role))).toEqual({
      admin: 3,
      subcontractor: 9,
      client: 8,
    })
    expect(new Set(company.users.map(({ specialty }) => specialty).filter(Boolean)).size).toBe(7)
    const sizes = Object.fromEntries(
      Object.entries(company).map(([name, rows]) => [name, rows.length]),
    )
    expect(sizes).toMatchObject({
      settings: 1,
      jobs: 24,
      pendingBids: 12,
      bidPricings: 8,
      savedLines: 40,
      scheduleEntries: 160,
      scheduleTemplates: 8,
      tasks: 90,
      rentalProperties: 10,
      tenants: 11,
      photos: 120,
    })
    expect(new Set(company.messages.map(({ jobId }) => jobId)).size).toBeGreaterThan(18)
    expect(company.messages.length).toBeGreaterThan(100)
    expect(company.scheduleChanges.length).toBeGreaterThan(10)
    expect(company.taskCorrespondence.length).toBeGreaterThan(20)
    const rated = company.users.filter(({ id }) =>
      company.jobRatings.some((rating) => rating.subcontractorId === id),
    )
    expect(rated.length).toBeGreaterThanOrEqual(7)
    expect(new Set(company.jobRatings.map(({ jobId }) => jobId)).size).toBeGreaterThanOrEqual(8)
    expect(company.jobRatings.filter(({ note }) => note).length).toBeGreaterThan(10)
    expect(company.privateNotes.length).toBeGreaterThanOrEqual(4)
  })

  it('shows the figures of the designs', () => {
    const sum = (rows: Company['jobs']) =>
      rows.reduce((all, job) => all + (job.approvedAmount ?? 0), 0)
    expect(count(company.jobs.map(({ status }) => status))).toEqual({
      in_progress: 8,
      not_started: 5,
      on_hold: 2,
      completed: 9,
    })
    expect(sum(company.jobs)).toBe(128_431_650)
    expect(sum(company.jobs.filter(({ status }) => status !== 'completed'))).toBe(93_421_025)
    const newest = company.jobs
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, 5)
    expect(
      newest.map((job) => [job.name, job.address, job.status, job.progress, job.approvedAmount]),
    ).toEqual([
      ['Kitchen remodel', '418 Alder Ct, Elgin', 'in_progress', 65, 8_640_000],
      ['Deck and pergola', '12 Elm St, Batavia', 'not_started', 0, 4_825_075],
      ['Roof replacement', '77 Prairie Ave, Geneva', 'on_hold', 40, 3_190_000],
      ['Basement finish', '9 Orchard Ln, St. Charles', 'in_progress', 85, 6_412_000],
      ['Primary bath', '230 Third St, Geneva', 'completed', 100, 2_748_000],
    ])
    expect(
      company.jobs.filter(({ endDate }) => endDate?.startsWith('2025')).length,
    ).toBeGreaterThanOrEqual(6)
    expect(company.settings[0]).toMatchObject({
      companyName: 'Ridgeline Builders',
      holdingsName: 'Ridgeline Holdings',
      sample: true,
      workingDays: [1, 2, 3, 4, 5],
    })
    expect(company.settings[0]?.holidays.map(({ day }) => day)).toEqual(
      expect.arrayContaining(['2026-11-26', '2026-11-27', '2026-12-25', '2027-05-31']),
    )
  })

  it('has priced bids in every state, and of what was sent as well', () => {
    const priced = new Set(company.bidPricings.map(({ bidId }) => bidId))
    const bids = company.pendingBids.filter(({ id }) => priced.has(id))
    expect(new Set(bids.map(({ status }) => status))).toEqual(new Set(bidStatuses))
    const sent = company.proposals.filter(({ bidId }) => bidId !== null)
    const today = FRIDAY.slice(0, 10)
    const states = sent.map(({ status, lastDay }) =>
      status === 'sent' && lastDay < today ? 'expired' : status,
    )
    expect(new Set(states)).toEqual(new Set(proposalStatuses))
    // One has a price and was not sent yet.
    const bidsSent = new Set(sent.map(({ bidId }) => bidId))
    expect(bids.filter(({ id, status }) => status === 'pending' && !bidsSent.has(id))).not.toEqual(
      [],
    )
  })

  it('has a signed job with two approved change orders, one that waits, and a price list', () => {
    const signed = company.proposals.find(
      ({ bidId, status, evidence }) => bidId !== null && status === 'approved' && evidence !== null,
    )
    const job = company.jobs.find(({ id }) =>
      company.pendingBids.some((bid) => bid.id === signed?.bidId && bid.jobId === id),
    )
    expect(job).toBeDefined()
    const orders = company.changeOrders.filter(({ jobId }) => jobId === job?.id)
    const ofJob = count(orders.map(({ status }) => status))
    expect(ofJob).toMatchObject({ approved: 2, sent: 1 })
    const agreed = orders.filter(({ status }) => status === 'approved')
    const versions = company.proposals.filter(({ changeOrderId, status }) =>
      agreed.some(({ id }) => id === changeOrderId && status === 'approved'),
    )
    expect(versions.map(({ evidence }) => evidence !== null)).toEqual([true, true])
    expect(company.savedLines).toHaveLength(40)
  })

  it('has every state', () => {
    const states = (values: readonly string[]) => Object.keys(count(values)).toSorted()
    const entries = company.scheduleEntries
    const expectAll = (values: readonly string[], all: readonly string[]) =>
      expect(states(values)).toEqual([...all].toSorted())
    const { tasks, pendingBids, bidAppointments } = company
    expectAll(
      tasks.map(({ status }) => status),
      ['completed', 'in_progress', 'not_started'],
    )
    const statuses = ['cancelled', 'completed', 'delayed', 'in_progress', 'scheduled']
    expectAll(
      entries.map(({ status }) => status),
      statuses,
    )
    expectAll(
      entries.map(({ priority }) => priority),
      ['critical', 'high', 'low', 'medium'],
    )
    const types = ['delivery', 'inspection', 'meeting', 'milestone', 'task']
    expectAll(
      entries.map(({ scheduleType }) => scheduleType),
      types,
    )
    expectAll(
      pendingBids.map(({ status }) => status),
      bidStatuses,
    )
    expectAll(
      pendingBids.map(({ priority }) => priority),
      bidPriorities,
    )
    expectAll(
      bidAppointments.map(({ status }) => status),
      appointmentStatuses,
    )
    expect(count(company.rentalProperties.map(({ status }) => status))).toEqual({
      occupied: 8,
      vacant: 1,
      maintenance: 1,
    })
  })

  it('has only invented addresses and numbers', () => {
    const people = [...company.users, ...company.tenants]
    const customers = [...company.jobs, ...company.pendingBids]
    const emails = [
      ...people.map(({ email }) => email),
      ...customers.map((one) => one.customerEmail),
    ]
    const phones = [
      ...people.map(({ phone }) => phone),
      ...customers.map((one) => one.customerPhone),
    ]
    for (const email of emails) expect(email).toMatch(/^[a-z]+(\.[a-z]+)*@example\.com$/)
    for (const phone of phones) expect(phone).toMatch(/^(630|847|331)-555-01\d\d$/)
    expect(new Set(company.users.map(({ email }) => email)).size).toBe(20)
  })

  it('gives everyone who has joined a strong password', async () => {
    const joined = company.users.filter(({ isInvited }) => !isInvited)
    expect(joined.length).toBe(18)
    expect(new Set(company.credentials.map(({ userId }) => userId))).toEqual(
      new Set(joined.map(({ id }) => id)),
    )
    const [signIn] = company.signIns
    expect(signIn).toMatchObject({ role: 'admin', email: 'dana.reyes@example.com' })
    const password = signIn?.password ?? ''
    const own = [
      'Ridgeline Builders',
      'Ridgeline Holdings',
      'Plumbline',
      ...joined.map(({ email }) => email ?? ''),
    ]
    expect(passwordProblem(password, own)).toBeUndefined()
    for (const { passwordHash } of company.credentials.slice(0, 2)) {
      expect(await openPasswords().matches(passwordHash, password)).toBe(true)
    }
  })
})

describe('loading', () => {
  /** A moment that no other test uses. */
  const LEAP_DAY = '2024-02-29T12:00:00Z'
  const options = {
    now: new Date(LEAP_DAY),
    timeZone: 'America/Chicago',
    photos: photoStubs(LEAP_DAY),
    secret: SECRET,
  }

  it('fills a company that was just set up and keeps its names and its owner', async () => {
    const { company, owner } = await rolledBack(async (db) => {
      await db
        .insert(settings)
        .values({ companyName: 'Aspen', holdingsName: 'Aspen Homes', timeZone: 'Europe/Oslo' })
      const [owner] = await db
        .insert(users)
        .values({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Adler', role: 'admin' })
        .returning()
      if (!owner) throw new Error('No owner')
      await loadSample(db, { ...options, timeZone: 'Europe/Oslo', ownerId: owner.id })
      return { company: await readCompany(db), owner }
    })
    expect(company.settings[0]).toMatchObject({
      companyName: 'Aspen',
      holdingsName: 'Aspen Homes',
      timeZone: 'Europe/Oslo',
      sample: true,
      phone: '630-555-0199',
    })
    expect(company.users.find(({ id }) => id === owner.id)).toEqual(owner)
    expect(company.users).toHaveLength(20)
    expect(company.credentials.some(({ userId }) => userId === owner.id)).toBe(false)
    expect(company.messages.some(({ senderId }) => senderId === owner.id)).toBe(true)
  })

  it('refuses an owner with the address of a sample person', async () => {
    const clash = rolledBack(async (db) => {
      const [owner] = await db
        .insert(users)
        .values({
          email: 'Maya.Okafor@example.com',
          firstName: 'Maya',
          lastName: 'Adler',
          role: 'admin',
        })
        .returning()
      return loadSample(db, { ...options, ownerId: owner?.id ?? '' })
    })
    await expect(clash).rejects.toMatchObject({
      name: 'invalid',
      fields: { email: expect.stringMatching(/sample/) },
    })
  })

  it('refuses a company that has people', async () => {
    const secondLoad = rolledBack(async (db) => {
      await db.insert(users).values({ firstName: 'Ada', lastName: 'Adler' })
      return createSample(db, options)
    })
    await expect(secondLoad).rejects.toThrow('already set up')
  })
})

describe('the rows of the company', () => {
  let friday: Company
  beforeAll(async () => {
    friday = await companyRows(FRIDAY)
  })

  it('are the same for the same moment', async () => {
    expect(normalized(await companyRows(FRIDAY))).toEqual(normalized(friday))
  })

  it.each([
    ['2024-02-29T12:00:00Z', 'Asia/Kolkata'],
    ['2029-07-04T03:00:00Z', 'America/Los_Angeles'],
  ])('are the same at %s in %s, except for dates', async (now, timeZone) => {
    expect(normalized(await companyRows(now, timeZone), DATES)).toEqual(normalized(friday, DATES))
  })
})

/** The rows in a fixed order, without their time zone. */
function normalized(company: Company, pattern = /$^/g): unknown {
  return Object.entries(company).map(([table, rows]) => [
    table,
    rows
      .map((row) => JSON.stringify({ ...row, timeZone: null }).replaceAll(pattern, ''))
      .toSorted(),
  ])
}

/**
 * Dates, and the values that depend on them: the rent of part of a month, and whether a tenant of
 * this month has moved out, because a home changes tenants in the middle of it; and the hashes of
 * what has dates, such as links.
 */
const DATES =
  /(?<="(?:sha256|linkHash)":")[\w-]+|\d\d\/\d\d\/\d{4}|\d{4}(?=-\d{4},)|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|(?<="number":"(?:P-|CM-)?|"year":)\d{4}|(?<="amount":")[\d.]+(?=","incomeType":"Rent")|(?<="status":")(active|former)(?=")/g
