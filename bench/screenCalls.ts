import { bidOrders } from '@plumbline/contract/bidStatuses.ts'
import { jobOrders } from '@plumbline/contract/jobs.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { taskOrders } from '@plumbline/contract/tasks.ts'
import { userOrders } from '@plumbline/contract/userOrders.ts'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import type { Company } from './company.ts'
import type { Call } from './load.ts'

/** A call of a screen, by a person with one of the roles. */
export interface ScreenCall extends Call {
  readonly name: string
  readonly as: 'admin' | 'sub' | 'client'
}

interface Id {
  readonly id: string
}

const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const week = `from=${dayFrom(-3)}&to=${dayFrom(3)}`
const month = `from=${dayFrom(-15)}&to=${dayFrom(15)}`

const JOB_PAGE = '/api/jobs?limit=60'
const TASK_PAGE = '/api/tasks?openFirst=true&limit=60'
const PHOTO_PAGE = '/api/photos?limit=30'
const BID_PAGE = '/api/pending-bids?limit=60'

/** The path of the next page of a list. */
async function nextOf(api: ApiClient, path: string): Promise<string> {
  const { headers } = await api.call('GET', path)
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? path
}

/** The ids for the calls: a job that has everything, and the rows on it. */
async function idsOf({ admin, sub, client }: Company) {
  const first = async (path: string) => (await admin.request<Id[]>('GET', path))[0]?.id
  const [conversation] = await admin.request<{ jobId: string }[]>('GET', '/api/conversations')
  const job = conversation?.jobId
  return {
    ...{ job, sub: sub.id, client: client.id },
    task: await first(`/api/jobs/${job}/tasks`),
    entry: await first(`/api/jobs/${job}/schedule`),
    photo: await first(`/api/photos?limit=1&jobId=${job}`),
    bid: await first('/api/pending-bids?limit=1'),
    template: await first('/api/schedule-templates'),
    crewDay: await first(`/api/crew?${week}`),
  }
}
type Ids = Awaited<ReturnType<typeof idsOf>>

/**
 * The calls of all screens except the rentals, with and without filters. The data they read is the
 * same in a company of any size.
 */
export async function screenCalls(company: Company): Promise<ScreenCall[]> {
  const ids = await idsOf(company)
  const pages = [JOB_PAGE, TASK_PAGE, PHOTO_PAGE, BID_PAGE]
  const next = await Promise.all(pages.map((path) => nextOf(company.admin, path)))
  const reads = [...pages, ...next, ...lists(ids), ...palette, ...calendars(ids), ...details(ids)]
  return [
    ...reads.map((path) => screenCall('GET', path)),
    ...account.map((path) => screenCall('GET', path)),
    ...othersReads(),
    ...writes(ids),
  ]
}

