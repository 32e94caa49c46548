import type { FollowUp } from '@plumbline/contract/bidFollowUps.ts'
import type { Appointment, Bid } from '@plumbline/contract/bids.ts'
import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import type { bidAppointments, bidFollowUps, pendingBids } from '../server/schema/bids.ts'
import type { events } from '../server/schema/live.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobId } from './jobs.ts'
import { parseGroups, parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'
import { pricingRows, samplePricing } from './pricing.ts'
import { proposalRows } from './proposals.ts'

/**
 * The appointments by the address of their bid: title; status, admin, working day, time and
 * minutes; type; description; completion notes.
 */
const appointments = parseGroups(
  `
  352 Batavia Ave, Geneva | First visit | scheduled owner 2 10:00 60 | consultation | Bring the tape for the old joists.
  27 S Lincoln St, North Aurora | Measure | completed park -3 15:30 60 | measurement | | Boxes are sound. Corner base needs a new floor.
  14 Lake Dr, Elgin | Site visit | completed owner -12 09:00 90 | site visit | | Slab is frost-free and level. Electric panel is full.
  908 Fox Run Dr, Batavia | Measure | no_show park -4 16:00 60 | measurement | | Nobody home, left a card.
  908 Fox Run Dr, Batavia | Measure, second try | scheduled park 3 16:00 60 | measurement
  715 Oak Ave, Sugar Grove | Consultation | completed owner -18 11:00 60 | consultation | | Good fit. They want to start within half a year.
  715 Oak Ave, Sugar Grove | Second look with the architect | scheduled owner 5 13:30 90 | site visit
  1850 Dean St, St. Charles | Walk-through | cancelled thiel -10 14:00 60 | site visit | | Forklift training that day.
  1850 Dean St, St. Charles | Walk-through | scheduled thiel 1 14:00 60 | site visit
  418 Alder Ct, Elgin | Design meeting | completed thiel -38 17:30 120 | consultation | | Plan B with the island. They signed off on the layout.
`,
  ([title = '', facts = '', type = '', description, notes]) => {
    const [status, by, day, time = '', minutes] = facts.split(' ')
    return {
      title,
      status: status as Appointment['status'],
      by: by as AdminKey,
      at: [Number(day), time] as const,
      minutes: Number(minutes),
      type,
      description: description || null,
      completionNotes: notes || null,
    }
  },
)

/** The follow-ups by the address of their bid: way, admin and working day; note. */
const followUps = parseGroups(
  `
  14 Lake Dr, Elgin | call owner -11 | Left a message.
  14 Lake Dr, Elgin | call owner -6 | They compare it with a kit and want to sleep on it.
  715 Oak Ave, Sugar Grove | email park -12 | Sent the drawings once more, without prices.
  715 Oak Ave, Sugar Grove | visit owner -5 | Walked through it with both. The sitting room may have to go.
  63 Shabbona Trl, Batavia | text park -12
  5 Campbell St, Geneva | call owner -34 | Her roofer is back from vacation.
`,
  ([facts = '', note]) => {
    const [way, by, day] = facts.split(' ')
    return {
      way: way as FollowUp['way'],
      by: by as AdminKey,
      day: Number(day),
      note: note || null,
    }
  },
)

/** The scope of the open bids, one row per line, by the address of the bid. */
const scopes = parseGroups(
  `
  352 Batavia Ave, Geneva | Build a one-bedroom apartment of about 620 square feet over the existing two-car garage: bedroom, bath with a curbless shower, and a kitchen along the west wall.
  352 Batavia Ave, Geneva | Outside stair with a landing, wide enough for a stair lift. The lift itself is not included.
  352 Batavia Ave, Geneva | Permit drawings and fees are included.
  27 S Lincoln St, North Aurora | Replace all cabinet fronts, hinges and drawer slides; the boxes stay. New floor in the corner base cabinet.
  27 S Lincoln St, North Aurora | Remove the counters and set new ones of quartz or laminate, with an undermount sink and a full-height tile backsplash. Painting is not included.
  14 Lake Dr, Elgin | Build a 14 by 16 foot three-season room on the existing slab: framing, roof tied into the house, seven sliding windows and one door to the yard. Two outlets and a ceiling fan on the existing electric panel.
  908 Fox Run Dr, Batavia | Build a 12 foot bar with an oak top, sink and dishwasher, and shelves on the back wall. Drain and water supply come from the bath next door. Appliances are bought by the owner.
  46 Hawthorne Ct, St. Charles | Take down the gutters and the fascia on all sides. Replace rotten fascia boards and wrap them in aluminum. Hang 210 feet of new 6 inch gutters with leaf guards, copper over the front entry.
  715 Oak Ave, Sugar Grove | Turn two bedrooms into one suite with a walk-in closet and a sitting room. New bath with a double vanity, a tiled shower and a heated floor. Refinish the oak floor in all rooms.
  1850 Dean St, St. Charles | Build an accessible restroom of two stalls in the northeast corner of the warehouse: block walls, trench for the drain, fixtures, exhaust fan and lighting.
  1850 Dean St, St. Charles | All work that is loud or dusty is done while the plant is closed. Saw cuts are made wet, and the racks beside the site are covered.
  63 Shabbona Trl, Batavia | Lay a 400 square foot paver patio on a compacted base and build a round fire pit of matching stone. Grade the lawn away from the house and seed it.
`,
  ([line = '']) => line,
)

/**
 * The bids: name; address; zip code; customer; phone; status, priority, the working days on which
 * it came in and was last changed, and the job it became; source; amount in dollars; notes;
 * follow-up (working day and note); reason of a rejection.
 */
const bids = parseTable(`
  Garage apartment | 352 Batavia Ave, Geneva | 60134 | Elise Thornton | 630-555-0151 | pending high -2 -2 | Referral | | Sent by the Metzgers. One bedroom over the garage for her mother, wants to know about a stair lift.
  Kitchen refresh | 27 S Lincoln St, North Aurora | 60542 | Dev and Priya Raman | 630-555-0152 | pending medium -4 -3 | Website | 31,650.00 | New fronts and counters, boxes stay. Has two other quotes. | 1: Ask whether the quartz or the laminate.
  Three-season room | 14 Lake Dr, Elgin | 60124 | Walter and Nancy Boyd | 847-555-0153 | follow_up high -16 -6 | Repeat customer | 52,000.00 | On the old patio slab. Quote sent, they compare it with a kit. | -1: Call in the evening, they are both home after six.
  Basement bar | 908 Fox Run Dr, Batavia | 60510 | Kevin Malloy | 630-555-0154 | pending low -7 -7 | Yard sign | 22,400.00
  Gutters and fascia | 46 Hawthorne Ct, St. Charles | 60174 | Ines Salgado | 630-555-0155 | pending medium -9 -8 | Referral | 6,840.00 | Two stories, walk-out on the back. Copper only at the entry. | 0: She wanted to talk to her sister first.
  Primary suite | 715 Oak Ave, Sugar Grove | 60554 | Tanya and Louis Greer | 630-555-0156 | follow_up medium -21 -5 | Home show | 98,750.00 | Bath, closet and sitting room. Budget is nearer 90. | 2: Send the version without the sitting room.
  Warehouse restroom | 1850 Dean St, St. Charles | 60174 | Fox Valley Pallet Co. | 630-555-0157 | pending medium -13 -10 | Website | 41,300.00 | Accessible, two stalls. They close for a week each quarter and want it done then.
  Kitchen remodel | 418 Alder Ct, Elgin | 60123 | Maya Okafor | 847-555-0121 | approved high -44 -18 kitchen | Repeat customer | 83,220.00
  Patio and fire pit | 63 Shabbona Trl, Batavia | 60510 | Rick Donnelly | 630-555-0158 | follow_up low -30 -12 | Yard sign | 18,450.00 | | 8: Wants to decide after his vacation.
  Deck and pergola | 12 Elm St, Batavia | 60510 | Colin Hale | 630-555-0122 | approved medium -52 -24 deck | Repeat customer | 48,250.75
  Slate roof repair | 5 Campbell St, Geneva | 60134 | Ardith Vogel | 630-555-0159 | rejected low -41 -33 | Referral | 12,600.00 | Gave her the name of a slater in Aurora. | | Needs a slate specialist
  Two-unit conversion | 233 Chapel St, Elgin | 60120 | Harold Stubbs | 847-555-0160 | rejected medium -58 -47 | Website | 189,000.00 | | | The city does not allow a second unit on that lot
`).map((columns) => {
  const [name = '', address = '', zip = '', customer = '', phone = '', ...rest] = columns
  const [facts = '', source = '', amount = '', notes = '', followUp = '', reason] = rest
  const [status, priority, created, changed, job] = facts.split(' ')
  const [followUpDay, followUpNotes] = followUp.split(': ')
  return {
    id: bidId(address),
    name,
    address,
    zip,
    customer,
    phone,
    status: status as Bid['status'],
    priority: priority as Bid['priority'],
    created: Number(created),
    changed: Number(changed),
    jobId: job === undefined ? null : jobId(job as JobKey),
    source,
    amount: amount === '' ? null : Number(amount.replaceAll(/[,.]/g, '')),
    scope: scopes.get(address)?.join('\n') ?? null,
    notes: notes || null,
    followUpDay: followUpDay ? Number(followUpDay) : null,
    followUpNotes: followUpNotes ?? null,
    reason: reason ?? null,
    appointments: appointments.get(address) ?? [],
    followUps: followUps.get(address) ?? [],
  }
})

/** A customer who became a client has an account with the same address. */
const emailOf = (name: string) =>
  `${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/\.$/, '')}@example.com`

/** The id of the bid with an address. */
export function bidId(address: string): string {
  return seededId(`bid/${address}`)
}

export function bidRows(calendar: Calendar) {
  return bids.map((bid) => {
    const { id, name, address, status, scope, notes, priority, followUpNotes, appointments } = bid
    const next = appointments.find(({ status }) => status === 'scheduled') ?? appointments.at(-1)
    return {
      id,
      name,
      address,
      status,
      estimatedAmount: bid.amount,
      scope,
      notes,
      clientId: null,
      customerId: customerId(emailOf(bid.customer)),
      customerName: bid.customer,
      customerEmail: emailOf(bid.customer),
      customerPhone: bid.phone,
      customerAddress: `${address}, IL ${bid.zip}`,
      appointmentDate: next ? calendar.at(...next.at) : null,
      appointmentNotes: next?.description ?? null,
      leadSource: bid.source,
      priority,
      followUpDate: bid.followUpDay === null ? null : calendar.day(bid.followUpDay),
      followUpNotes,
      jobId: bid.jobId,
      createdAt: calendar.at(bid.created, '09:20'),
      updatedAt: calendar.at(bid.changed, '16:40'),
    } satisfies typeof pendingBids.$inferInsert
  })
}

/** The prices of the bids that have lines. */
export const bidPricingRows = (calendar: Calendar) =>
  pricingRows(
    bids.map(({ id, address, created }) => ({
      id,
      address,
      pricedAt: calendar.at(created, '17:10'),
    })),
  )

/** The versions of bids that were sent. */
export const sentRows = (calendar: Calendar, personId: PersonId) =>
  proposalRows(
    calendar,
    personId,
    bids.map((bid) => ({
      ...bid,
      email: emailOf(bid.customer),
      postalAddress: `${bid.address}, IL ${bid.zip}`,
    })),
  )

export function appointmentRows(calendar: Calendar, personId: PersonId) {
  return bids.flatMap(({ id, address, created, appointments }) =>
    appointments.map((appointment, n) => {
      const { title, description, minutes, type, status, by, completionNotes } = appointment
      const createdAt = calendar.at(created, '11:05')
      const scheduledDate = calendar.at(...appointment.at)
      return {
        id: seededId(`appointment/${address}/${n}`),
        bidId: id,
        title,
        description,
        scheduledDate,
        duration: minutes,
        appointmentType: type,
        status,
        assignedToId: personId(by),
        completionNotes,
        createdAt,
        updatedAt: status === 'scheduled' ? createdAt : scheduledDate,
      } satisfies typeof bidAppointments.$inferInsert
    }),
  )
}

export function followUpRows(calendar: Calendar, personId: PersonId) {
  return bids.flatMap(({ id, address, followUps }) =>
    followUps.map(
      ({ way, by, day, note }, n) =>
        ({
          id: seededId(`follow-up/${address}/${n}`),
          bidId: id,
          day: calendar.day(day),
          way,
          note,
          personId: personId(by),
          createdAt: calendar.at(day, '16:10'),
        }) satisfies typeof bidFollowUps.$inferInsert,
    ),
  )
}

/** The history of the bids. */
export function bidEvents(calendar: Calendar, personId: PersonId) {
  return bids.flatMap(({ id, address, amount, created, changed, jobId, status: to, ...bid }) => {
    const { reason, appointments, followUps } = bid
    const event = (name: EventName, createdAt: Date, detail?: PlumblineEvent['detail']) =>
      ({
        name,
        subjectId: id,
        actorId: personId('owner'),
        detail: detail ?? null,
        createdAt,
      }) satisfies typeof events.$inferInsert
    const history = [event('bid.created', calendar.at(created, '09:20'))]
    if (samplePricing(address)) {
      const total = ((amount ?? 0) / 100).toFixed(2)
      history.push(event('bid.priced', calendar.at(created, '17:10'), { total }))
    }
    for (const { title, status, at } of appointments) {
      const createdAt = calendar.at(created, '11:05')
      history.push(event('bid.appointment', createdAt, { title, status: 'scheduled' }))
      if (status !== 'scheduled')
        history.push(event('bid.appointment', calendar.at(...at), { title, status }))
    }
    for (const { way, day } of followUps)
      history.push(event('bid.followUp', calendar.at(day, '16:10'), { way }))
    const decidedAt = calendar.at(changed, '16:40')
    if (jobId) history.push(event('bid.converted', decidedAt, { jobId }))
    else if (to !== 'pending')
      history.push(event('bid.status', decidedAt, { from: 'pending', to, reason }))
    return history
  })
}
