import type { Attention } from '@plumbline/contract/attention.ts'
import { jobStatuses } from '@plumbline/contract/jobs.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { tasks } from '../../schema/tasks.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { mergeCounts } from './queries.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(() => twoJobs(w))

type Total = { key: string; count: string; cents: string }

const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await w.db.execute(query)).rows as unknown as Total[]

/** The totals of jobs and tasks by status and day, from `counts`. */
const storedTotals = () =>
  rowsOf(sql`
    select concat_ws(' ', kind, status, day) as key, sum(count) as count, sum(approved_amount) as cents
    from ${counts} group by 1 having sum(count) <> 0 or sum(approved_amount) <> 0 order by 1`)

/** The same totals, counted in the tables of jobs and tasks. */
const actualTotals = () =>
  rowsOf(sql`
    select concat_ws(' ', kind, status, day) as key, count(*) as count, coalesce(sum(cents), 0) as cents from (
      select 'job' as kind, status, coalesce(end_date, 'infinity') as day, approved_amount as cents from ${jobs}
      union all
      select 'task', status, coalesce((deadline at time zone 'UTC')::date, 'infinity'), 0 from ${tasks}) things
    group by 1 order by 1`)

async function expectAgreement() {
  const expected = await actualTotals()
  expect(await storedTotals()).toEqual(expected)
  return expected
}

/** Early enough that rows of all days below are not merged across days. */
const EARLY = new Date('2026-02-12')

/** Pseudorandom numbers that are the same in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const jobStatus = ['not_started', 'in_progress', 'completed', 'on_hold'] as const
const taskStatus = ['not_started', 'in_progress', 'completed'] as const
const dayOrNone = (n: number) => (n === 0 ? null : `2026-0${n}-11`)
const momentOrNone = (n: number) => (n === 0 ? null : new Date(`2026-0${n}-11T23:30:00-05:00`))

/** A sequence of writes of all kinds. */
async function write(seed: number) {
  const next = randomNumbers(seed)
  const statusOf = <T>(all: readonly T[]) => all[next(all.length)] as T
  const newJob = () => ({
    name: 'Deck',
    address: 'Elm St',
    status: statusOf(jobStatus),
    endDate: dayOrNone(next(4)),
    approvedAmount: next(3) ? next(10_000) : null,
  })
  const mine: string[] = []
  for (let step = 0; step < 40; step += 1) {
    const id = mine[next(mine.length || 1)]
    const kind = id === undefined ? 0 : next(8)
    if (kind === 0 || id === undefined) {
      const added = await w.db.insert(jobs).values([newJob(), newJob()]).returning({ id: jobs.id })
      mine.push(...added.map((job) => job.id))
    } else if (kind < 4) {
      const task = { name: 'Sand', status: statusOf(taskStatus), deadline: momentOrNone(next(4)) }
      await w.db.insert(tasks).values({ jobId: id, ...task })
    } else if (kind === 4) {
      const { status, endDate, approvedAmount } = newJob()
      await w.db.update(jobs).set({ status, endDate, approvedAmount }).where(inArray(jobs.id, mine))
    } else if (kind === 5) {
      const change = { status: statusOf(taskStatus), deadline: momentOrNone(next(4)) }
      await w.db.update(tasks).set(change).where(eq(tasks.jobId, id))
    } else if (kind === 6) {
      const undone = w.db.transaction(async (tx) => {
        await tx.delete(jobs).where(inArray(jobs.id, mine))
        throw new Error('undo')
      })
      await expect(undone).rejects.toThrow('undo')
    } else {
      await w.db.delete(jobs).where(eq(jobs.id, id))
      mine.splice(mine.indexOf(id), 1)
    }
  }
}

test('stored counts equal the rows after concurrent writes and merges', async () => {
  let isWriting = true
  const adding = (async () => {
    while (isWriting) await Promise.all([mergeCounts(w.db, EARLY), mergeCounts(w.db, EARLY)])
  })()
  await Promise.all([1, 2, 3, 4].map((seed) => write(seed * 7919)))
  isWriting = false
  await adding
  const lines = await expectAgreement()
  expect(lines.length).toBeGreaterThan(10)
  await mergeCounts(w.db, EARLY)
  expect(await expectAgreement()).toEqual(lines)
  expect(await w.db.select().from(counts)).toHaveLength(lines.length)
  await w.db.execute(sql`truncate ${jobs} cascade`)
  expect(await expectAgreement()).toEqual([])
})

