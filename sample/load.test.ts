import { bidPriorities, bidStatuses } from '@plumbline/contract/bidStatuses.ts'
import { appointmentStatuses } from '@plumbline/contract/bids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPasswords, passwordProblem } from '../server/auth/passwords.ts'
import { users } from '../server/people/table.ts'
import { settings } from '../server/settings/table.ts'
import { statementsOf } from '../server/testing/statements.ts'
import { createSample } from './create.ts'
import { loadSample } from './load.ts'
import { type Company, FRIDAY, photoStubs, readCompany, sampleDatabase } from './testing.ts'

const { companyAt, rolledBack } = sampleDatabase()

function count(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe('the company on a Friday', () => {
  let company: Awaited<ReturnType<typeof companyAt>>
  beforeAll(async () => {
    company = await companyAt(FRIDAY)
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
  const options = { now: new Date(FRIDAY), timeZone: 'America/Chicago', photos: photoStubs(FRIDAY) }

  it('takes few statements', async () => {
    const statements = await statementsOf(() => rolledBack((db) => createSample(db, options)))
    expect(statements.length).toBeGreaterThan(20)
    expect(statements.length).toBeLessThanOrEqual(45)
  })

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
    const twice = rolledBack(async (db) => {
      await createSample(db, options)
      return createSample(db, options)
    })
    await expect(twice).rejects.toThrow('already set up')
  })

  it('gives the same company for the same moment', async () => {
    expect(normalized(await companyAt(FRIDAY))).toEqual(normalized(await companyAt(FRIDAY)))
  })

  it('gives the same company at another time but for its dates', async () => {
    const first = normalized(await companyAt(FRIDAY), DATES)
    expect(normalized(await companyAt('2024-02-29T12:00:00Z', 'Asia/Kolkata'), DATES)).toEqual(
      first,
    )
    expect(
      normalized(await companyAt('2029-07-04T03:00:00Z', 'America/Los_Angeles'), DATES),
    ).toEqual(first)
  })
})

/** The company in a fixed order, without the salt of the hashes and the times of the database. */
function normalized(company: Company, pattern = /$^/g): unknown {
  const unstable = { passwordHash: null, timeZone: null }
  // The counts are by day, and so are others at another time.
  const { counts: _, ...things } = company
  return Object.entries(things).map(([table, rows]) => [
    table,
    rows
      .map((row) => (table === 'settings' ? { ...row, createdAt: null, updatedAt: null } : row))
      .map((row) => (table === 'events' ? { ...row, id: null, xid: null, horizon: null } : row))
      .map((row) => JSON.stringify({ ...row, ...unstable }).replaceAll(pattern, ''))
      .toSorted(),
  ])
}

/** Also the rent of part of a month, and whether a tenant of this month has left: a home changes hands in the middle of it. */
const DATES =
  /\d{4}-\d\d-\d\d(T[\d:.]+Z)?|(?<="amount":")[\d.]+(?=","incomeType":"Rent")|(?<="status":")(active|former)(?=")/g
