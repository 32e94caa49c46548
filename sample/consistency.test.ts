import { ageBuckets, bucketOf } from '@plumbline/contract/ageing.ts'
import { addDays, dayIn, daysBetween } from '@plumbline/contract/dates.ts'
import { invoiceStates } from '@plumbline/contract/invoiceOrders.ts'
import { stateOf } from '@plumbline/contract/invoiceStatuses.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import { Pricing } from '@plumbline/contract/pricing.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { amountInCents, totalsOf } from '@plumbline/contract/totals.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkPathOf } from '../server/features/invoices/links.ts'
import { calendar } from './calendar.ts'
import { commentRows } from './comments.ts'
import { messageRows } from './messages.ts'
import { personIds } from './people.ts'
import { type Company, companyRows, FRIDAY, SECRET } from './testing.ts'

const WEEK = 7 * DAY_MS

/**
 * A Friday, a leap day, around New Year, a weekend with a holiday, just past midnight, the first
 * day of summer time.
 */
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

/** Expects equality; a failure shows the name of the thing. */
const same = (name: string, actual: unknown, expected: unknown) =>
  expect([name, actual]).toEqual([name, expected])

/** The names of the rows that are wrong. */
function wrong<T>(
  rows: readonly T[],
  isWrong: (row: T) => boolean | undefined,
  name: (row: T) => string,
): string[] {
  return rows.filter((row) => isWrong(row) !== false).map(name)
}

/** `<job> <sub>` for each sub assigned to a job. */
const staffOf = ({ jobSubcontractors }: Company) =>
  new Set(jobSubcontractors.map(({ jobId, subcontractorId }) => `${jobId} ${subcontractorId}`))