const lists = ({ job, client, sub }: Ids) => [
  ...['search=quarry', 'search=job+19', 'search=nowhere', 'status=on_hold'].map(
    (filter) => `${JOB_PAGE}&${filter}`,
  ),
  ...['late=true', 'active=true', 'managerId=none', `clientId=${client}`].flatMap((filter) => [
    `${JOB_PAGE}&${filter}`,
    `/api/job-totals?${filter}`,
  ]),
  ...[`subcontractorId=${sub}`, `endsFrom=${dayFrom(-7)}&endsTo=${dayFrom(7)}`].map(
    (filter) => `${JOB_PAGE}&${filter}`,
  ),
  ...jobOrders.map((order) => `${JOB_PAGE}&sort=${order}`),
  ...['/api/job-totals', '/api/job-totals?search=job+19'],
  ...['search=task+19', 'search=nowhere', 'status=in_progress', 'mine=true', `jobId=${job}`].map(
    (filter) => `${TASK_PAGE}&${filter}`,
  ),
  ...taskOrders.map((order) => `/api/tasks?limit=200&sort=${order}`),
  ...['overdue=true', 'active=true', 'active=true&mine=true'].flatMap((filter) => [
    `${TASK_PAGE}&${filter}`,
    `/api/tasks?limit=200&${filter}&sort=-deadline`,
    `/api/task-totals?${filter}`,
  ]),
  ...[
    '/api/task-totals',
    `/api/task-totals?jobId=${job}`,
    `${PHOTO_PAGE}&jobId=${job}`,
    `${PHOTO_PAGE}&search=photo+19`,
  ],
  ...['search=bid+1', 'search=nowhere', 'status=follow_up', 'followUpDue=true'].map(
    (filter) => `${BID_PAGE}&${filter}`,
  ),
  ...bidOrders.map((order) => `${BID_PAGE}&sort=${order}`),
  ...[`${BID_PAGE}&open=true`, '/api/bid-totals', '/api/bid-sums', '/api/bid-sums?open=true'],
  ...['/api/conversations', '/api/dashboard', '/api/attention', '/api/receivables'],
  ...['', '&search=job+19', '&search=nowhere'].map((part) => `/api/conversations?limit=30${part}`),
  ...['/api/notifications?limit=30', '/api/notifications?limit=30&unread=true'],
  ...['/api/notifications/unread', '/api/notifications/muted-jobs'],
  ...['/api/notification-settings', '/api/push-key', '/api/push-subscriptions'],
  ...['/api/weekly-updates/drafts', '/api/saved-views?screen=jobs'],
  `/api/completions?year=${dayFrom(0).slice(0, 4)}`,
  ...['/api/users?limit=60', '/api/users?limit=60&invited=true', '/api/users?role=client'],
  ...['/api/users?limit=60&search=sam', '/api/users?status=canInvite'],
  ...userOrders.map((order) => `/api/users?limit=60&sort=${order}`),
  ...['/api/user-totals', '/api/user-totals?role=client'],
  ...['/api/subcontractors', '/api/subcontractors?limit=60', '/api/project-managers'],
  ...[
    '/api/audit?limit=60',
    '/api/audit?limit=60&group=people',
    '/api/audit?limit=60&group=signIn',
  ],
  ...['/api/settings', '/api/storage', '/api/backups', '/api/export', '/api/invite-address'],
  '/api/schedule-templates',
]

/** The searches while a word is typed in the command palette. */
const palette = ['a', 'job 19', 'nowhere', '630-555-0151'].flatMap((word) =>
  [
    ...['jobs?limit=8', 'jobs?limit=20', 'pending-bids?limit=6', 'users?limit=6'],
    ...['users?limit=20', 'tasks?openFirst=true&limit=6'],
  ].map((list) => `/api/${list}&search=${encodeURIComponent(word)}`),
)

const calendars = ({ job, sub }: Ids) => [
  ...[week, month].flatMap((period) => [
    `/api/schedule/plan?${period}`,
    `/api/key-dates?${period}`,
    `/api/schedule-entries?${period}&subcontractorId=${sub}`,
  ]),
  `/api/schedule/plan?${month}&status=scheduled`,
  `/api/schedule/plan?jobId=${job}`,
  `/api/schedule-entries?startsFrom=${dayFrom(0)}&limit=5`,
  `/api/key-dates?from=${dayFrom(0)}&deadlines=true&limit=5`,
  `/api/schedule/slack?${month}`,
  `/api/weather-days?${month}`,
  ...['/api/schedule/attention?limit=5', '/api/schedule/current', `/api/schedule/week?${week}`],
  ...['/api/crew', '/api/crew-absences', '/api/crew/uncrewed'].map((path) => `${path}?${week}`),
]

const details = ({ job, task, entry, photo, bid, template, crewDay, sub, client }: Ids) => [
  ...['', '/tasks', '/schedule', '/subcontractors', '/contents', '/messages?limit=50'].map(
    (part) => `/api/jobs/${job}${part}`,
  ),
  ...['/message-readers', '/schedule-changes?limit=60', '/days-lost', '/weekly-updates'].map(
    (part) => `/api/jobs/${job}${part}`,
  ),
  `/api/jobs/${job}/finish`,
  `/api/photos?jobId=${job}&limit=12`,
  ...[`/api/tasks/${task}`, `/api/tasks/${task}/correspondence`],
  ...['', '/changes', '/crew'].map((part) => `/api/schedule/${entry}${part}`),
  ...['', '/image?size=thumb', '/image?size=full'].map((part) => `/api/photos/${photo}${part}`),
  ...['', '/history', '/appointments'].map((part) => `/api/pending-bids/${bid}${part}`),
  ...[`/api/subcontractors/${sub}`, `/api/subcontractors/${sub}/jobs?limit=60`],
  ...[`/api/users/${client}`, `/api/schedule-templates/${template}`, `/api/crew/${crewDay}/ways`],
]

