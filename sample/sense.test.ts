import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { calendar } from './calendar.ts'
import { messageRows } from './messages.ts'
import { personIds } from './people.ts'
import { commentRows } from './tasks.ts'
import { type Company, FRIDAY, sampleDatabase } from './testing.ts'

const { companyAt } = sampleDatabase()

const WEEK = 7 * 86_400_000

/** A plain Friday, a leap day, the turn of the year, a weekend with a holiday, just past midnight, summer time's first day. */
const moments: [now: string, timeZone: string][] = [
  [FRIDAY, 'America/Chicago'],
  ['2024-02-29T12:00:00Z', 'America/Chicago'],
  ['2026-12-31T23:30:00Z', 'Pacific/Auckland'],
  ['2026-12-31T20:00:00Z', 'America/Chicago'],
  ['2027-01-01T00:10:00Z', 'Pacific/Honolulu'],
  ['2026-07-05T05:10:00Z', 'America/Chicago'],
  ['2026-12-01T06:05:00Z', 'America/Chicago'],
  ['2027-03-14T15:00:00Z', 'America/Chicago'],
  ['2031-10-31T20:00:00Z', 'Europe/Berlin'],
]

const byId = <T extends { id: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]))

/** Compares, and names the thing when it differs. */
const same = (name: string, actual: unknown, expected: unknown) =>
  expect([name, actual]).toEqual([name, expected])

/** What is wrong, by name: an empty list is what a test wants to see. */
function wrong<T>(
  rows: readonly T[],
  isWrong: (row: T) => boolean | undefined,
  name: (row: T) => string,
): string[] {
  return rows.filter((row) => isWrong(row) !== false).map(name)
}

