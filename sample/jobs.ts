import type { JobStatus } from '@plumbline/contract/jobs.ts'
import type { jobs as jobTable } from '../server/jobs/table.ts'
import type { Calendar, Days } from './calendar.ts'
import { idOf } from './fixed.ts'
import { type AdminKey, type ClientKey, clients, type PersonId } from './people.ts'

interface Customer {
  readonly name: string
  readonly email: string
  readonly phone: string
}

interface SampleJob {
  readonly name: string
  readonly address: string
  readonly zip: string
  /** Someone with an account, or just a customer. */
  readonly customer: ClientKey | Customer
  readonly manager?: AdminKey
  readonly status: JobStatus
  readonly progress: number
  /** The day that counts as 0 for everything of this job, as month and day of the past year; today where left out. */
  readonly zero?: string
  /** Working days from 0: when it was entered, its start, its end. */
  readonly days: readonly [entered: number, start: number, end: number]
  /** Cents. */
  readonly amount: number
  readonly notes?: string
}

const other = (name: string, phone: string, email: string): Customer => ({
  name,
  phone,
  email: `${email}@example.com`,
})

/** Newest first. */
export const jobs = {
  kitchen: {
    name: 'Kitchen remodel',
    address: '418 Alder Ct, Elgin',
    zip: '60123',
    customer: 'okafor',
    manager: 'thiel',
    status: 'in_progress',
    progress: 65,
    days: [-18, -13, 18],
    amount: 8_640_000,
    notes:
      'Key in the lockbox by the side door, the code is with Marcus. The family cooks in the laundry room: leave the water on after 4 PM. Gas was capped, the range arrives with the countertop.',
  },
  deck: {
    name: 'Deck and pergola',
    address: '12 Elm St, Batavia',
    zip: '60510',
    customer: 'hale',
    status: 'not_started',
    progress: 0,
    days: [-24, 5, 20],
    amount: 4_825_075,
    notes:
      'Cedar pergola over a composite deck. Access through the north gate only, the septic cover is marked.',
  },
  roof: {
    name: 'Roof replacement',
    address: '77 Prairie Ave, Geneva',
    zip: '60134',
    customer: 'lindqvist',
    manager: 'thiel',
    status: 'on_hold',
    progress: 40,
    days: [-34, -29, 3],
    amount: 3_190_000,
    notes:
      'Insurance job. On hold until the village has looked at the sheathing; the rear slope is dried in and tarped.',
  },
  basement: {
    name: 'Basement finish',
    address: '9 Orchard Ln, St. Charles',
    zip: '60174',
    customer: 'varga',
    manager: 'park',
    status: 'in_progress',
    progress: 85,
    days: [-50, -44, 5],
    amount: 6_412_000,
    notes:
      'Sump alarm rings at the panel beside the stair. Two cartons of plank short, the rest is in the garage.',
  },
  primaryBath: {
    name: 'Primary bath',
    address: '230 Third St, Geneva',
    zip: '60134',
    customer: 'whitcombe',
    manager: 'park',
    status: 'completed',
    progress: 100,
    days: [-76, -68, -30],
    amount: 2_748_000,
    notes: 'Curbless shower, heated floor on its own breaker. Grout to be sealed once a year.',
  },
  hallBath: {
    name: 'Hall bath',
    address: '418 Alder Ct, Elgin',
    zip: '60123',
    customer: 'okafor',
    manager: 'thiel',
    status: 'not_started',
    progress: 0,
    days: [-79, 24, 42],
    amount: 1_895_000,
    notes: 'Starts when the kitchen is done, so that one bathroom always works.',
  },
  ramp: {
    name: 'Accessible entry ramp',
    address: '620 McKee St, Batavia',
    zip: '60510',
    customer: other('Irene Fowler', '630-555-0131', 'irene.fowler'),
    status: 'not_started',
    progress: 0,
    days: [-81, 9, 14],
    amount: 1_278_000,
    notes:
      'One in twelve over 28 feet with a landing at the turn. A township grant pays half on completion.',
  },
  addition: {
    name: 'Room addition',
    address: '5 Wilder Rd, Elburn',
    zip: '60119',
    customer: 'duarte',
    manager: 'thiel',
    status: 'in_progress',
    progress: 20,
    days: [-84, -9, 65],
    amount: 14_200_000,
    notes:
      'Two bedrooms and a bath over a crawl space. Keep trucks off the drain field west of the drive.',
  },
  mudroom: {
    name: 'Mudroom and laundry',
    address: '230 Third St, Geneva',
    zip: '60134',
    customer: 'whitcombe',
    manager: 'park',
    status: 'not_started',
    progress: 0,
    days: [-87, 16, 36],
    amount: 2_760_000,
    notes:
      'Bench and lockers for four. The dog must stay in the house while the back door is open.',
  },
  dormer: {
    name: 'Second-story dormer',
    address: '61 Garfield Ave, Batavia',
    zip: '60510',
    customer: other('Hannah and Greg Metzger', '630-555-0132', 'hannah.metzger'),
    manager: 'owner',
    status: 'in_progress',
    progress: 45,
    days: [-90, -32, 28],
    amount: 11_875_000,
    notes:
      'Baby sleeps from 1 to 3 PM in the room below. The old stair stays until the new one is inspected.',
  },
  windows: {
    name: 'Whole-house windows',
    address: '1530 Keslinger Rd, Geneva',
    zip: '60134',
    customer: other('Roberta Finch', '630-555-0133', 'roberta.finch'),
    manager: 'park',
    status: 'in_progress',
    progress: 70,
    days: [-95, -15, 6],
    amount: 3_986_450,
    notes:
      '22 openings and one bay. House of 1931: lead-safe practice on every sash, bag the chips.',
  },
  screenedPorch: {
    name: 'Screened porch',
    address: '1188 Fargo Blvd, Geneva',
    zip: '60134',
    customer: 'pike',
    manager: 'owner',
    status: 'not_started',
    progress: 0,
    days: [-97, 52, 78],
    amount: 4_115_000,
    notes: 'Waits for the association to approve the roof color.',
  },
  garage: {
    name: 'Detached garage',
    address: '408 Hughes Rd, Elburn',
    zip: '60119',
    customer: other('Neil Aldous', '630-555-0134', 'neil.aldous'),
    manager: 'thiel',
    status: 'in_progress',
    progress: 30,
    days: [-100, -22, 28],
    amount: 7_430_000,
    notes: '24 by 28 with a loft. The township wants the slab inspected before framing.',
  },
  porch: {
    name: 'Front porch rebuild',
    address: '215 S Sixth St, St. Charles',
    zip: '60174',
    customer: other('St. Brigid Parish', '630-555-0135', 'st.brigid.office'),
    manager: 'park',
    status: 'in_progress',
    progress: 50,
    days: [-105, -18, 14],
    amount: 3_647_500,
    notes:
      'Historic district: turned posts and beadboard ceiling are to match what was there. No noise during Mass.',
  },
  office: {
    name: 'Law office build-out',
    address: '101 W State St, Geneva',
    zip: '60134',
    customer: 'brennan',
    manager: 'owner',
    status: 'in_progress',
    progress: 35,
    days: [-110, -20, 38],
    amount: 9_620_000,
    notes:
      'Second floor, suite 2. Loud work before 9 AM only; the dentist below has patients after that.',
  },
  sunroom: {
    name: 'Sunroom and fireplace',
    address: '89 Illinois St, St. Charles',
    zip: '60174',
    customer: other('Martin and Joyce Keller', '630-555-0136', 'joyce.keller'),
    manager: 'owner',
    status: 'on_hold',
    progress: 15,
    days: [-115, -40, 45],
    amount: 9_547_000,
    notes: 'On hold: the window factory moved its date. Foundation is in and covered.',
  },
  siding: {
    name: 'Siding repair',
    address: '5 Wilder Rd, Elburn',
    zip: '60119',
    customer: 'duarte',
    manager: 'thiel',
    status: 'completed',
    progress: 100,
    days: [-130, -118, -110],
    amount: 1_774_500,
  },
  bakery: {
    name: 'Bakery storefront',
    address: '14 N Washington St, Batavia',
    zip: '60510',
    customer: other('Copper Whisk Bakery', '630-555-0137', 'copper.whisk'),
    manager: 'owner',
    status: 'completed',
    progress: 100,
    days: [-165, -150, -138],
    amount: 3_349_000,
    notes: 'Night work along the sidewalk. The awning frame was reused.',
  },
  attic: {
    name: 'Attic conversion',
    address: '9 Orchard Ln, St. Charles',
    zip: '60174',
    customer: 'varga',
    manager: 'park',
    status: 'completed',
    progress: 100,
    zero: '09-08',
    days: [-25, 0, 60],
    amount: 7_126_075,
    notes: 'Study and half bath under the roof. Heat is on its own zone.',
  },
  deckBoards: {
    name: 'Deck resurfacing',
    address: '1406 Cambridge Dr, Geneva',
    zip: '60134',
    customer: other('Lionel Ashby', '630-555-0138', 'lionel.ashby'),
    status: 'completed',
    progress: 100,
    zero: '08-04',
    days: [-22, 0, 10],
    amount: 1_432_500,
  },
  powderRoom: {
    name: 'Powder room',
    address: '12 Elm St, Batavia',
    zip: '60510',
    customer: 'hale',
    manager: 'park',
    status: 'completed',
    progress: 100,
    zero: '06-16',
    days: [-18, 0, 10],
    amount: 987_000,
  },
  roofGutters: {
    name: 'Roof and gutters',
    address: '340 Division St, Elgin',
    zip: '60120',
    customer: other('Delia Ransom', '847-555-0139', 'delia.ransom'),
    manager: 'thiel',
    status: 'completed',
    progress: 100,
    zero: '05-12',
    days: [-20, 0, 7],
    amount: 2_461_550,
  },
  egress: {
    name: 'Basement bedroom and egress',
    address: '18 Ridge Ave, North Aurora',
    zip: '60542',
    customer: other('Omar and Lena Haddad', '630-555-0140', 'lena.haddad'),
    manager: 'thiel',
    status: 'completed',
    progress: 100,
    zero: '04-21',
    days: [-30, 0, 36],
    amount: 3_894_000,
  },
  familyRoom: {
    name: 'Kitchen and family room',
    address: '527 Fulton St, Geneva',
    zip: '60134',
    customer: other('Beth Carmody', '630-555-0141', 'beth.carmody'),
    manager: 'owner',
    status: 'completed',
    progress: 100,
    zero: '03-10',
    days: [-28, 0, 72],
    amount: 11_238_000,
    notes:
      'Bearing wall between kitchen and family room replaced by a flush beam; the drawing is in the panel door.',
  },
} satisfies Record<string, SampleJob>

