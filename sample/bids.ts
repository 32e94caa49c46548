import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import type { bidAppointments, pendingBids } from '../server/bids/table.ts'
import type { events } from '../server/live/table.ts'
import { bids, type SampleBid } from './bidList.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './fixed.ts'
import { jobId } from './jobs.ts'
import type { PersonId } from './people.ts'

const bidId = ({ address }: SampleBid) => idOf(`bid/${address}`)

/** Whoever became a client has an account and writes from the same address. */
const emailOf = ({ customer }: SampleBid) =>
  `${customer
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/\.$/, '')}@example.com`

export function bidRows(calendar: Calendar) {
  return bids.map((bid) => {
    const [came, touched] = bid.days
    const next = bid.visits?.find(({ status }) => status === 'scheduled') ?? bid.visits?.at(-1)
    return {
      id: bidId(bid),
      name: bid.name,
      address: bid.address,
      status: bid.status,
      estimatedAmount: bid.amount,
      notes: bid.notes ?? null,
      customerName: bid.customer,
      customerEmail: emailOf(bid),
      customerPhone: bid.phone,
      customerAddress: `${bid.address}, IL ${bid.zip}`,
      appointmentDate: next ? calendar.at(...next.at) : null,
      appointmentNotes: next?.text ?? null,
      leadSource: bid.source,
      priority: bid.priority,
      followUpDate: bid.followUp ? calendar.day(bid.followUp[0]) : null,
      followUpNotes: bid.followUp?.[1] ?? null,
      jobId: bid.became ? jobId(bid.became) : null,
      createdAt: calendar.at(came, '09:20'),
      updatedAt: calendar.at(touched, '16:40'),
    } satisfies typeof pendingBids.$inferInsert
  })
}

export function appointmentRows(calendar: Calendar, personId: PersonId) {
  return bids.flatMap((bid) =>
    (bid.visits ?? []).map((visit, n) => {
      const madeAt = calendar.at(bid.days[0], '11:05')
      const scheduledDate = calendar.at(...visit.at)
      return {
        id: idOf(`appointment/${bid.address}/${n}`),
        bidId: bidId(bid),
        title: visit.title,
        description: visit.text ?? null,
        scheduledDate,
        duration: visit.minutes ?? 60,
        appointmentType: visit.kind ?? 'consultation',
        status: visit.status,
        assignedToId: personId(visit.by),
        completionNotes: visit.outcome ?? null,
        createdAt: madeAt,
        updatedAt: visit.status === 'scheduled' ? madeAt : scheduledDate,
      } satisfies typeof bidAppointments.$inferInsert
    }),
  )
}

/** The history of the bids. */
export function bidEvents(calendar: Calendar, personId: PersonId) {
  return bids.flatMap((bid) => {
    const told = (name: EventName, createdAt: Date, detail?: PlumblineEvent['detail']) =>
      ({
        name,
        subjectId: bidId(bid),
        actorId: personId('owner'),
        detail: detail ?? null,
        createdAt,
      }) satisfies typeof events.$inferInsert
    const [came, touched] = bid.days
    const decidedAt = calendar.at(touched, '16:40')
    const visits = (bid.visits ?? []).flatMap(({ title, status, at }) => [
      told('bid.appointment', calendar.at(came, '11:05'), { title, status: 'scheduled' }),
      ...(status === 'scheduled'
        ? []
        : [told('bid.appointment', calendar.at(...at), { title, status })]),
    ])
    const decided = bid.became
      ? [told('bid.converted', decidedAt, { jobId: jobId(bid.became) })]
      : bid.status === 'pending'
        ? []
        : [
            told('bid.status', decidedAt, {
              from: 'pending',
              to: bid.status,
              reason: bid.reason ?? null,
            }),
          ]
    return [told('bid.created', calendar.at(came, '09:20')), ...visits, ...decided]
  })
}
