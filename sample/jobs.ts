import type { JobStatus } from '@plumbline/contract/jobs.ts'
import type { jobs as jobTable } from '../server/schema/jobs.ts'
import type { Calendar, Days } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { parseRow } from './parseTable.ts'
import { type AdminKey, type ClientKey, clients, customerId, type PersonId } from './people.ts'

/**
 * The jobs, newest first: name; address; zip code; client, or the name, phone and email of a
 * customer without an account; project manager, status, progress; days; approved amount in dollars;
 * notes. The days are the working days on which it was entered, starts and ends, counted from
 * today, or from a day of the past year (`09-08`) written before them.
 */
const jobs = {
  kitchen:
    'Kitchen remodel | 418 Alder Ct, Elgin | 60123 | okafor | thiel in_progress 65 | -18 -13 18 | 86,400.00 | Key in the lockbox by the side door, the code is with Marcus. The family cooks in the laundry room: leave the water on after 4 PM. Gas was capped, the range arrives with the countertop.',
  deck: 'Deck and pergola | 12 Elm St, Batavia | 60510 | hale | nobody not_started 0 | -24 5 20 | 48,250.75 | Cedar pergola over a composite deck. Access through the north gate only, the septic cover is marked.',
  roof: 'Roof replacement | 77 Prairie Ave, Geneva | 60134 | lindqvist | thiel on_hold 40 | -34 -29 3 | 31,900.00 | Insurance job. On hold until the village has looked at the sheathing; the rear slope is dried in and tarped.',
  basement:
    'Basement finish | 9 Orchard Ln, St. Charles | 60174 | varga | park in_progress 85 | -50 -44 5 | 64,120.00 | Sump alarm rings at the panel beside the stair. Two cartons of plank short, the rest is in the garage.',
  primaryBath:
    'Primary bath | 230 Third St, Geneva | 60134 | whitcombe | park completed 100 | -76 -68 -30 | 27,480.00 | Curbless shower, heated floor on its own breaker. Grout to be sealed once a year.',
  hallBath:
    'Hall bath | 418 Alder Ct, Elgin | 60123 | okafor | thiel not_started 0 | -79 24 42 | 18,950.00 | Starts when the kitchen is done, so that one bathroom always works.',
  ramp: 'Accessible entry ramp | 620 McKee St, Batavia | 60510 | Irene Fowler, 630-555-0131, irene.fowler | nobody not_started 0 | -81 9 14 | 12,780.00 | One in twelve over 28 feet with a landing at the turn. A township grant pays half on completion.',
  addition:
    'Room addition | 5 Wilder Rd, Elburn | 60119 | duarte | thiel in_progress 20 | -84 -9 65 | 142,000.00 | Two bedrooms and a bath over a crawl space. Keep trucks off the drain field west of the drive.',
  mudroom:
    'Mudroom and laundry | 230 Third St, Geneva | 60134 | whitcombe | park not_started 0 | -87 16 36 | 27,600.00 | Bench and lockers for four. The dog must stay in the house while the back door is open.',
  dormer:
    'Second-story dormer | 61 Garfield Ave, Batavia | 60510 | Hannah and Greg Metzger, 630-555-0132, hannah.metzger | owner in_progress 45 | -90 -32 28 | 118,750.00 | Baby sleeps from 1 to 3 PM in the room below. The old stair stays until the new one is inspected.',
  windows:
    'Whole-house windows | 1530 Keslinger Rd, Geneva | 60134 | Roberta Finch, 630-555-0133, roberta.finch | park in_progress 70 | -95 -15 6 | 39,864.50 | 22 openings and one bay. House of 1931: lead-safe practice on every sash, bag the chips.',
  screenedPorch:
    'Screened porch | 1188 Fargo Blvd, Geneva | 60134 | pike | owner not_started 0 | -97 52 78 | 41,150.00 | Waits for the association to approve the roof color.',
  garage:
    'Detached garage | 408 Hughes Rd, Elburn | 60119 | Neil Aldous, 630-555-0134, neil.aldous | thiel in_progress 30 | -100 -22 28 | 74,300.00 | 24 by 28 with a loft. The township wants the slab inspected before framing.',
  porch:
    'Front porch rebuild | 215 S Sixth St, St. Charles | 60174 | St. Brigid Parish, 630-555-0135, st.brigid.office | park in_progress 50 | -105 -18 14 | 36,475.00 | Historic district: turned posts and beadboard ceiling are to match what was there. No noise during Mass.',
  office:
    'Law office build-out | 101 W State St, Geneva | 60134 | brennan | owner in_progress 35 | -110 -20 38 | 96,200.00 | Second floor, suite 2. Loud work before 9 AM only; the dentist below has patients after that.',
  sunroom:
    'Sunroom and fireplace | 89 Illinois St, St. Charles | 60174 | Martin and Joyce Keller, 630-555-0136, joyce.keller | owner on_hold 15 | -115 -40 45 | 95,470.00 | On hold: the window factory moved its date. Foundation is in and covered.',
  siding:
    'Siding repair | 5 Wilder Rd, Elburn | 60119 | duarte | thiel completed 100 | -130 -118 -110 | 17,745.00',
  bakery:
    'Bakery storefront | 14 N Washington St, Batavia | 60510 | Copper Whisk Bakery, 630-555-0137, copper.whisk | owner completed 100 | -165 -150 -138 | 33,490.00 | Night work along the sidewalk. The awning frame was reused.',
  attic:
    'Attic conversion | 9 Orchard Ln, St. Charles | 60174 | varga | park completed 100 | 09-08 -25 0 60 | 71,260.75 | Study and half bath under the roof. Heat is on its own zone.',
  deckBoards:
    'Deck resurfacing | 1406 Cambridge Dr, Geneva | 60134 | Lionel Ashby, 630-555-0138, lionel.ashby | nobody completed 100 | 08-04 -22 0 10 | 14,325.00',
  powderRoom:
    'Powder room | 12 Elm St, Batavia | 60510 | hale | park completed 100 | 06-16 -18 0 10 | 9,870.00',
  roofGutters:
    'Roof and gutters | 340 Division St, Elgin | 60120 | Delia Ransom, 847-555-0139, delia.ransom | thiel completed 100 | 05-12 -20 0 7 | 24,615.50',
  egress:
    'Basement bedroom and egress | 18 Ridge Ave, North Aurora | 60542 | Omar and Lena Haddad, 630-555-0140, lena.haddad | thiel completed 100 | 04-21 -30 0 36 | 38,940.00',
  familyRoom:
    'Kitchen and family room | 527 Fulton St, Geneva | 60134 | Beth Carmody, 630-555-0141, beth.carmody | owner completed 100 | 03-10 -28 0 72 | 112,380.00 | Bearing wall between kitchen and family room replaced by a flush beam; the drawing is in the panel door.',
}