test('the figures of the screens equal a plain count, before and after merging', async () => {
  await write(4711)
  // Only some of the totals include its amount, and no other job has the same amount.
  const attic = { name: 'Attic', address: 'Elm St', approvedAmount: 12_345 }
  await w.db.insert(jobs).values({ ...attic, status: 'completed' })
  const all = await w.db.select().from(jobs)
  const allTasks = await w.db.select().from(tasks)
  const cents = (some: typeof all) =>
    some.reduce((sum, { approvedAmount }) => sum + (approvedAmount ?? 0), 0)
  const open = all.filter(({ status }) => status !== 'completed')
  const jobsWith = (status: string) => all.filter((job) => job.status === status)
  const tasksOf = (status: string) => allTasks.filter((task) => task.status === status).length
  const soon = ['2026-02-12T04:29:59Z', '2026-02-12T04:30:01Z']
  // The last day but one is 60 days before this, and earlier days are merged.
  const later = '2026-05-10T04:30:01Z'
  for (const now of [...soon, later, later]) {
    w.clock.now = new Date(now)
    const read = async (path: string) => (await w.call('ada', 'GET', path)).body
    const statuses = Object.fromEntries(
      jobStatuses.map((status) => [status, jobsWith(status).length]),
    )
    expect(await read('/api/job-totals')).toEqual({
      count: all.length,
      activeApprovedAmount: cents(open),
      approvedAmount: cents(all),
      statuses,
    })
    const onHold = cents(jobsWith('on_hold'))
    expect(await read('/api/job-totals?status=on_hold')).toEqual({
      count: jobsWith('on_hold').length,
      activeApprovedAmount: onHold,
      approvedAmount: onHold,
      statuses: {
        ...Object.fromEntries(jobStatuses.map((status) => [status, 0])),
        on_hold: jobsWith('on_hold').length,
      },
    })
    expect((await read('/api/job-totals?status=completed')).activeApprovedAmount).toBe(0)
    expect(await read('/api/task-totals')).toEqual({
      total: allTasks.length,
      pending: tasksOf('not_started'),
      inProgress: tasksOf('in_progress'),
      completed: tasksOf('completed'),
    })
    expect(await read('/api/task-totals?status=in_progress')).toEqual({
      total: tasksOf('in_progress'),
      pending: 0,
      inProgress: tasksOf('in_progress'),
      completed: 0,
    })
    expect(await read('/api/bid-totals')).toMatchObject({
      totalJobsValue: cents(all),
      activeJobs: open.length,
    })
    expect(await read('/api/dashboard')).toMatchObject({
      totalApprovedAmount: cents(all),
      totalJobs: all.length,
      activeJobs: jobsWith('in_progress').length + jobsWith('not_started').length,
      completedJobs: jobsWith('completed').length,
      onHoldJobs: jobsWith('on_hold').length,
    })
    const { items }: Attention = await read('/api/attention')
    const listed = items.filter(({ kind }) => kind === 'lateJob')
    const counted = new Map(items.map((item) => [item.kind, 'count' in item ? item.count : 0]))
    expect(listed.length + (counted.get('moreLateJobs') ?? 0)).toBe(
      open.filter(({ endDate }) => endDate && endDate < now.slice(0, 10)).length,
    )
    expect(counted.get('overdueTasks') ?? 0).toBe(
      allTasks.filter(
        ({ status, deadline }) => status !== 'completed' && deadline && deadline < w.clock.now,
      ).length,
    )
    await mergeCounts(w.db, w.clock.now)
  }
  const days = await rowsOf(sql`select distinct day::text as key from ${counts} order by 1`)
  expect(days.map(({ key }) => key)).toEqual(['-infinity', '2026-03-11', '2026-03-12', 'infinity'])
})