const account = [
  '/api/auth/user',
  ...['sessions', 'second-factor', 'passkeys', 'calendar-feed', 'confirm'].map(
    (part) => `/api/account/${part}`,
  ),
]

/** The reads of subs and clients, who see other rows through other queries. */
const othersReads = () => [
  ...[
    ...[JOB_PAGE, PHOTO_PAGE, '/api/conversations', '/api/dashboard'],
    ...['/api/notifications?limit=30', '/api/notifications/unread'],
  ].flatMap((path) => [
    screenCall('GET', path, undefined, 'sub'),
    screenCall('GET', path, undefined, 'client'),
  ]),
  ...[TASK_PAGE, '/api/task-totals', `/api/crew?${week}`, `/api/key-dates?${week}`].map((path) =>
    screenCall('GET', path, undefined, 'sub'),
  ),
  screenCall('GET', `/api/schedule/plan?${month}`, undefined, 'client'),
]

const writes = ({ job, task, entry }: Ids) => [
  screenCall('POST', '/api/jobs', { name: 'A porch', address: '12 Quarry Road' }),
  screenCall('POST', '/api/tasks', { jobId: job, name: 'Sand the floor', deadline: dayFrom(9) }),
  screenCall('POST', `/api/tasks/${task}/correspondence`, { message: 'Nearly done' }),
  screenCall('PUT', `/api/tasks/${task}`, { description: 'Twice' }),
  screenCall('PUT', `/api/jobs/${job}`, { progress: 45 }),
  screenCall('POST', '/api/messages', { jobId: job, content: 'On our way' }),
  screenCall('POST', `/api/jobs/${job}/read`, {}),
  screenCall('PUT', `/api/schedule/${entry}`, { percentComplete: 50 }),
]

/** Makes a call, whose name omits the ids and cursors that differ between companies. */
export const screenCall = (
  method: string,
  path: string,
  body?: object,
  as: ScreenCall['as'] = 'admin',
): ScreenCall => ({
  ...{ method, path, as },
  name: `${as} ${method} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id').replace(/after=[^&]+/, 'after=…')}`,
  ...(body && { body: JSON.stringify(body) }),
})

/** Reads that are not measured, because no screen makes them or the company lacks the data. */
const EXCLUDED = [
  // The rentals are measured by a part of their own.
  /^\/api\/(rent|tenants|property-photos|recurring-expenses)/,
  // Files that are downloaded on a click.
  /\.ics$|^\/api\/(settings\/logo|(export|photos)\/zip)/,
  // These need an installation without a company, an open invite or a saved baseline.
  /^\/api\/(setup|users\/:id\/invite-link|jobs\/:id\/baseline)$/,
]

/**
 * The reads of the contract that are neither measured nor excluded; empty if the list is complete.
 */
export function unmeasured(calls: readonly ScreenCall[]): string[] {
  const paths = calls.map(({ path }) => path.replace(/\?.*/, ''))
  return allRows
    .filter(({ method, path }) => method === 'GET' && !EXCLUDED.some((form) => form.test(path)))
    .map(({ path }) => path)
    .filter((path) => {
      const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
      return !paths.some((called) => form.test(called))
    })
}

/** The calls for complete lists, as a script reads them. */
export const fullLists = (): ScreenCall[] =>
  ['/api/jobs', '/api/tasks', '/api/photos', '/api/schedule-entries'].map((path) =>
    screenCall('GET', path),
  )

/** The call for the whole plan, as the list and the Gantt chart by month read it. */
export const wholePlan = screenCall('GET', '/api/schedule/plan')
