import type { ApiClient } from '../e2e/harness/apiClient.ts'
import type { Company, Office } from './company.ts'
import { type Call, measure, type Speed } from './load.ts'

/** One call of a screen, by a person with one role. */
export interface ScreenCall extends Call {
  readonly name: string
  readonly as: 'admin' | 'sub' | 'client'
}

interface Id {
  readonly id: string
}

const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The path of the next page of a list. */
async function nextOf(api: ApiClient, path: string): Promise<string> {
  const { headers } = await api.call('GET', path)
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? path
}

/** The calls of the screens of jobs, tasks, photos, a job, messages and the schedule, opened and filtered. */
export async function screenCalls({ admin }: Company): Promise<ScreenCall[]> {
  const conversations = await admin.request<{ jobId: string }[]>('GET', '/api/conversations')
  const jobId = conversations[0]?.jobId ?? ''
  const [task] = await admin.request<Id[]>('GET', `/api/jobs/${jobId}/tasks`)
  const [entry] = await admin.request<Id[]>('GET', `/api/jobs/${jobId}/schedule`)
  const [photo] = await admin.request<Id[]>('GET', '/api/photos?limit=1')
  const pages = ['/api/jobs?limit=60', '/api/tasks?openFirst=true&limit=60', '/api/photos?limit=30']
  const lists = [
    ...pages,
    ...(await Promise.all(pages.map((path) => nextOf(admin, path)))),
    '/api/jobs?limit=60&search=quarry',
    '/api/jobs?limit=60&search=job+19',
    '/api/jobs?limit=60&search=nowhere',
    '/api/jobs?limit=60&status=on_hold',
    '/api/job-totals',
    '/api/job-totals?search=job+19',
    '/api/tasks?openFirst=true&limit=60&search=task+19',
    '/api/tasks?openFirst=true&limit=60&search=nowhere',
    '/api/tasks?openFirst=true&limit=60&status=in_progress',
    '/api/tasks?openFirst=true&limit=60&mine=true',
    `/api/tasks?openFirst=true&limit=60&jobId=${jobId}`,
    '/api/task-totals',
    `/api/photos?limit=30&jobId=${jobId}`,
    '/api/conversations',
    `/api/schedule-entries?from=${dayFrom(-3)}&to=${dayFrom(3)}`,
    `/api/schedule-entries?from=${dayFrom(-15)}&to=${dayFrom(15)}`,
    `/api/schedule-entries?from=${dayFrom(-15)}&to=${dayFrom(15)}&status=scheduled`,
    '/api/dashboard',
    '/api/auth/user',
    '/api/settings',
  ]
  const things = [
    `/api/jobs/${jobId}`,
    `/api/jobs/${jobId}/tasks`,
    `/api/jobs/${jobId}/schedule`,
    `/api/jobs/${jobId}/subcontractors`,
    `/api/jobs/${jobId}/contents`,
    `/api/jobs/${jobId}/messages?limit=50`,
    `/api/photos?jobId=${jobId}&limit=12`,
    `/api/tasks/${task?.id}`,
    `/api/tasks/${task?.id}/correspondence`,
    `/api/schedule/${entry?.id}/changes`,
    `/api/photos/${photo?.id}/image?size=thumb`,
    `/api/photos/${photo?.id}/image?size=full`,
    '/api/subcontractors',
    '/api/project-managers',
  ]
  const reads = [...lists, ...things].map((path) => of('GET', path))
  const writes = [
    of('POST', '/api/tasks', { jobId, name: 'Sand the floor', deadline: dayFrom(9) }),
    of('PUT', `/api/tasks/${task?.id}`, { description: 'Twice' }),
    of('PUT', `/api/jobs/${jobId}`, { progress: 45 }),
    of('POST', '/api/messages', { jobId, content: 'On our way' }),
    of('POST', `/api/jobs/${jobId}/read`, {}),
    of('PUT', `/api/schedule/${entry?.id}`, { percentComplete: 50 }),
  ]
  return [...reads, ...othersReads(), ...writes]
}

const of = (
  method: string,
  path: string,
  body?: object,
  as: ScreenCall['as'] = 'admin',
): ScreenCall => ({
  ...{ method, path, as },
  name: `${as} ${method} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id').replace(/after=[^&]+/, 'after=…')}`,
  ...(body && { body: JSON.stringify(body) }),
})

/** Subs and clients see other rows, by other queries. */
const othersReads = () => [
  ...['/api/jobs?limit=60', '/api/photos?limit=30', '/api/conversations', '/api/dashboard'].flatMap(
    (path) => [of('GET', path, undefined, 'sub'), of('GET', path, undefined, 'client')],
  ),
  of('GET', '/api/tasks?openFirst=true&limit=60', undefined, 'sub'),
  of('GET', '/api/task-totals', undefined, 'sub'),
  of('GET', `/api/schedule-entries?from=${dayFrom(-15)}&to=${dayFrom(15)}`, undefined, 'client'),
]

/** Complete lists, as a script reads them. */
export const fullLists = (): ScreenCall[] =>
  ['/api/jobs', '/api/tasks', '/api/photos', '/api/schedule-entries'].map((path) => of('GET', path))

/** The plan of everything, as the list and the months of the Gantt chart read it. */
export const wholePlan = of('GET', '/api/schedule/plan')

/** Measures a call on one connection, without other load. */
export function measureAlone(
  { server, ...people }: Office & Partial<Company>,
  { as, ...call }: ScreenCall,
): Promise<Speed> {
  const api = as === 'admin' ? people.admin : people[as]?.api
  if (!api) throw new Error(`nobody is signed in as ${as}`)
  return measure(
    server.url,
    { ...call, headers: { cookie: api.cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } },
    { seconds: 1.5, connections: 1 },
  )
}
