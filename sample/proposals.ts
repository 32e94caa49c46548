import { addDays } from '@plumbline/contract/dates.ts'
import { CONSENT_TEXT } from '@plumbline/contract/proposalSettings.ts'
import type { ProposalEventKind, StoredStatus } from '@plumbline/contract/proposalStatuses.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import { amountInCents } from '@plumbline/contract/totals.ts'
import { canonicalOf, sha256Of } from '../server/documents/canonical.ts'
import { type Evidence, type Proposal, totalOf } from '../server/documents/model.ts'
import type { documentNumbers, proposalHistory, proposals } from '../server/schema/proposals.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { parseGroups, parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'
import { LICENSE, samplePricing } from './pricing.ts'

/**
 * The versions that were sent: address of the bid; number and version; status; working day on which
 * it was sent, by whom, and the days for which it is valid.
 */
const versions = parseTable(`
  418 Alder Ct, Elgin | 19 1 | approved | -30 owner 30
  1850 Dean St, St. Charles | 24 1 | declined | -12 thiel 30
  63 Shabbona Trl, Batavia | 25 1 | sent | -28 park 14
  46 Hawthorne Ct, St. Charles | 28 1 | withdrawn | -8 park 30
  715 Oak Ave, Sugar Grove | 29 1 | replaced | -17 owner 30
  715 Oak Ave, Sugar Grove | 29 2 | sent | -5 owner 30
  14 Lake Dr, Elgin | 31 1 | sent | -11 thiel 30
`).map(([address = '', name = '', status = '', facts = '']) => {
  const [number, version] = name.split(' ').map(Number)
  const [day, by, validDays] = facts.split(' ')
  return {
    id: seededId(`proposal/${address}/${version}`),
    address,
    number: number ?? 0,
    version: version ?? 1,
    status: status as StoredStatus,
    day: Number(day),
    by: by as AdminKey,
    validDays: Number(validDays),
  }
})

/** The events after they were sent, by address and version: kind; working day and time; note. */
const happenings = parseGroups(
  `
  418 Alder Ct, Elgin 1 | viewed | -30 19:15 | on a phone
  418 Alder Ct, Elgin 1 | question | -29 20:02 | Can the island be a foot longer without moving the sink?
  418 Alder Ct, Elgin 1 | viewed | -25 18:40 | on a computer
  418 Alder Ct, Elgin 1 | approved | -18 16:38
  1850 Dean St, St. Charles 1 | viewed | -12 14:20 | on a computer
  1850 Dean St, St. Charles 1 | declined | -10 09:05 | Please send it again without the night work, we found a week in January.
  63 Shabbona Trl, Batavia 1 | viewed | -27 21:10 | on a phone
  46 Hawthorne Ct, St. Charles 1 | withdrawn park | -7 10:30 | She wants the copper on all sides. Measure again.
  715 Oak Ave, Sugar Grove 1 | viewed | -17 19:45 | on a phone
  715 Oak Ave, Sugar Grove 1 | replaced owner | -5 11:00
  715 Oak Ave, Sugar Grove 2 | viewed | -4 20:30 | on a phone
  14 Lake Dr, Elgin 1 | viewed | -11 19:15 | on a phone
  14 Lake Dr, Elgin 1 | viewed | -2 20:02 | on a computer
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

interface SampleBid {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly scope: string | null
  /** Cents. */
  readonly amount: number | null
  readonly customer: string
  readonly email: string
  readonly phone: string
  readonly postalAddress: string
}

/** The company as it stands on proposals. */
export const contact = { address: '240 S Water St, Batavia, IL 60510', phone: '630-555-0199' }

/** The offer of a bid, without its costs. */
function proposalOf(bid: SampleBid): Proposal | undefined {
  const pricing = samplePricing(bid.address)
  if (!pricing) return undefined
  return {
    title: bid.name,
    change: null,
    company: { name: sampleNames.companyName, ...contact, license: LICENSE },
    customer: {
      ...{ name: bid.customer, address: bid.postalAddress },
      ...{ phone: bid.phone, email: bid.email },
    },
    site: bid.address,
    introduction: pricing.introduction,
    photos: [],
    scope: bid.scope,
    sections: pricing.sections.map((section) => ({
      ...section,
      lines: section.lines.map(({ unitCost: _, category: __, ...line }) => line),
    })),
    discount: pricing.discount,
    taxRate: pricing.taxRate,
    taxName: 'Sales tax',
    schedule: pricing.schedule,
    terms: pricing.terms,
    consent: CONSENT_TEXT,
    amount: bid.amount === null ? null : (bid.amount / 100).toFixed(2),
  }
}

export function proposalRows(calendar: Calendar, personId: PersonId, bids: readonly SampleBid[]) {
  return versions.flatMap((version) => {
    const bid = bids.find(({ address }) => address === version.address)
    const proposal = bid && proposalOf(bid)
    const total = proposal && totalOf(proposal)
    if (!bid || !proposal || !total) return []
    const content = canonicalOf(proposal)
    const sha256 = sha256Of(content)
    const sentAt = calendar.at(version.day, '11:00')
    const happened = happenings.get(`${version.address} ${version.version}`) ?? []
    const last = happened.at(-1)
    const signed = happened.find(({ kind }) => kind === 'approved')
    const evidence: Evidence | null = signed
      ? {
          ...{ name: bid.customer, strokes: null, total, sha256, consent: CONSENT_TEXT },
          signedAt: calendar.at(...signed.at).toISOString(),
          ...{ address: '203.0.113.24', browser: 'Mozilla/5.0 (iPhone)', sentTo: bid.email },
        }
      : null
    return [
      {
        id: version.id,
        bidId: bid.id,
        number: `P-${sentAt.getUTCFullYear()}-${String(version.number).padStart(4, '0')}`,
        version: version.version,
        status: version.status,
        ...{ content, sha256, total: Number(amountInCents(total)), costs: {} },
        lastDay: addDays(calendar.day(version.day), version.validDays),
        sentById: personId(version.by),
        ...{ sentTo: bid.email, customerId: customerId(bid.email) },
        linkMadeAt: sentAt,
        signedContent: evidence ? content : null,
        evidence,
        createdAt: sentAt,
        updatedAt: last ? calendar.at(...last.at) : sentAt,
      } satisfies typeof proposals.$inferInsert,
    ]
  })
}

export const proposalEventRows = (calendar: Calendar, personId: PersonId) =>
  versions.flatMap(({ id: proposalId, address, version, day, by }) => {
    const key = `${address} ${version}`
    const sent = { kind: 'sent' as const, by, at: [day, '11:00'] as const, note: null }
    return [sent, ...(happenings.get(key) ?? [])].map(
      (one, n) =>
        ({
          id: seededId(`proposal event/${key}/${n}`),
          proposalId,
          kind: one.kind,
          actorId: one.by ? personId(one.by) : null,
          note: one.note,
          createdAt: calendar.at(...one.at),
        }) satisfies typeof proposalHistory.$inferInsert,
    )
  })

/** The numbers used so far, so that the next proposal gets a new one. */
export function numberRows(calendar: Calendar) {
  const years = new Map<number, number>()
  for (const { number, day } of versions) {
    const year = calendar.at(day, '11:00').getUTCFullYear()
    years.set(year, Math.max(number, years.get(year) ?? 0))
  }
  // A new year begins while the sample company is looked at.
  const thisYear = Number(calendar.day(0).slice(0, 4))
  if (!years.has(thisYear)) years.set(thisYear, 0)
  return [...years].map(
    ([year, last]) =>
      ({ kind: 'proposal', year, last }) satisfies typeof documentNumbers.$inferInsert,
  )
}
