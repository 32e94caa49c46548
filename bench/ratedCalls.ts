import type { Company } from './company.ts'
import type { Call } from './load.ts'

/** A call whose rate is measured, with its name in the budgets. */
export interface RatedCall extends Call {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly body?: string
}

interface Id {
  readonly id: string
}

/** The calls: first reads, then writes, which add rows to the lists that are read. */
export async function ratedCalls({ admin }: Company): Promise<RatedCall[]> {
  const [conversation] = await admin.request<{ jobId: string }[]>('GET', '/api/conversations')
  const job = `/api/jobs/${conversation?.jobId}`
  const [task] = await admin.request<Id[]>('GET', `${job}/tasks`)
  const comments = `/api/tasks/${task?.id}/correspondence`
  const read = (name: string, path: string) => ({ name, method: 'GET', path }) as const
  const porch = { name: 'A porch', address: '12 Quarry Road', approvedAmount: 1_250_000 }
  return [
    read('a page of jobs', '/api/jobs?limit=50'),
    read('one job', job),
    read('a page of tasks', '/api/tasks?openFirst=true&limit=50'),
    read('a page of photos', '/api/photos?limit=30'),
    read('the comments of a task', comments),
    read('the dashboard', '/api/dashboard'),
    { name: 'a change of a job', method: 'PUT', path: job, body: JSON.stringify({ progress: 45 }) },
    {
      ...{ name: 'a new comment', method: 'POST', path: comments },
      body: JSON.stringify({ message: 'Nearly done' }),
    },
    { name: 'a new job', method: 'POST', path: '/api/jobs', body: JSON.stringify(porch) },
  ]
}

/** The session cookies, to be distributed over many connections. */
export const sessionsOf = ({ admins }: Company) => admins.map(({ cookie }) => cookie)
