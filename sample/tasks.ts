import type { tasks as taskTable } from '../server/schema/tasks.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { daysOf, type JobKey, jobId, jobKeys, jobOf } from './jobs.ts'
import { parseGroups } from './parseTable.ts'
import type { PersonId, PersonKey } from './people.ts'

type Status = (typeof taskTable.$inferSelect)['status']
const statuses: Readonly<Record<string, Status>> = {
  done: 'completed',
  doing: 'in_progress',
  todo: 'not_started',
}

const END_OF_DAY = '23:59:59'

/**
 * The tasks by job: status, assignee (or `nobody`), deadline; name; description. The deadline is a
 * working day counted from day 0 of the job (or `undated`), with a time unless it is the end of
 * that day.
 */
const tasks = parseGroups<JobKey, SampleTask>(
  `
  kitchen | done novak -13 | Cap the gas line before demolition
  kitchen | done thiel -11 | Order range hood duct | 10 inch round, two elbows, roof cap in black.
  kitchen | done ortiz -9 | Move island outlet toward the window | 14 inches, to clear the drawer stack.
  kitchen | done thiel -7 | Photograph the walls before drywall
  kitchen | done kowalski -3 | Check cabinet delivery against the order
  kitchen | doing bell -1 | Patch ceiling at the old soffit | Level 5 by the window, the evening light shows it all.
  kitchen | doing kowalski 1 15:00 | Hang upper cabinets | Start at the corner by the pantry.
  kitchen | todo park 2 | Confirm sink cutout with the fabricator | Undermount, 3/8 inch reveal.
  kitchen | todo kowalski 2 | Scribe end panels
  kitchen | todo kowalski 2 12:00 | Install range hood duct
  deck | done park -12 | Submit permit drawings to Batavia
  deck | todo park -2 | Order composite decking | Two weeks from the yard; 20 foot boards, no butt joints.
  deck | doing thiel 2 | Choose railing color with the owners
  deck | todo thiel 4 | Call in the utility locate
  roof | done jensen -22 | Replace rotten fascia, north side
  roof | done jensen -20 | Tarp the rear slope
  roof | doing thiel -2 09:00 | Get a new date for the sheathing inspection
  roof | todo jensen -1 | Measure the chimney for counterflashing
  roof | todo park 1 | Send photos of the decking to the adjuster | He pays per sheet: 14, not 6.
  basement | done kowalski -39 | Frame soffit around the main duct
  basement | done ortiz -35 | Run bath fan duct to the outside
  basement | done novak -34 | Pressure-test the new water lines
  basement | done amundsen -6 | Hang interior doors
  basement | done park -4 | Order two more cartons of plank
  basement | done bell -3 | Sand and prime the stair wall
  basement | doing bell 1 16:00 | Second coat, lower level
  basement | todo kowalski 6 | Punch list, lower level | Walk it with the owner, blue tape.
  primaryBath | done bianchi -55 | Flood-test the shower pan
  primaryBath | done bianchi -50 | Set the niche at 48 inches
  primaryBath | done kowalski -31 | Adjust glass door sweep
  primaryBath | done park -30 | Hand over warranty papers
  addition | done schaefer -8 | Find the buried downspout line
  addition | todo schaefer -3 | Fence off the oak by the drive | Out to the drip line, the arborist checks.
  addition | done thiel -3 | Order trusses
  addition | done schaefer -2 | Rebar for footings on site
  addition | done park -1 | Book the footing inspection
  addition | doing schaefer 1 12:00 | Set anchor bolt layout
  addition | doing thiel 2 | Confirm window sizes with the owners
  addition | todo novak 5 | Price radiant heat as an alternate
  dormer | done jensen -13 | Replace cracked vent boot
  dormer | done jensen -12 | Flash window heads
  dormer | done amundsen -10 | Take down scaffold, north side
  dormer | done ortiz -3 | Pull wire for bath fan and heater
  dormer | doing ortiz 1 | Label panel circuits | Typed, not pencil. The inspector asked.
  dormer | todo nobody 4 | Insulate knee walls
  dormer | todo owner 8 | Choose the stair rail
  windows | done kowalski -4 | Haul old sashes
  windows | todo bell -2 | Touch up the sill in the nursery
  windows | todo amundsen 2 | Measure bay seat for the cushion maker
  windows | doing park 3 | Follow up on the sash for unit 14
  garage | done park -14 | Order garage door, 16 by 8
  garage | done schaefer -10 | Keep the slab wet under blankets
  garage | done schaefer -9 | Saw-cut control joints
  garage | done kowalski -6 | Check truss drawings against the plan
  garage | todo schaefer -1 | Backfill along the north wall
  garage | todo schaefer 12 | Stake the driveway apron
  porch | done kowalski -16 | Number and store the turned posts
  porch | done kowalski -14 | Level the temporary shoring
  porch | done kowalski -11 | Copy the rise of the old stair
  porch | done park -8 | Order fir decking
  porch | todo marin 3 | Prime the posts before they go up | Oil primer, all six sides of the tenons.
  office | done amundsen -13 | Fire-stop the shared wall
  office | done thiel -7 | Get a quote for the ceiling grid
  office | done novak -6 | Core drill for the break-room drain
  office | done ortiz -4 | Mark data drops with the tenant
  office | doing park -1 17:00 | Submit the door hardware schedule
  office | doing ortiz 2 | Rough in the floor box at reception
  office | todo nobody 5 | After-hours key for the cleaners
  hallBath | todo park 9 | Order the tub, left drain
  hallBath | todo thiel 14 | Choose tile from the three samples
  mudroom | todo amundsen 10 | Measure for bench cabinets
  mudroom | todo novak 12 | Confirm where the washer hooks up
  screenedPorch | doing park 3 | Get the association’s letter | Board meets once a month.
  screenedPorch | todo schaefer 30 | Check the soil at the footings
  screenedPorch | todo owner undated | Draw the roof with a lower pitch
  ramp | done thiel -5 | Check the slope against the code table
  ramp | todo park 4 | Order galvanized brackets
  sunroom | done park -9 | Return the chimney kit
  sunroom | doing owner -4 | Press the factory for a firm window date
  sunroom | todo schaefer 3 | Cover the foundation against the rain
  familyRoom | done kowalski 3 | Build a kitchen in the laundry room
  familyRoom | done kowalski 10 | Set the beam with a crew of six
  familyRoom | done park 70 | Hand over appliance manuals
  egress | done schaefer 4 | Drain tile at the window well
  egress | done ortiz 14 | Smoke detector in the bedroom
  roofGutters | done jensen 7 | Sweep the lawn with the magnet
  powderRoom | done kowalski 9 | Hang the medicine cabinet
  deckBoards | done amundsen 3 | Take the old boards to recycling
  attic | done amundsen 30 | Insulate the knee wall doors
  attic | done novak 45 | Balance the new heat run
`,
  ([head = '', name = '', description]) => {
    const [status = '', assignee, due, time = END_OF_DAY] = head.split(' ')
    return {
      name,
      assignee: assignee === 'nobody' ? null : (assignee as PersonKey),
      status: statuses[status] ?? 'not_started',
      due: due === 'undated' ? null : Number(due),
      time,
      description: description ?? null,
    }
  },
)