export type JobKey = keyof typeof jobs

/** The private notes of jobs, which only the office reads. */
const privateNotes: Partial<Record<JobKey, string>> = {
  kitchen:
    'Second draw is due when the countertop is set. Maya would like the hall bath sooner: promise no date before the kitchen is done.',
  addition: 'The bank of the Duartes releases each draw on photos of the stage. Allow two weeks.',
  roof: 'The insurer pays us directly. Leave the deductible to the adjuster, do not discuss it with Tove.',
}

/** The working day after its end on which a job was paid, before there were invoices here. */
const paidAfter: Partial<Record<JobKey, number>> = { familyRoom: 9, egress: 14 }

export const jobKeys = Object.keys(jobs) as JobKey[]

interface SampleJob {
  readonly name: string
  readonly address: string
  readonly zip: string
  readonly client: ClientKey | null
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string }
  readonly manager: AdminKey | null
  readonly status: JobStatus
  readonly progress: number
  /**
   * The day that counts as 0 for everything of this job, as month and day of the past year; today
   * when undefined.
   */
  readonly zero: string | undefined
  readonly days: readonly [entered: number, start: number, end: number]
  /** Cents. */
  readonly amount: number
  readonly notes: string | null
}

function parseJob(row: string): SampleJob {
  const [name = '', address = '', zip = '', who = '', facts = '', when = '', amount = '', notes] =
    parseRow(row)
  const [manager = '', status = '', progress] = facts.split(' ')
  const [zero] = /^\d\d-\d\d/.exec(when) ?? []
  const [entered = 0, start = 0, end = 0] = when.split(' ').slice(-3).map(Number)
  return {
    name,
    address,
    zip,
    ...customerOf(who),
    manager: manager === 'nobody' ? null : (manager as AdminKey),
    status: status as JobStatus,
    progress: Number(progress),
    zero,
    days: [entered, start, end],
    amount: Number(amount.replaceAll(/[,.]/g, '')),
    notes: notes ?? null,
  }
}

function customerOf(who: string): Pick<SampleJob, 'client' | 'customer'> {
  const [name = '', phone = '', mailbox = ''] = who.split(', ')
  if (phone) return { client: null, customer: { name, phone, email: `${mailbox}@example.com` } }
  const key = who as ClientKey
  const { firstName, lastName, ...client } = clients[key]
  return { client: key, customer: { ...client, name: `${firstName} ${lastName}` } }
}

const parsed = new Map(jobKeys.map((key) => [key, parseJob(jobs[key])]))

export function jobOf(key: JobKey): SampleJob {
  const job = parsed.get(key)
  if (!job) throw new Error(`There is no job ${key}`)
  return job
}

export const jobId = (key: JobKey) => seededId(`job/${key}`)

/** The working days, counted from day 0 of the job. */
export function daysOf(calendar: Calendar, key: JobKey): Days {
  const { zero } = jobOf(key)
  return zero === undefined ? calendar : calendar.from(`${calendar.pastYear}-${zero}`)
}

export function jobRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.map((key, n) => {
    const job = jobOf(key)
    const { name, address, zip, client, customer, manager, status, progress, notes } = job
    const { day, at } = daysOf(calendar, key)
    const [entered, start, end] = job.days
    const two = (value: number) => String(value).padStart(2, '0')
    const paid = paidAfter[key]
    const createdAt = at(entered, `${two(9 + (n % 7))}:${two((n * 17) % 60)}`)
    return {
      id: jobId(key),
      name,
      address,
      clientId: client && personId(client),
      projectManagerId: manager && personId(manager),
      status,
      progress,
      startDate: day(start),
      endDate: day(end),
      notes,
      privateNotes: privateNotes[key] ?? null,
      customerId: customerId(customer.email),
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      customerAddress: `${address}, IL ${zip}`,
      approvedAmount: job.amount,
      paidOn: paid === undefined ? null : day(end + paid),
      createdAt,
      updatedAt:
        status === 'not_started' ? createdAt : at(status === 'completed' ? end : -1, '16:10'),
    } satisfies typeof jobTable.$inferInsert
  })
}
