import { addDays, weekdayOf } from '@plumbline/contract/dates.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { story } from './harness/story.ts'

interface Thing {
  readonly id: string
}

/** The Monday of the week after next: near enough for a sub's dashboard, and whole in every time zone. */
const today = new Date().toISOString().slice(0, 10)

const MONDAY = addDays(today, 15 - weekdayOf(today))

const day = (n: number) => addDays(MONDAY, n)

const BOARD = `/crew-board?date=${MONDAY}`

const newJob = (admin: ApiClient, name: string, address: string) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address, status: 'in_progress' })

const newEntry = (
  admin: ApiClient,
  jobId: string,
  title: string,
  [first, last]: readonly [number, number],
  assignedSubcontractorId?: string,
) =>
  admin.request<Thing>('POST', '/api/schedule', {
    jobId,
    title,
    startDate: day(first),
    endDate: day(last),
    ...(assignedSubcontractorId && { assignedSubcontractorId }),
  })

/** A kitchen for Sam, windows for Sue with Sam there on one afternoon as well, and a porch that nobody does. */
async function company(
  admin: ApiClient,
  join: (role: 'subcontractor', name: string) => Promise<{ id: string; api: ApiClient }>,
) {
  const [sam, sue, tom] = [
    await join('subcontractor', 'Sam'),
    await join('subcontractor', 'Sue'),
    await join('subcontractor', 'Tom'),
  ]
  const kitchen = await newJob(admin, 'Kitchen remodel', '418 Alder Ct, Elgin')
  const windows = await newJob(admin, 'Windows', '1530 Keslinger Rd, Geneva')
  const porch = await newJob(admin, 'Porch', '215 S Sixth St, Batavia')
  await newEntry(admin, kitchen.id, 'Cabinets', [0, 2], sam.id)
  const bay = await newEntry(admin, windows.id, 'Bay window', [0, 3], sue.id)
  await newEntry(admin, porch.id, 'Porch roof', [0, 1])
  await admin.request('POST', `/api/schedule/${bay.id}/crew`, {
    subcontractorId: sam.id,
    days: [day(1)],
    startTime: '13:00',
  })
  return { sam, sue, tom }
}

story(
  'the board and the days of a sub look right on every screen',
  async (stage) => {
    const { admin, join, checkAppearance } = stage
    const { sam } = await company(admin, join)
    await checkAppearance(admin, BOARD, 'crew-board', {
      ready: (page) => page.getByText('Bay window').first().waitFor(),
      narrow: true,
    })
    const days = await admin.request<Thing[]>('GET', `/api/crew?subcontractorId=${sam.id}`)
    await checkAppearance(
      admin,
      `/crew-board?date=${day(1)}&clash=${days[2]?.id}`,
      'crew-clash',
      (page) => page.getByText('already there').waitFor(),
    )
    await admin.request('POST', '/api/crew-absences', {
      subcontractorId: sam.id,
      startDate: day(2),
      endDate: day(4),
      reason: 'Hunting in Wisconsin',
    })
    await checkAppearance(admin, `${BOARD}&away=${sam.id}`, 'crew-away', (page) =>
      page.getByText('· Hunting in Wisconsin').waitFor(),
    )
    await checkAppearance(admin, `${BOARD}&sub=${sam.id}&weeks=8`, 'crew-sub', (page) =>
      page.getByText('Bay window').first().waitFor(),
    )
    await checkAppearance(sam.api, '/', 'sub-days', {
      ready: (page) => page.getByText('Same time as Cabinets').waitFor(),
      narrow: true,
    })
  },
  { alone: true },
)