describe.each(moments)('the company at %s in %s', (at, timeZone) => {
  const now = new Date(at)
  const today = dayIn(timeZone, now)
  let company: Company
  beforeAll(async () => {
    company = await companyRows(at, timeZone)
  })

  it('has nothing that happened in the future', () => {
    const rows = Object.values(company)
      .flat()
      .filter((row): row is typeof row & { createdAt: Date } => 'createdAt' in row)
      .map(({ createdAt, ...row }) => {
        const updatedAt = 'updatedAt' in row ? row.updatedAt : createdAt
        return { createdAt, updatedAt }
      })
    expect(rows.length).toBeGreaterThan(1000)
    for (const { createdAt, updatedAt } of rows)
      expect(createdAt <= updatedAt && updatedAt <= now, createdAt.toISOString()).toBe(true)
    for (const income of company.rentalIncome) expect(income.dateReceived <= today).toBe(true)
    for (const expense of company.rentalExpenses) expect(expense.dateIncurred <= today).toBe(true)
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

  it('has ratings only by admins, of subs on the job, after it was completed', () => {
    const [jobs, people] = [byId(company.jobs), byId(company.users)]
    const staff = staffOf(company)
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
      const { title, status, percentComplete: percent, startDate, endDate } = entry
      const job = jobs.get(entry.jobId)
      const name = `${job?.name}: ${title}`
      same(name, startDate <= endDate, true)
      same(name, startDate >= (job?.startDate ?? '') && endDate <= (job?.endDate ?? ''), true)
      same(name, entry.weatherDependent, !entry.indoorWork)
      if (status === 'completed') {
        const actual = [entry.actualStartDate, entry.actualEndDate]
        same(name, [percent, endDate <= today, ...actual], [100, true, startDate, endDate])
        same(name, (entry.actualHours ?? 0) > 0, true)
      } else {
        const { actualEndDate, actualHours, completionNotes } = entry
        same(name, [actualEndDate, actualHours, completionNotes], [null, null, null])
      }
      if (status === 'in_progress') {
        const isNow = startDate < today && endDate > today
        same(name, [percent > 0 && percent < 100, isNow, job?.status], [true, true, 'in_progress'])
      }
      if (status === 'scheduled') same(name, [percent, startDate > today], [0, true])
      if (job?.status === 'completed') same(name, status, 'completed')
      if (job?.status === 'not_started') same(name, status, 'scheduled')
    }
  })

  it('has dependencies in the right order', () => {
    const entries = byId(company.scheduleEntries)
    for (const { entryId, dependsOnId } of company.scheduleDependencies) {
      const [before, entry] = [entries.get(dependsOnId), entries.get(entryId)]
      // Each starts after its predecessor has ended, so there can be no cycle either.
      const inOrder = (before?.endDate ?? '') < (entry?.startDate ?? '')
      same(`${before?.title} -> ${entry?.title}`, inOrder, true)
    }
    const waiting = company.scheduleDependencies.map(({ entryId }) => entryId)
    expect(new Set(waiting).size).toBeGreaterThan(120)
  })

  it('books no sub twice, except on one future day', () => {
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
    const crewed = new Set(days.map(({ scheduleEntryId }) => scheduleEntryId))
    for (const { id, title, status, assignedSubcontractorId } of company.scheduleEntries)
      if (assignedSubcontractorId && !['completed', 'cancelled'].includes(status))
        same(title, crewed.has(id), true)
    const declined = days.filter((day) => day.declined)
    expect(declined.map(({ declineReason }) => typeof declineReason)).toEqual(['string'])
    for (const { subcontractorId, startDate, endDate } of company.crewAbsences) {
      const overlapping = days.filter(
        (day) =>
          day.subcontractorId === subcontractorId &&
          day.assignedDate >= startDate &&
          day.assignedDate <= endDate,
      )
      expect(overlapping).toEqual([])
    }
    const unconfirmed = days.filter(({ confirmed }) => !confirmed)
    expect(unconfirmed.length).toBeGreaterThanOrEqual(4)
    expect(unconfirmed.every(({ assignedDate }) => assignedDate > today)).toBe(true)
  })

  it('has late tasks, tasks of this week, and no open task on a completed job', () => {
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

  it('has completed tasks that were last changed on the day they were due', () => {
    for (const { name, status, deadline, updatedAt } of company.tasks)
      if (status === 'completed' && deadline)
        same(name, dayIn(timeZone, updatedAt), dayIn(timeZone, deadline))
  })

  it('has messages only from people who may read them and have joined', () => {
    const people = byId(company.users)
    const jobs = byId(company.jobs)
    const staff = staffOf(company)
    const jobOfTask = new Map(company.tasks.map(({ id, jobId }) => [id, jobId]))
    const comments = company.taskCorrespondence.map((row) => {
      return { ...row, jobId: jobOfTask.get(row.taskId) ?? '', by: row.userId, text: row.message }
    })
    const texts = [
      ...company.messages.map((row) => ({ ...row, by: row.senderId, text: row.content })),
      ...comments,
    ]
    const outsiders = wrong(
      texts,
      ({ jobId, by }) =>
        !(
          people.get(by)?.role === 'admin' ||
          jobs.get(jobId)?.clientId === by ||
          staff.has(`${jobId} ${by}`)
        ),
      ({ text }) => text,
    )
    expect(outsiders).toEqual([])
    const notTheirs = wrong(
      company.messages,
      ({ senderId, audience }) => !reads(people.get(senderId)?.role ?? 'client', audience),
      ({ content }) => content,
    )
    expect(notTheirs).toEqual([])
    expect(new Set(company.messages.map(({ audience }) => audience)).size).toBe(3)
    const early = wrong(
      texts,
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

  it('has photos only by people who may upload to the job and have joined', () => {
    const people = byId(company.users)
    const jobs = byId(company.jobs)
    const tasks = byId(company.tasks)
    const staff = staffOf(company)
    const odd = wrong(
      company.photos,
      ({ jobId, taskId, uploadedById, takenAt, createdAt }) => {
        const by = people.get(uploadedById)
        const job = jobs.get(jobId ?? '')
        if (!by || by.isInvited || !job || !takenAt) return true
        const inOrder = takenAt < createdAt && createdAt > job.createdAt && takenAt > by.createdAt
        const fits = !taskId || tasks.get(taskId)?.jobId === jobId
        return !(inOrder && fits && (by.role === 'admin' || staff.has(`${jobId} ${by.id}`)))
      },
      ({ caption }) => caption ?? '',
    )
    expect(odd).toEqual([])
    expect(company.photos.filter(({ taskId }) => taskId).length).toBeGreaterThan(30)
    for (const { id, name } of company.jobs) {
      const hasPhoto = company.photos.some(({ jobId }) => jobId === id)
      same(name, hasPhoto, true)
    }
  })

  it('has each conversation and all events in the order they were written', () => {
    const days = calendar(now, timeZone)
    const messages = messageRows(days, personIds('')).map((row) => ({ ...row, about: row.jobId }))
    const comments = commentRows(days, personIds('')).map((row) => ({ ...row, about: row.taskId }))
    const texts = [...messages, ...comments]
    for (const about of new Set(texts.map((text) => text.about))) {
      const times = texts.filter((text) => text.about === about).map((text) => +text.createdAt)
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

  it('has priced bids whose lines are valid and make their amount', () => {
    const bids = byId(company.pendingBids)
    for (const { bidId, pricing } of company.bidPricings) {
      const { name, estimatedAmount } = bids.get(bidId) ?? {}
      same(name ?? bidId, Pricing.parse(pricing), pricing)
      const { total } = totalsOf(chosenLines(pricing.sections), pricing)
      same(`${name}, total`, Number(amountInCents(total)), estimatedAmount)
    }
  })

  it('has bids whose dates and jobs agree', () => {
    const jobs = byId(company.jobs)
    for (const bid of company.pendingBids) {
      const { name, status, jobId, estimatedAmount, createdAt, followUpDate } = bid
      same(name, jobId !== null, status === 'approved')
      const job = jobs.get(jobId ?? '')
      const changes = company.changeOrders
        .filter((one) => one.jobId === jobId && one.status === 'approved')
        .reduce((sum, { total }) => sum + total, 0)
      const facts = job && [job.name, job.approvedAmount, createdAt < job.createdAt]
      if (job) expect(facts).toEqual([name, (estimatedAmount ?? 0) + changes, true])
      if (status === 'follow_up') same(name, followUpDate !== null, true)
    }
    const followUps = company.pendingBids.flatMap(({ followUpDate }) => followUpDate ?? [])
    expect(followUps.some((day) => day < today)).toBe(true)
    expect(followUps.some((day) => day > today)).toBe(true)
    for (const { status, scheduledDate, title } of company.bidAppointments) {
      same(title, scheduledDate > now, status === 'scheduled')
    }
  })

  it('has invoices of every age and state', () => {
    const allocated = (is: (row: Company['paymentAllocations'][number]) => boolean) =>
      company.paymentAllocations.filter(is).reduce((sum, { amount }) => sum + amount, 0)
    const paidOf = ({ id, kind }: Company['invoices'][number]) =>
      kind === 'invoice'
        ? allocated(({ invoiceId }) => invoiceId === id)
        : -allocated(({ creditMemoId }) => creditMemoId === id)
    const invoices = company.invoices.map((row) => {
      const paid = paidOf(row)
      const amounts = { paid, owed: row.total - paid, isViewed: row.viewedAt !== null }
      return { ...row, ...amounts, state: stateOf({ ...row, ...amounts }, today) }
    })
    expect(new Set(invoices.map(({ state }) => state))).toEqual(new Set(invoiceStates))
    const open = invoices.filter(({ status, owed }) => status === 'issued' && owed > 0)
    const ages = open.map(({ dueOn }) => bucketOf(daysBetween(dueOn ?? today, today)))
    expect(new Set(ages)).toEqual(new Set(ageBuckets))
    const reminded = new Set(company.deliveries.map(({ invoiceId }) => invoiceId))
    for (const { id, number, remindersOff } of open)
      same(`${number}, reminders`, reminded.has(id), !remindersOff)
    expect(invoices.some(({ tax, status }) => tax > 0 && status === 'issued')).toBe(true)
    const linked = invoices.flatMap((row) =>
      linkPathOf(row, SECRET) === undefined ? [] : [row.id],
    )
    const issued = invoices.filter(({ status }) => status !== 'draft')
    expect(linked).toEqual(issued.map(({ id }) => id))
  })

  it('has credit on account, a disputed card payment, reminders and statements', () => {
    const { payments, paymentAllocations, deliveries } = company
    const sum = (rows: readonly { amount: number }[]) =>
      rows.reduce((all, { amount }) => all + amount, 0)
    const received = sum(payments.filter(({ kind }) => kind === 'payment'))
    const used = sum(paymentAllocations.filter(({ paymentId }) => paymentId !== null))
    expect(received - used).toBe(25_000)
    const byCard = payments.filter(({ method, kind }) => method === 'card' && kind === 'payment')
    const disputed = payments.filter(({ kind, stripeId }) => kind === 'refund' && stripeId !== null)
    expect([byCard.length, disputed.length]).toEqual([2, 1])
    const letters = deliveries.map(({ letter, state }) => `${letter} ${state}`)
    expect(new Set(letters)).toEqual(
      new Set(['reminder sent', 'reminder waiting', 'statement sent']),
    )
  })

  it('has leases and money that agree with the properties', () => {
    const properties = byId(company.rentalProperties)
    const soon = addDays(today, 90)
    const ending = company.tenants.filter(
      ({ leaseEnd }) => leaseEnd && leaseEnd >= today && leaseEnd <= soon,
    )
    expect(ending.length).toBeGreaterThan(0)
    for (const tenant of company.tenants) {
      const isOver = (tenant.leaseEnd ?? '') < today
      const byHand = properties.get(tenant.propertyId ?? '')?.statusSetByHand
      same(tenant.lastName, tenant.status, isOver ? 'former' : 'active')
      if (byHand) same(tenant.lastName, isOver, true)
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
