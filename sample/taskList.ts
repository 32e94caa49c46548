import type { tasks } from '../server/tasks/table.ts'
import type { JobKey } from './jobs.ts'
import type { PersonKey } from './people.ts'

type Status = (typeof tasks.$inferSelect)['status']

export interface SampleTask {
  readonly name: string
  readonly assignee: PersonKey | null
  readonly status: Status
  /** Working day of the deadline, counted as the job's; null for none. */
  readonly due: number | null
  /** Time of the deadline; the end of the day where left out. */
  readonly time?: string
  readonly text?: string
}

type More = Pick<SampleTask, 'time' | 'text'>
const as =
  (status: Status) =>
  (
    assignee: SampleTask['assignee'],
    due: SampleTask['due'],
    name: string,
    more: More = {},
  ): SampleTask => ({
    name,
    assignee,
    status,
    due,
    ...more,
  })
const done = as('completed')
const doing = as('in_progress')
const todo = as('not_started')

export const tasksOf: Partial<Record<JobKey, readonly SampleTask[]>> = {
  kitchen: [
    done('novak', -13, 'Cap the gas line before demolition'),
    done('thiel', -11, 'Order range hood duct', {
      text: '10 inch round, two elbows, roof cap in black.',
    }),
    done('ortiz', -9, 'Move island outlet toward the window', {
      text: '14 inches, to clear the drawer stack.',
    }),
    done('thiel', -7, 'Photograph the walls before drywall'),
    done('kowalski', -3, 'Check cabinet delivery against the order'),
    doing('bell', -1, 'Patch ceiling at the old soffit', {
      text: 'Level 5 by the window, the evening light shows it all.',
    }),
    doing('kowalski', 1, 'Hang upper cabinets', {
      time: '15:00',
      text: 'Start at the corner by the pantry.',
    }),
    todo('park', 2, 'Confirm sink cutout with the fabricator', {
      text: 'Undermount, 3/8 inch reveal.',
    }),
    todo('kowalski', 2, 'Scribe end panels'),
    todo('kowalski', 2, 'Install range hood duct', { time: '12:00' }),
  ],
  deck: [
    done('park', -12, 'Submit permit drawings to Batavia'),
    todo('park', -2, 'Order composite decking', {
      text: 'Two weeks from the yard; 20 foot boards, no butt joints.',
    }),
    doing('thiel', 2, 'Choose railing color with the owners'),
    todo('thiel', 4, 'Call in the utility locate'),
  ],
  roof: [
    done('jensen', -22, 'Replace rotten fascia, north side'),
    done('jensen', -20, 'Tarp the rear slope'),
    doing('thiel', -2, 'Get a new date for the sheathing inspection', { time: '09:00' }),
    todo('jensen', -1, 'Measure the chimney for counterflashing'),
    todo('park', 1, 'Send photos of the decking to the adjuster', {
      text: 'He pays per sheet: 14, not 6.',
    }),
  ],
  basement: [
    done('kowalski', -39, 'Frame soffit around the main duct'),
    done('ortiz', -35, 'Run bath fan duct to the outside'),
    done('novak', -34, 'Pressure-test the new water lines'),
    done('amundsen', -6, 'Hang interior doors'),
    done('park', -4, 'Order two more cartons of plank'),
    done('bell', -3, 'Sand and prime the stair wall'),
    doing('bell', 1, 'Second coat, lower level', { time: '16:00' }),
    todo('kowalski', 6, 'Punch list, lower level', { text: 'Walk it with the owner, blue tape.' }),
  ],
  primaryBath: [
    done('bianchi', -55, 'Flood-test the shower pan'),
    done('bianchi', -50, 'Set the niche at 48 inches'),
    done('kowalski', -31, 'Adjust glass door sweep'),
    done('park', -30, 'Hand over warranty papers'),
  ],
  addition: [
    done('schaefer', -8, 'Find the buried downspout line'),
    todo('schaefer', -3, 'Fence off the oak by the drive', {
      text: 'Out to the drip line, the arborist checks.',
    }),
    done('thiel', -3, 'Order trusses'),
    done('schaefer', -2, 'Rebar for footings on site'),
    done('park', -1, 'Book the footing inspection'),
    doing('schaefer', 1, 'Set anchor bolt layout', { time: '12:00' }),
    doing('thiel', 2, 'Confirm window sizes with the owners'),
    todo('novak', 5, 'Price radiant heat as an alternate'),
  ],
  dormer: [
    done('jensen', -13, 'Replace cracked vent boot'),
    done('jensen', -12, 'Flash window heads'),
    done('amundsen', -10, 'Take down scaffold, north side'),
    done('ortiz', -3, 'Pull wire for bath fan and heater'),
    doing('ortiz', 1, 'Label panel circuits', { text: 'Typed, not pencil. The inspector asked.' }),
    todo(null, 4, 'Insulate knee walls'),
    todo('owner', 8, 'Choose the stair rail'),
  ],
  windows: [
    done('kowalski', -4, 'Haul old sashes'),
    todo('bell', -2, 'Touch up the sill in the nursery'),
    todo('amundsen', 2, 'Measure bay seat for the cushion maker'),
    doing('park', 3, 'Follow up on the sash for unit 14'),
  ],
  garage: [
    done('park', -14, 'Order garage door, 16 by 8'),
    done('schaefer', -10, 'Keep the slab wet under blankets'),
    done('schaefer', -9, 'Saw-cut control joints'),
    done('kowalski', -6, 'Check truss drawings against the plan'),
    todo('schaefer', -1, 'Backfill along the north wall'),
    todo('schaefer', 12, 'Stake the driveway apron'),
  ],
  porch: [
    done('kowalski', -16, 'Number and store the turned posts'),
    done('kowalski', -14, 'Level the temporary shoring'),
    done('kowalski', -11, 'Copy the rise of the old stair'),
    done('park', -8, 'Order fir decking'),
    todo('marin', 3, 'Prime the posts before they go up', {
      text: 'Oil primer, all six sides of the tenons.',
    }),
  ],
  office: [
    done('amundsen', -13, 'Fire-stop the shared wall'),
    done('thiel', -7, 'Get a quote for the ceiling grid'),
    done('novak', -6, 'Core drill for the break-room drain'),
    done('ortiz', -4, 'Mark data drops with the tenant'),
    doing('park', -1, 'Submit the door hardware schedule', { time: '17:00' }),
    doing('ortiz', 2, 'Rough in the floor box at reception'),
    todo(null, 5, 'After-hours key for the cleaners'),
  ],
  hallBath: [
    todo('park', 9, 'Order the tub, left drain'),
    todo('thiel', 14, 'Choose tile from the three samples'),
  ],
  mudroom: [
    todo('amundsen', 10, 'Measure for bench cabinets'),
    todo('novak', 12, 'Confirm where the washer hooks up'),
  ],
  screenedPorch: [
    doing('park', 3, 'Get the association’s letter', { text: 'Board meets once a month.' }),
    todo('schaefer', 30, 'Check the soil at the footings'),
    todo('owner', null, 'Draw the roof with a lower pitch'),
  ],
  ramp: [
    done('thiel', -5, 'Check the slope against the code table'),
    todo('park', 4, 'Order galvanized brackets'),
  ],
  sunroom: [
    done('park', -9, 'Return the chimney kit'),
    doing('owner', -4, 'Press the factory for a firm window date'),
    todo('schaefer', 3, 'Cover the foundation against the rain'),
  ],
  familyRoom: [
    done('kowalski', 3, 'Build a kitchen in the laundry room'),
    done('kowalski', 10, 'Set the beam with a crew of six'),
    done('park', 70, 'Hand over appliance manuals'),
  ],
  egress: [
    done('schaefer', 4, 'Drain tile at the window well'),
    done('ortiz', 14, 'Smoke detector in the bedroom'),
  ],
  roofGutters: [done('jensen', 7, 'Sweep the lawn with the magnet')],
  powderRoom: [done('kowalski', 9, 'Hang the medicine cabinet')],
  deckBoards: [done('amundsen', 3, 'Take the old boards to recycling')],
  attic: [
    done('amundsen', 30, 'Insulate the knee wall doors'),
    done('novak', 45, 'Balance the new heat run'),
  ],
}