export type JobKey = keyof typeof jobs
export const jobKeys = Object.keys(jobs) as JobKey[]

/** The job by its key, with everything that may be left out. */
export const jobOf = (key: JobKey): SampleJob => jobs[key]

export const jobId = (key: JobKey) => idOf(`job/${key}`)

/** The days a job counts in. */
export function daysOf(calendar: Calendar, key: JobKey): Days {
  const { zero } = jobOf(key)
  return zero === undefined ? calendar : calendar.from(`${calendar.pastYear}-${zero}`)
}

const customerOf = (who: ClientKey | Customer): Customer =>
  typeof who === 'string'
    ? { ...clients[who], name: `${clients[who].firstName} ${clients[who].lastName}` }
    : who

export function jobRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.map((key, n) => {
    const {
      name,
      address,
      zip,
      customer,
      manager,
      status,
      progress,
      days,
      amount,
      notes = null,
    } = jobOf(key)
    const { day, at } = daysOf(calendar, key)
    const [entered, start, end] = days
    const { name: customerName, email, phone } = customerOf(customer)
    const createdAt = at(
      entered,
      `${String(9 + (n % 7)).padStart(2, '0')}:${String((n * 17) % 60).padStart(2, '0')}`,
    )
    return {
      id: jobId(key),
      name,
      address,
      clientId: typeof customer === 'string' ? personId(customer) : null,
      projectManagerId: manager ? personId(manager) : null,
      status,
      progress,
      startDate: day(start),
      endDate: day(end),
      notes,
      customerName,
      customerEmail: email,
      customerPhone: phone,
      customerAddress: `${address}, IL ${zip}`,
      approvedAmount: amount,
      createdAt,
      updatedAt:
        status === 'not_started' ? createdAt : at(status === 'completed' ? end : -1, '16:10'),
    } satisfies NewJob
  })
}

type NewJob = typeof jobTable.$inferInsert
