import type { ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { LineCategory } from '@plumbline/contract/pricedLines.ts'
import { CONSENT_TEXT } from '@plumbline/contract/proposalSettings.ts'
import type { ProposalEventKind } from '@plumbline/contract/proposalStatuses.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import { amountInCents, totalsOf } from '@plumbline/contract/totals.ts'
import { canonicalOf, sha256Of } from '../server/documents/canonical.ts'
import type { Evidence, Proposal } from '../server/documents/model.ts'
import { totalOf } from '../server/features/changeOrders/service.ts'
import type { changeOrders as table } from '../server/schema/changeOrders.ts'
import type { proposalHistory, proposalPhotos, proposals } from '../server/schema/proposals.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobId, jobOf } from './jobs.ts'
import { parseGroups, parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'
import { type StoredPhotos, samplePhotos } from './photos.ts'
import { LICENSE } from './pricing.ts'
import { contact } from './proposals.ts'

/**
 * The change orders: job and number; status; title; working days added; the admin who wrote it and
 * the working days on which it was written and sent, twice for one that was sent again; reason;
 * pictures of the job.
 */
const orders = parseTable(`
  kitchen 1 | approved | Outlets in the island and pantry | 0 | thiel -12 -11 | Two outlets in the island and one in the pantry, as we talked about on the day the cables went in. | wiring-doing wiring-done
  kitchen 2 | approved | Rotted subfloor at the sink | 2 | thiel -8 -8 | The subfloor under the old sink is rotted through. We replace it down to the joists before the cabinets go in. | demolition-doing pipes-doing
  kitchen 3 | sent | Under-cabinet lighting | 0 | thiel -2 -2 | You asked on Monday for light on the counter. We run the wire now, before the backsplash goes on. | kitchen-doing
  kitchen 4 | draft | Glass doors for the pantry | 1 | park -1
  addition 1 | withdrawn | Skylight in the larger bedroom | 3 | thiel -7 -7 | A skylight of 22 by 46 inches on the north slope.
  addition 2 | declined | Heat pump instead of baseboards | 4 | thiel -7 -6 -5 | One outdoor unit and three heads. It also cools. | footings-before footings-doing
  office 1 | sent | Second data cabinet | 1 | owner -20 -19 | A second cabinet for the phones, in the closet behind reception.
`).map(([key = '', status = '', title = '', daysAdded, facts = '', reason, pictures]) => {
  const [job, number] = key.split(' ')
  const [by, written, ...days] = facts.split(' ')
  const sent = days.at(-1)
  return {
    ...{ key, title, reason: reason || null, daysAdded: Number(daysAdded) },
    pictures: pictures?.split(' ') ?? [],
    id: seededId(`change order/${key}`),
    proposalId: seededId(`change order/${key}/version`),
    job: job as JobKey,
    number: Number(number),
    status: status as NonNullable<(typeof table.$inferInsert)['status']>,
    by: by as AdminKey,
    written: Number(written),
    sent: sent === undefined ? undefined : Number(sent),
    replaced: days.slice(0, -1).map(Number),
  }
})
type SampleOrder = (typeof orders)[number]

/** The lines: description; category; quantity and unit; price and cost of a unit; details. */
const lines = parseGroups(
  `
  kitchen 1 | Outlets, tamper-resistant | subcontract | 3 each | 385 270 | On the circuit of the island.
  kitchen 1 | Open and close the pantry wall | labor | 1 job | 825 560
  kitchen 2 | Subfloor, plywood and blocking | labor | 1 job | 1320 905
  kitchen 2 | Old subfloor that was in the price | labor | -1 job | 120 80
  kitchen 3 | LED strips, warm white, dimmable | material | 4 each | 185 128 | 4 pieces under the north wall
  kitchen 3 | Wire, switch and driver | subcontract | 1 job | 500 365 | Luis Ortiz, one morning
  kitchen 4 | Glass doors, reeded | material | 4 each | 540 402
  addition 1 | Skylight, flashing and shaft | subcontract | 1 job | 4650 3380
  addition 2 | Heat pump, three heads | subcontract | 1 set | 11400 8650
  addition 2 | Baseboards that are not needed | material | -5 each | 310 230
  office 1 | Data cabinet with patch panel | subcontract | 1 each | 1875 1390
`,
  ([description = '', category, amount = '', price = '', details]) => {
    const [, quantity = '', unit = ''] = /^(\S+) (.*)$/.exec(amount) ?? []
    const [unitPrice = '', unitCost = ''] = price.split(' ')
    return {
      ...{ description, details: details || null, quantity, unit, unitPrice, unitCost },
      category: category as LineCategory,
      taxable: false,
    }
  },
)

/** The events after a version was sent: kind, admin; working day and time; note. */
const happenings = parseGroups(
  `
  kitchen 1 | viewed | -11 19:10 | on a phone
  kitchen 1 | approved | -10 08:25
  kitchen 2 | viewed | -8 18:02 | on a phone
  kitchen 2 | question | -8 18:09 | Is the floor under the dishwasher fine?
  kitchen 2 | approved | -7 12:44
  kitchen 3 | viewed | -1 20:15 | on a phone
  addition 1 | viewed | -7 21:40 | on a computer
  addition 1 | withdrawn thiel | -6 09:15 | The rafters are doubled there.
  addition 2 | viewed | -5 17:30 | on a phone
  addition 2 | declined | -3 19:05 | We stay with the baseboards for now.
  office 1 | viewed | -19 10:20 | on a computer
`,
  ([kind = '', at = '', note]) => {
    const [name, by] = kind.split(' ')
    const [day, time = ''] = at.split(' ')
    return {
      kind: name as ProposalEventKind,
      by: by as AdminKey | undefined,
      at: [Number(day), time] as const,
      note: note || null,
    }
  },
)

/** The approved change orders of a job, with their totals in cents. None has tax. */
export const approvedChanges = (of: JobKey) =>
  orders
    .filter(({ job, status }) => job === of && status === 'approved')
    .map(({ key, id, number, title }) => {
      const { total } = totalsOf(lines.get(key) ?? [], { discount: null, taxRate: '0' })
      return { id, number, title, amount: Number(amountInCents(total)) }
    })

/** The photos of a change order. */
const photosOf = (calendar: Calendar, { job, pictures }: SampleOrder) =>
  samplePhotos(calendar).filter(
    (photo) => photo.job === job && pictures.some((one) => photo.picture === `${job}-${one}`),
  )

function draftOf(calendar: Calendar, order: SampleOrder): ChangeOrderDraft {
  const { key, title, reason, daysAdded } = order
  return {
    ...{ title, reason, daysAdded, taxRate: '0', movesEnd: true },
    lines: lines.get(key) ?? [],
    photoIds: photosOf(calendar, order).map(({ id }) => id),
  }
}

const SENT_AT = '11:30'

/** When a change order was last changed. */
const changedAt = (calendar: Calendar, { key, written, sent }: SampleOrder) => {
  const last = happenings.get(key)?.filter(({ kind }) => kind !== 'viewed' && kind !== 'question')
  const end = last?.at(-1)
  if (end) return calendar.at(...end.at)
  return sent === undefined ? calendar.at(written, '10:10') : calendar.at(sent, SENT_AT)
}

export const changeOrderRows = (calendar: Calendar) =>
  orders.map((order) => {
    const { id, job, number, status, written, sent } = order
    const draft = draftOf(calendar, order)
    const isDecided = status === 'approved' || status === 'declined'
    return {
      ...{ id, jobId: jobId(job), customerId: customerId(jobOf(job).customer.email) },
      ...{ number, status, ...draft, total: totalOf(draft) },
      sent: sent === undefined ? null : draft,
      decidedAt: isDecided ? changedAt(calendar, order) : null,
      createdAt: calendar.at(written, '10:10'),
      updatedAt: changedAt(calendar, order),
    } satisfies typeof table.$inferInsert
  })

/** The content of a change order, without its costs. */
function contentOf(calendar: Calendar, order: SampleOrder, stored: StoredPhotos): Proposal {
  const { name, address, zip, customer } = jobOf(order.job)
  const { title, reason, daysAdded, taxRate, ...draft } = draftOf(calendar, order)
  return {
    title,
    change: { number: order.number, job: name, daysAdded, movesEnd: draft.movesEnd },
    company: { name: sampleNames.companyName, ...contact, license: LICENSE },
    customer: { ...customer, address: `${address}, IL ${zip}` },
    site: address,
    introduction: reason,
    photos: photosOf(calendar, order).flatMap(({ id, caption, takenAt }) => {
      const picture = stored.get(id)?.picture
      if (!picture) return []
      const { width, height, files } = picture
      const { sha256 } = files.original
      return [{ caption, day: dayIn(calendar.timeZone, takenAt), width, height, sha256 }]
    }),
    scope: null,
    sections: [
      {
        ...{ title: 'Changes', kind: 'included' },
        lines: draft.lines.map(({ unitCost: _, category: __, ...line }) => ({
          ...{ ...line, allowance: false, chosen: true },
        })),
      },
    ],
    ...{ discount: null, taxRate, taxName: 'Sales tax', schedule: [], terms: [] },
    ...{ consent: CONSENT_TEXT, amount: '0.00' },
  }
}

const sentOrders = orders.flatMap((order) =>
  order.sent === undefined ? [] : { ...order, sent: order.sent },
)

export const changeVersionRows = (calendar: Calendar, personId: PersonId, stored: StoredPhotos) =>
  sentOrders.flatMap((order) => {
    const { proposalId, id, key, number, status, by, sent } = order
    const { customer } = jobOf(order.job)
    const content = canonicalOf(contentOf(calendar, order, stored))
    const [sha256, total] = [sha256Of(content), totalOf(draftOf(calendar, order))]
    const sentAt = calendar.at(sent, SENT_AT)
    const signed = happenings.get(key)?.find(({ kind }) => kind === 'approved')
    const evidence: Evidence | null = signed
      ? {
          ...{ name: customer.name, strokes: null, total: (total / 100).toFixed(2), sha256 },
          ...{ consent: CONSENT_TEXT, signedAt: calendar.at(...signed.at).toISOString() },
          ...{ address: '203.0.113.24', browser: 'Mozilla/5.0 (iPhone)', sentTo: null },
          account: customer.email,
        }
      : null
    const shared = {
      ...{ changeOrderId: id, number: `Change order ${number}`, content, sha256, total, costs: {} },
      ...{ sentById: personId(by), sentTo: customer.email, customerId: customerId(customer.email) },
    }
    const earlier = order.replaced.map((day, n) => ({
      ...{ ...shared, id: seededId(`change order/${key}/version ${n + 1}`), version: n + 1 },
      ...{ status: 'replaced' as const, lastDay: addDays(calendar.day(day), 14) },
      ...{ linkMadeAt: calendar.at(day, SENT_AT), signedContent: null, evidence: null },
      ...{ createdAt: calendar.at(day, SENT_AT), updatedAt: sentAt },
    }))
    return [
      ...earlier,
      {
        ...{ ...shared, id: proposalId, version: earlier.length + 1 },
        status: status === 'draft' ? 'sent' : status,
        lastDay: addDays(calendar.day(sent), 14),
        ...{ linkMadeAt: sentAt, signedContent: evidence ? content : null, evidence },
        ...{ createdAt: sentAt, updatedAt: changedAt(calendar, order) },
      },
    ] satisfies (typeof proposals.$inferInsert)[]
  })

export const changePhotoRows = (calendar: Calendar) =>
  sentOrders.flatMap((order) =>
    photosOf(calendar, order).map(
      ({ id: photoId }, at) =>
        ({
          ...{ proposalId: order.proposalId, photoId, place: at + 1 },
        }) satisfies typeof proposalPhotos.$inferInsert,
    ),
  )

export const changeEventRows = (calendar: Calendar, personId: PersonId) =>
  sentOrders.flatMap(({ key, proposalId, by, sent }) =>
    [
      { kind: 'sent' as const, by, at: [sent, SENT_AT] as const, note: null },
      ...(happenings.get(key) ?? []),
    ].map(
      (one, n) =>
        ({
          id: seededId(`change order event/${key}/${n}`),
          proposalId,
          kind: one.kind,
          actorId: one.by ? personId(one.by) : null,
          note: one.note,
          createdAt: calendar.at(...one.at),
        }) satisfies typeof proposalHistory.$inferInsert,
    ),
  )
