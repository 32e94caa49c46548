import type { taskCorrespondence } from '../server/schema/tasks.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import type { JobKey } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import type { PersonId, PersonKey } from './people.ts'
import { taskId, tasksOf } from './tasks.ts'

/** Comments on tasks, oldest first within each: job, task, author with day and time, text. */
const comments = parseTable(`
  kitchen | Hang upper cabinets | kowalski -2 11:40 | The wall by the pantry is out 5/8 over eight feet. Shim, or scribe the filler?
  kitchen | Hang upper cabinets | thiel -2 12:05 | Scribe the filler. The owners look straight at that corner.
  kitchen | Hang upper cabinets | kowalski -1 15:50 | Seven of eleven are up. The rest after the crown piece is swapped.
  kitchen | Check cabinet delivery against the order | kowalski -3 10:20 | All 31 boxes. One crown piece scuffed, photo is with the job.
  kitchen | Check cabinet delivery against the order | thiel -3 10:44 | Supplier sends a new piece with the next truck, no charge.
  kitchen | Patch ceiling at the old soffit | bell -1 16:30 | First coat is on. I need one more visit, it is still soft in the corner.
  kitchen | Move island outlet toward the window | ortiz -9 13:15 | Moved 14 inches. The old box has a blank cover in the toe kick.
  deck | Order composite decking | park -3 09:30 | The yard has 16 footers only. Asking the one in Aurora for 20s.
  deck | Choose railing color with the owners | thiel -1 17:20 | They are between bronze and black. Samples are on their porch.
  roof | Get a new date for the sheathing inspection | thiel -5 08:02 | Called. They put us on the list, no promise.
  roof | Get a new date for the sheathing inspection | thiel -2 17:05 | Waited until five, nobody came. Calling again in the morning.
  roof | Measure the chimney for counterflashing | jensen -2 12:30 | I will do it when I am up there for the flashing, one trip.
  roof | Measure the chimney for counterflashing | thiel -1 08:10 | The shop needs the sizes before that. Can you take the ladder over once?
  basement | Second coat, lower level | bell -1 14:40 | First coat dry. The stairwell takes the taller ladder, it is on the truck.
  basement | Order two more cartons of plank | park -6 11:00 | Same lot number, I had them read it to me twice.
  addition | Set anchor bolt layout | schaefer -2 07:15 | Drawing shows 6 feet on center, the inspector here wants 4. I set 4.
  addition | Set anchor bolt layout | thiel -2 07:50 | Good. I will tell the architect.
  addition | Fence off the oak by the drive | thiel -2 16:00 | This one is late. The excavator swings right past it.
  addition | Fence off the oak by the drive | schaefer -1 06:50 | Fence is on the trailer, goes up before the pour.
  dormer | Label panel circuits | ortiz -1 15:10 | Half done. What do we call the room, study or bedroom 3?
  windows | Follow up on the sash for unit 14 | park -4 10:30 | Shipped from Wisconsin, tracking says two more stops.
  garage | Backfill along the north wall | schaefer -2 16:45 | Too wet to compact. I would rather be late than settle.
  office | Submit the door hardware schedule | park -2 09:15 | Waiting for the lock brand from the building manager.
  office | Mark data drops with the tenant | ortiz -5 08:20 | 34 drops, blue tape. They added four in the conference room.
  office | Mark data drops with the tenant | owner -5 09:00 | The four are a change order, I will send it today.
  sunroom | Press the factory for a firm window date | owner -6 11:30 | Third call. They blame the glass plant.
`)

export function commentRows(calendar: Calendar, personId: PersonId) {
  return comments.map(([jobKey = '', name = '', head = '', message = ''], n) => {
    const job = jobKey as JobKey
    const [author = '', day = '', time = ''] = head.split(' ')
    if (!tasksOf(job).some((task) => task.name === name))
      throw new Error(`${job} has no task ${name}`)
    return {
      id: seededId(`comment/${n}`),
      taskId: taskId(job, name),
      userId: personId(author as PersonKey),
      message,
      createdAt: calendar.at(Number(day), time),
    } satisfies typeof taskCorrespondence.$inferInsert
  })
}