describe.each(moments)('the company at %s in %s', (at, timeZone) => {
  const now = new Date(at)
  const today = dayIn(timeZone, now)
  let company: Company
  beforeAll(async () => {
    company = await companyAt(at, timeZone)
  })

  it('has nothing that happened in the future', () => {
    const {
      users,
      jobs,
      jobSubcontractors,
      tasks,
      taskCorrespondence,
      messages,
      events,
      scheduleEntries,
    } = company
    const {
      crewSchedule,
      scheduleChanges,
      scheduleTemplates,
      pendingBids,
      bidAppointments,
      photos,
    } = company
    const { rentalProperties, tenants, rentalIncome, rentalExpenses, jobRatings, privateNotes } =
      company
    const tables: { createdAt: Date; updatedAt?: Date }[][] = [
      users,
      jobs,
      jobSubcontractors,
      tasks,
      messages,
      events,
    ]
    tables.push(
      photos,
      jobRatings,
      privateNotes,
      taskCorrespondence,
      scheduleEntries,
      crewSchedule,
      scheduleChanges,
      scheduleTemplates,
      pendingBids,
    )
    tables.push(bidAppointments, rentalProperties, tenants, rentalIncome, rentalExpenses)
    for (const { createdAt, updatedAt = createdAt } of tables.flat()) {
      same(
        `${createdAt.toISOString()} ${updatedAt.toISOString()}`,
        createdAt <= updatedAt && updatedAt <= now,
        true,
      )
    }
    for (const income of rentalIncome) expect(income.dateReceived <= today).toBe(true)
    for (const expense of rentalExpenses) expect(expense.dateIncurred <= today).toBe(true)
  })

  it('has jobs whose status, progress and dates agree', () => {
    for (const { name, status, progress, startDate, endDate, createdAt } of company.jobs) {
      const [start, end] = [startDate ?? '', endDate ?? '']
      same(name, start <= end, true)
      same(name, dayIn(timeZone, createdAt) <= start, true)
      if (status === 'completed') same(name, [progress, end < today], [100, true])
      if (status === 'not_started') same(name, [progress, start > today], [0, true])
      if (status === 'in_progress')
        same(name, [progress > 0 && progress < 100, start < today && end > today], [true, true])
    }
  })

  it('has ratings of subs who were on the job, by admins, once it was done', () => {
    const [jobs, people] = [byId(company.jobs), byId(company.users)]
    const staff = new Set(
      company.jobSubcontractors.map((on) => `${on.jobId} ${on.subcontractorId}`),
    )
    for (const { jobId, subcontractorId, ratedById, createdAt } of company.jobRatings) {
      const job = jobs.get(jobId)
      const name = `${people.get(subcontractorId)?.lastName} on ${job?.name}`
      same(name, [job?.status, staff.has(`${jobId} ${subcontractorId}`)], ['completed', true])
      same(
        name,
        [people.get(ratedById)?.role, dayIn(timeZone, createdAt) > (job?.endDate ?? '')],
        ['admin', true],
      )
    }
  })

  it('has entries within their jobs, whose status, percent and dates agree', () => {
    const jobs = byId(company.jobs)
    for (const entry of company.scheduleEntries) {
      const {
        title,
        status,
        percentComplete: percent,
        startDate,
        endDate,
        weatherDependent,
        indoorWork,
      } = entry
      const job = jobs.get(entry.jobId)
      const name = `${job?.name}: ${title}`
      same(name, startDate <= endDate, true)
      same(name, startDate >= (job?.startDate ?? '') && endDate <= (job?.endDate ?? ''), true)
      same(name, weatherDependent, !indoorWork)
      if (status === 'completed') {
        same(
          name,
          [percent, endDate <= today, entry.actualStartDate, entry.actualEndDate],
          [100, true, startDate, endDate],
        )
        same(name, (entry.actualHours ?? 0) > 0, true)
      } else
        same(
          name,
          [entry.actualEndDate, entry.actualHours, entry.completionNotes],
          [null, null, null],
        )
      if (status === 'in_progress') {
        same(
          name,
          [percent > 0 && percent < 100, startDate < today && endDate > today, job?.status],
          [true, true, 'in_progress'],
        )
      }
      if (status === 'scheduled') same(name, [percent, startDate > today], [0, true])
      if (job?.status === 'completed') same(name, status, 'completed')
      if (job?.status === 'not_started') same(name, status, 'scheduled')
    }
  })

  it('has dependencies that can be kept', () => {
    const entries = byId(company.scheduleEntries)
    for (const { entryId, dependsOnId } of company.scheduleDependencies) {
      const [before, entry] = [entries.get(dependsOnId), entries.get(entryId)]
      // Each starts after what it depends on has ended, so there can be no cycle either.
      const inOrder = (before?.endDate ?? '') < (entry?.startDate ?? '')
      same(`${before?.title} -> ${entry?.title}`, inOrder, true)
    }
    const waiting = company.scheduleDependencies.map(({ entryId }) => entryId)
    expect(new Set(waiting).size).toBeGreaterThan(120)
  })

  it('books no sub twice, but for one day that clashes', () => {
    const open = company.scheduleEntries.filter(({ status }) =>
      ['scheduled', 'in_progress'].includes(status),
    )
    const pairs = open.flatMap((one, n) =>
      open
        .slice(n + 1)
        .filter(
          (other) =>
            one.assignedSubcontractorId !== null &&
            one.assignedSubcontractorId === other.assignedSubcontractorId &&
            one.startDate <= other.endDate &&
            other.startDate <= one.endDate,
        )
        .map((other) => `${one.title} and ${other.title}`),
    )
    expect(pairs).toEqual([])
    const days = company.crewSchedule
    const clashes = days.flatMap((one, n) =>
      days
        .slice(n + 1)
        .filter(
          (other) =>
            one.subcontractorId === other.subcontractorId &&
            one.assignedDate === other.assignedDate &&
            one.startTime < other.endTime &&
            other.startTime < one.endTime,
        ),
    )
    expect(clashes).toHaveLength(1)
    expect((clashes[0]?.assignedDate ?? '') > today).toBe(true)
    const entries = byId(company.scheduleEntries)
    for (const { scheduleEntryId, assignedDate } of days) {
      const entry = entries.get(scheduleEntryId)
      expect(
        assignedDate >= (entry?.startDate ?? '') && assignedDate <= (entry?.endDate ?? ''),
      ).toBe(true)
    }
    const unconfirmed = days.filter(({ confirmed }) => !confirmed)
    expect(unconfirmed.length).toBeGreaterThanOrEqual(4)
    expect(unconfirmed.every(({ assignedDate }) => assignedDate > today)).toBe(true)
  })

  it('has tasks that are late, tasks of this week, and none done ahead of a job', () => {
    const jobs = byId(company.jobs)
    const subs = new Set(
      company.users.filter(({ role }) => role === 'subcontractor').map(({ id }) => id),
    )
    const open = company.tasks.filter(({ status }) => status !== 'completed')
    const late = open.filter(({ deadline }) => deadline && deadline < now)
    const soon = open.filter(
      ({ deadline, assigneeId }) =>
        deadline &&
        deadline >= now &&
        deadline.getTime() <= now.getTime() + WEEK &&
        subs.has(assigneeId ?? ''),
    )
    expect(late.length).toBeGreaterThanOrEqual(5)
    expect(soon.length).toBeGreaterThanOrEqual(6)
    for (const task of open) same(task.name, jobs.get(task.jobId)?.status !== 'completed', true)
    const tom = company.users.find(({ lastName }) => lastName === 'Kowalski')?.id
    expect(open.filter(({ assigneeId }) => assigneeId === tom)).toHaveLength(4)
    expect(soon.filter(({ assigneeId }) => assigneeId === tom)).toHaveLength(3)
    expect(company.tasks.filter(({ assigneeId }) => assigneeId === tom)).toHaveLength(15)
  })

  it('lets only those speak who may read, after they have come', () => {
    const people = byId(company.users)
    const jobs = byId(company.jobs)
    const staff = new Set(
      company.jobSubcontractors.map((row) => `${row.jobId} ${row.subcontractorId}`),
    )
    const jobOfTask = new Map(company.tasks.map(({ id, jobId }) => [id, jobId]))
    const said = [
      ...company.messages.map(({ jobId, senderId, content, createdAt }) => ({
        jobId,
        by: senderId,
        text: content,
        createdAt,
      })),
      ...company.taskCorrespondence.map(({ taskId, userId, message, createdAt }) => ({
        jobId: jobOfTask.get(taskId) ?? '',
        by: userId,
        text: message,
        createdAt,
      })),
    ]
    const strangers = wrong(
      said,
      ({ jobId, by }) =>
        !(
          people.get(by)?.role === 'admin' ||
          jobs.get(jobId)?.clientId === by ||
          staff.has(`${jobId} ${by}`)
        ),
      ({ text }) => text,
    )
    expect(strangers).toEqual([])
    const early = wrong(
      said,
      ({ jobId, by, createdAt }) =>
        createdAt < (people.get(by)?.createdAt ?? now) ||
        createdAt < (jobs.get(jobId)?.createdAt ?? now) ||
        people.get(by)?.isInvited,
      ({ text }) => text,
    )
    expect(early).toEqual([])
    for (const task of company.tasks) {
      const isSub = people.get(task.assigneeId ?? '')?.role === 'subcontractor'
      if (isSub) same(task.name, staff.has(`${task.jobId} ${task.assigneeId}`), true)
    }
    for (const { isInvited, inviteExpiry } of company.users) {
      if (isInvited) expect(inviteExpiry && inviteExpiry > now).toBe(true)
    }
  })

  it('has photos of people who may upload to the job, taken while they were there', () => {
    const people = byId(company.users)
    const jobs = byId(company.jobs)
    const tasks = byId(company.tasks)
    const staff = new Set(
      company.jobSubcontractors.map((row) => `${row.jobId} ${row.subcontractorId}`),
    )
    const odd = wrong(
      company.photos,
      ({ jobId, taskId, uploadedById, takenAt, createdAt }) => {
        const by = people.get(uploadedById)
        const job = jobs.get(jobId ?? '')
        const known =
          by &&
          job &&
          takenAt &&
          takenAt < createdAt &&
          createdAt > job.createdAt &&
          takenAt > by.createdAt
        const fits = !taskId || tasks.get(taskId)?.jobId === jobId
        return !(
          known &&
          fits &&
          !by.isInvited &&
          (by.role === 'admin' || staff.has(`${jobId} ${by.id}`))
        )
      },
      ({ caption }) => caption ?? '',
    )
    expect(odd).toEqual([])
    expect(company.photos.filter(({ taskId }) => taskId).length).toBeGreaterThan(30)
    for (const { id, name } of company.jobs) {
      same(
        name,
        company.photos.some(({ jobId }) => jobId === id),
        true,
      )
    }
  })

  it('tells each conversation and all updates in the order they were written', () => {
    const days = calendar(now, timeZone)
    const talks = [
      ...messageRows(days, personIds('')).map((row) => ({
        about: row.jobId,
        at: row.createdAt.getTime(),
      })),
      ...commentRows(days, personIds('')).map((row) => ({
        about: row.taskId,
        at: row.createdAt.getTime(),
      })),
    ]
    for (const about of new Set(talks.map((said) => said.about))) {
      const times = talks.filter((said) => said.about === about).map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    const ids = company.events
      .toSorted((a, b) => a.id - b.id)
      .map(({ createdAt }) => createdAt.getTime())
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const reached = company.jobs.map((job) => {
      const steps = company.events.filter(
        ({ jobId, name }) => jobId === job.id && name === 'job.progress',
      )
      const last = steps.toSorted((a, b) => a.id - b.id).at(-1)
      return [job.name, last?.detail?.progress ?? 0]
    })
    expect(reached).toEqual(company.jobs.map(({ name, progress }) => [name, progress]))
  })

  it('has bids whose dates and jobs agree', () => {
    const jobs = byId(company.jobs)
    for (const {
      name,
      status,
      jobId,
      estimatedAmount,
      createdAt,
      followUpDate,
    } of company.pendingBids) {
      same(name, jobId !== null, status === 'approved')
      const job = jobs.get(jobId ?? '')
      if (job)
        expect([job.name, job.approvedAmount, createdAt < job.createdAt]).toEqual([
          name,
          estimatedAmount,
          true,
        ])
      if (status === 'follow_up') same(name, followUpDate !== null, true)
    }
    const followUps = company.pendingBids.flatMap(({ followUpDate }) => followUpDate ?? [])
    expect(followUps.some((day) => day < today)).toBe(true)
    expect(followUps.some((day) => day > today)).toBe(true)
    for (const { status, scheduledDate, title } of company.bidAppointments) {
      same(title, scheduledDate > now, status === 'scheduled')
    }
  })

  it('has leases and money that agree with the properties', () => {
    const properties = byId(company.rentalProperties)
    const soon = addDays(today, 90)
    const ending = company.tenants.filter(
      ({ leaseEnd }) => leaseEnd && leaseEnd >= today && leaseEnd <= soon,
    )
    expect(ending).toHaveLength(1)
    for (const tenant of company.tenants) {
      const runs = (tenant.leaseStart ?? '') <= today && (tenant.leaseEnd ?? '') >= today
      same(
        tenant.lastName,
        [tenant.status, properties.get(tenant.propertyId ?? '')?.status === 'occupied'],
        runs ? ['active', true] : ['former', false],
      )
    }
    const money = [
      ...company.rentalIncome.map((row) => ({ ...row, day: row.dateReceived })),
      ...company.rentalExpenses.map((row) => ({ ...row, day: row.dateIncurred })),
    ]
    const amounts = byId(money)
    for (const { amount, reversesId } of money) {
      expect(amount).toMatch(/^-?\d+\.\d\d$/)
      if (reversesId) expect(amount).toBe(`-${amounts.get(reversesId)?.amount}`)
    }
    expect(money.filter(({ reversesId }) => reversesId)).toHaveLength(2)
    const months = (rows: { day: string }[]) => new Set(rows.map(({ day }) => day.slice(0, 7))).size
    expect(months(money.filter((row) => 'incomeType' in row))).toBe(14)
    expect(months(money.filter((row) => 'expenseType' in row))).toBe(14)
  })
})
