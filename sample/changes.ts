import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import type { JobKey } from './jobs.ts'
import type { AdminKey } from './people.ts'

interface Change {
  readonly job: JobKey
  readonly title: string
  readonly by: AdminKey
  readonly at: readonly [n: number, time: string]
  /** The first and last day it had before; or a field with what it said before and after, people by their names. */
  readonly what:
    | { readonly dates: readonly [first: number, last: number] }
    | { readonly field: keyof ScheduleEntry; readonly from: string; readonly to: string }
  readonly reason: string | null
}

const moved = (first: number, last: number) => ({ dates: [first, last] }) as const
const status = (from: string, to: string) => ({ field: 'status', from, to }) as const
const assignment = (from: string, to: string) =>
  ({ field: 'assignedSubcontractorId', from, to }) as const

/** The history of the schedules, told by the days of the jobs under way. */
export const changes: readonly Change[] = [
  {
    job: 'kitchen',
    title: 'Cabinet delivery',
    by: 'thiel',
    at: [-9, '10:20'],
    what: moved(-5, -5),
    reason: 'The truck broke down in Rockford',
  },
  {
    job: 'kitchen',
    title: 'Cabinet install',
    by: 'thiel',
    at: [-9, '10:24'],
    what: moved(-4, 0),
    reason: 'Follows the cabinets',
  },
  {
    job: 'kitchen',
    title: 'Countertop',
    by: 'thiel',
    at: [-9, '10:31'],
    what: moved(7, 8),
    reason: 'Six working days after the template',
  },
  {
    job: 'kitchen',
    title: 'Rough-in inspection',
    by: 'thiel',
    at: [-7, '14:05'],
    what: status('scheduled', 'completed'),
    reason: 'Passed',
  },
  {
    job: 'roof',
    title: 'Sheathing inspection',
    by: 'thiel',
    at: [-20, '08:15'],
    what: moved(-20, -20),
    reason: 'The inspector is out sick and nobody stands in',
  },
  {
    job: 'roof',
    title: 'Flashing and valleys',
    by: 'thiel',
    at: [-1, '07:50'],
    what: status('scheduled', 'delayed'),
    reason: 'Waits for the inspection',
  },
  {
    job: 'basement',
    title: 'Drywall',
    by: 'park',
    at: [-31, '09:40'],
    what: moved(-30, -22),
    reason: 'Beam pocket had to be reframed first',
  },
  {
    job: 'basement',
    title: 'Rough-in inspection',
    by: 'park',
    at: [-33, '15:30'],
    what: status('delayed', 'completed'),
    reason: 'Passed at the second visit',
  },
  {
    job: 'basement',
    title: 'Paint, lower level',
    by: 'park',
    at: [-5, '12:10'],
    what: moved(-4, -1),
    reason: 'The painters finish the kitchen on Alder Court first',
  },
  {
    job: 'addition',
    title: 'Footings',
    by: 'thiel',
    at: [-4, '06:55'],
    what: moved(-3, -1),
    reason: 'Rain filled the trench',
  },
  {
    job: 'dormer',
    title: 'Rough-in inspection',
    by: 'owner',
    at: [-3, '11:45'],
    what: moved(-1, -1),
    reason: 'The city moved it',
  },
  {
    job: 'windows',
    title: 'Bay window and exterior trim',
    by: 'park',
    at: [-6, '16:40'],
    what: assignment('Tom Kowalski', 'Ruth Amundsen'),
    reason: 'Tom is needed on the cabinets',
  },
  {
    job: 'garage',
    title: 'Wall framing',
    by: 'thiel',
    at: [-8, '13:20'],
    what: moved(-4, 0),
    reason: 'The truss plant is a week behind',
  },
  {
    job: 'sunroom',
    title: 'Window package',
    by: 'owner',
    at: [-14, '10:05'],
    what: moved(-12, -12),
    reason: 'The factory moved its date',
  },
  {
    job: 'sunroom',
    title: 'Masonry chimney',
    by: 'owner',
    at: [-11, '17:15'],
    what: status('scheduled', 'cancelled'),
    reason: 'The owners chose an electric fireplace',
  },
  {
    job: 'office',
    title: 'Drywall',
    by: 'owner',
    at: [-1, '09:25'],
    what: assignment('Terrence Bell', 'Sofia Marin'),
    reason: 'Terrence is full until the dormer is done',
  },
  {
    job: 'porch',
    title: 'Porch roof',
    by: 'park',
    at: [-1, '15:50'],
    what: { field: 'percentComplete', from: '50', to: '75' },
    reason: null,
  },
]
