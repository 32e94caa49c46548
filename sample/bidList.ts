import type { Appointment, Bid } from '@plumbline/contract/bids.ts'
import type { JobKey } from './jobs.ts'
import type { AdminKey } from './people.ts'

interface Visit {
  readonly title: string
  readonly at: readonly [n: number, time: string]
  readonly status: Appointment['status']
  readonly by: AdminKey
  readonly kind?: string
  readonly minutes?: number
  readonly text?: string
  /** What came of it. */
  readonly outcome?: string
}

export interface SampleBid {
  readonly name: string
  readonly address: string
  readonly zip: string
  readonly customer: string
  readonly phone: string
  readonly status: Bid['status']
  readonly priority: Bid['priority']
  readonly source: string
  /** Working days from today: when it came in, when it was last touched. */
  readonly days: readonly [came: number, touched: number]
  /** Cents; null while nobody has measured. */
  readonly amount: number | null
  readonly notes?: string
  /** Why it is no longer pending. */
  readonly reason?: string
  readonly followUp?: readonly [n: number, note: string]
  readonly visits?: readonly Visit[]
  /** The job it became. */
  readonly became?: JobKey
}

export const bids: readonly SampleBid[] = [
  {
    name: 'Garage apartment',
    address: '352 Batavia Ave, Geneva',
    zip: '60134',
    customer: 'Elise Thornton',
    phone: '630-555-0151',
    status: 'pending',
    priority: 'high',
    source: 'Referral',
    days: [-2, -2],
    amount: null,
    notes:
      'Sent by the Metzgers. One bedroom over the garage for her mother, wants to know about a stair lift.',
    visits: [
      {
        title: 'First visit',
        at: [2, '10:00'],
        status: 'scheduled',
        by: 'owner',
        text: 'Bring the tape for the old joists.',
      },
    ],
  },
  {
    name: 'Kitchen refresh',
    address: '27 S Lincoln St, North Aurora',
    zip: '60542',
    customer: 'Dev and Priya Raman',
    phone: '630-555-0152',
    status: 'pending',
    priority: 'medium',
    source: 'Website',
    days: [-4, -3],
    amount: 3_165_000,
    notes: 'New fronts and counters, boxes stay. Has two other quotes.',
    followUp: [1, 'Ask whether the quartz or the laminate.'],
    visits: [
      {
        title: 'Measure',
        at: [-3, '15:30'],
        status: 'completed',
        by: 'park',
        kind: 'measurement',
        outcome: 'Boxes are sound. Corner base needs a new floor.',
      },
    ],
  },
  {
    name: 'Three-season room',
    address: '14 Lake Dr, Elgin',
    zip: '60124',
    customer: 'Walter and Nancy Boyd',
    phone: '847-555-0153',
    status: 'follow_up',
    priority: 'high',
    source: 'Repeat customer',
    days: [-16, -6],
    amount: 5_200_000,
    notes: 'On the old patio slab. Quote sent, they compare it with a kit.',
    followUp: [-1, 'Call in the evening, they are both home after six.'],
    visits: [
      {
        title: 'Site visit',
        at: [-12, '09:00'],
        status: 'completed',
        by: 'owner',
        kind: 'site visit',
        minutes: 90,
        outcome: 'Slab is frost-free and level. Electric panel is full.',
      },
    ],
  },
  {
    name: 'Basement bar',
    address: '908 Fox Run Dr, Batavia',
    zip: '60510',
    customer: 'Kevin Malloy',
    phone: '630-555-0154',
    status: 'pending',
    priority: 'low',
    source: 'Yard sign',
    days: [-7, -7],
    amount: 2_240_000,
    visits: [
      {
        title: 'Measure',
        at: [-4, '16:00'],
        status: 'no_show',
        by: 'park',
        kind: 'measurement',
        outcome: 'Nobody home, left a card.',
      },
      {
        title: 'Measure, second try',
        at: [3, '16:00'],
        status: 'scheduled',
        by: 'park',
        kind: 'measurement',
      },
    ],
  },
  {
    name: 'Gutters and fascia',
    address: '46 Hawthorne Ct, St. Charles',
    zip: '60174',
    customer: 'Ines Salgado',
    phone: '630-555-0155',
    status: 'pending',
    priority: 'medium',
    source: 'Referral',
    days: [-9, -8],
    amount: 684_000,
    notes: 'Two stories, walk-out on the back. Copper only at the entry.',
    followUp: [0, 'She wanted to talk to her sister first.'],
  },
  {
    name: 'Primary suite',
    address: '715 Oak Ave, Sugar Grove',
    zip: '60554',
    customer: 'Tanya and Louis Greer',
    phone: '630-555-0156',
    status: 'follow_up',
    priority: 'medium',
    source: 'Home show',
    days: [-21, -5],
    amount: 9_875_000,
    notes: 'Bath, closet and sitting room. Budget is nearer 90.',
    followUp: [2, 'Send the version without the sitting room.'],
    visits: [
      {
        title: 'Consultation',
        at: [-18, '11:00'],
        status: 'completed',
        by: 'owner',
        outcome: 'Good fit. They want to start within half a year.',
      },
      {
        title: 'Second look with the architect',
        at: [5, '13:30'],
        status: 'scheduled',
        by: 'owner',
        kind: 'site visit',
        minutes: 90,
      },
    ],
  },
  {
    name: 'Warehouse restroom',
    address: '1850 Dean St, St. Charles',
    zip: '60174',
    customer: 'Fox Valley Pallet Co.',
    phone: '630-555-0157',
    status: 'pending',
    priority: 'medium',
    source: 'Website',
    days: [-13, -10],
    amount: 4_130_000,
    notes: 'Accessible, two stalls. They close for a week each quarter and want it done then.',
    visits: [
      {
        title: 'Walk-through',
        at: [-10, '14:00'],
        status: 'cancelled',
        by: 'thiel',
        kind: 'site visit',
        outcome: 'Forklift training that day.',
      },
      {
        title: 'Walk-through',
        at: [1, '14:00'],
        status: 'scheduled',
        by: 'thiel',
        kind: 'site visit',
      },
    ],
  },
  {
    name: 'Kitchen remodel',
    address: '418 Alder Ct, Elgin',
    zip: '60123',
    customer: 'Maya Okafor',
    phone: '847-555-0121',
    status: 'approved',
    priority: 'high',
    source: 'Repeat customer',
    days: [-44, -18],
    amount: 8_640_000,
    became: 'kitchen',
    visits: [
      {
        title: 'Design meeting',
        at: [-38, '17:30'],
        status: 'completed',
        by: 'thiel',
        minutes: 120,
        outcome: 'Plan B with the island. They signed off on the layout.',
      },
    ],
  },
  {
    name: 'Patio and fire pit',
    address: '63 Shabbona Trl, Batavia',
    zip: '60510',
    customer: 'Rick Donnelly',
    phone: '630-555-0158',
    status: 'follow_up',
    priority: 'low',
    source: 'Yard sign',
    days: [-30, -12],
    amount: 1_845_000,
    followUp: [8, 'Wants to decide after his vacation.'],
  },
  {
    name: 'Deck and pergola',
    address: '12 Elm St, Batavia',
    zip: '60510',
    customer: 'Colin Hale',
    phone: '630-555-0122',
    status: 'approved',
    priority: 'medium',
    source: 'Repeat customer',
    days: [-52, -24],
    amount: 4_825_075,
    became: 'deck',
  },
  {
    name: 'Slate roof repair',
    address: '5 Campbell St, Geneva',
    zip: '60134',
    customer: 'Ardith Vogel',
    phone: '630-555-0159',
    status: 'rejected',
    priority: 'low',
    source: 'Referral',
    days: [-41, -33],
    amount: 1_260_000,
    notes: 'Gave her the name of a slater in Aurora.',
    reason: 'Needs a slate specialist',
  },
  {
    name: 'Two-unit conversion',
    address: '233 Chapel St, Elgin',
    zip: '60120',
    customer: 'Harold Stubbs',
    phone: '847-555-0160',
    status: 'rejected',
    priority: 'medium',
    source: 'Website',
    days: [-58, -47],
    amount: 18_900_000,
    reason: 'The city does not allow a second unit on that lot',
  },
]