interface SampleTask {
  readonly name: string
  readonly assignee: PersonKey | null
  readonly status: Status
  /** Working day of the deadline; null for none. */
  readonly due: number | null
  readonly time: string
  readonly description: string | null
}

export const tasksOf = (job: JobKey): readonly SampleTask[] => tasks.get(job) ?? []

export const taskId = (job: JobKey, name: string) => seededId(`task/${job}/${name}`)

export function taskRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return tasksOf(job).map((task, n) => {
      const { name, assignee, status, due, time, description } = task
      const [created, updated] = daysChanged(task, n, job)
      const minute = String(10 + n * 3).padStart(2, '0')
      return {
        id: taskId(job, name),
        jobId: jobId(job),
        assigneeId: assignee && personId(assignee),
        name,
        description,
        status,
        deadline: due === null ? null : days.at(due, time),
        createdAt: days.at(created, `08:${minute}`),
        updatedAt: days.at(updated, `14:${minute}`),
      } satisfies typeof taskTable.$inferInsert
    })
  })
}

/**
 * The working days on which the `n`th task of a job was created, some days before it is due, and
 * last changed.
 */
function daysChanged(
  { due, status }: SampleTask,
  n: number,
  job: JobKey,
): [created: number, updated: number] {
  const { zero, days } = jobOf(job)
  const latest = zero === undefined ? -2 : Number.POSITIVE_INFINITY
  const created = Math.max(days[0] + 1, Math.min(latest, (due ?? -5) - 6 - (n % 5)))
  if (status === 'completed') return [created, due ?? created]
  return [created, status === 'in_progress' ? -1 : created]
}
