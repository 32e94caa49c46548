import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { QueryClient } from '@tanstack/react-query'
import { companyQuery } from '../api/company.ts'
import { jobChoices, jobQuery } from '../api/jobs.ts'
import { meQuery } from '../api/me.ts'
import { bookedDays } from '../features/crew/api.ts'
import { dashboardQuery } from '../features/dashboard/api.ts'
import { jobSubs } from '../features/jobs/api.ts'
import { conversationsQuery, messagePages, readersQuery } from '../features/messages/api.ts'
import { jobPhotos, photoPages } from '../features/photos/api.ts'
import { jobFinish, jobSchedule } from '../features/schedule/api.ts'
import {
  jobTasks,
  taskConversation,
  taskPages,
  taskQuery,
  taskTotals,
} from '../features/tasks/api.ts'

/** The most jobs and tasks that are read ahead. */
const MAX_JOBS = 8
const MAX_TASKS = 20

const readByRole: Readonly<Partial<Record<Role, typeof readJobs>>> = { subcontractor: readJobs }

/**
 * Reads what a sub needs of today's and tomorrow's jobs, so that the service worker has it when
 * they are out of reach: the jobs with their notes, conversations, tasks and comments, and the
 * photo screen. The reads are made one after another, and end with the first that fails. Does
 * nothing for other roles.
 */
export async function keepJobs(client: QueryClient): Promise<void> {
  const me = client.getQueryData(meQuery.queryKey)
  if (me) await readByRole[me.role]?.(client, me.id)
}

async function readJobs(client: QueryClient, personId: string) {
  const { timeZone } = await client.query(companyQuery)
  const today = dayIn(timeZone, new Date())
  const figures = await client.query(dashboardQuery)
  const days = await client.query(bookedDays(today))
  await client.query(conversationsQuery)
  await client.infiniteQuery(taskPages({}))
  // A photo is taken on the photo screen, too, for a job chosen there.
  await client.infiniteQuery(photoPages(undefined))
  await client.query(jobChoices(''))
  await client.query(taskTotals({}))
  const soon = days.filter(({ assignedDate }) => assignedDate <= addDays(today, 1))
  const current = 'currentTasks' in figures ? figures.currentTasks : []
  const open = current.filter(({ status }) => status !== 'completed')
  const jobIds = [...new Set([...soon, ...open].map(({ jobId }) => jobId))].slice(0, MAX_JOBS)
  const taskIds: string[] = []
  for (const jobId of jobIds) {
    await client.query(jobQuery(jobId))
    await client.query(jobSchedule(jobId))
    await client.query(jobFinish(jobId))
    await client.query(jobSubs(jobId))
    await client.infiniteQuery(jobPhotos(jobId))
    await client.infiniteQuery(messagePages(jobId))
    await client.query(readersQuery(jobId))
    const ofJob = await client.query(jobTasks(jobId))
    const own = ofJob.filter((task) => task.assigneeId === personId && task.status !== 'completed')
    taskIds.push(...own.map(({ id }) => id))
  }
  for (const id of taskIds.slice(0, MAX_TASKS)) {
    await client.query(taskQuery(id))
    await client.query(taskConversation(id))
  }
}
