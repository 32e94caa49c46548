import { formatDay } from '@plumbline/contract/dates.ts'
import { scaled } from '@plumbline/contract/decimals.ts'
import { chosenLines, type SectionKind } from '@plumbline/contract/pricedLines.ts'
import type { Pricing } from '@plumbline/contract/pricing.ts'
import {
  lineAmount,
  PRICE_DECIMALS,
  type Share,
  scheduleOf,
  totalsOf,
} from '@plumbline/contract/totals.ts'
import { moneyText, numberText } from './figures.ts'
import type { Ledger } from './ledgerRows.ts'

type PricedLine = Pricing['sections'][number]['lines'][number]
/** A line without what is for the office alone: its cost and its category. */
type OfferedLine = Omit<PricedLine, 'unitCost' | 'category'>

/** The content of a proposal or a change order, without any cost: the document of a version. */
export interface Proposal {
  readonly title: string
  /**
   * The number of a change order in its job, the name of the job, and the working days it adds;
   * null for a proposal.
   */
  readonly change: {
    readonly number: number
    readonly job: string
    readonly daysAdded: number
    /** Whether the end of the job moves by them. */
    readonly movesEnd: boolean
  } | null
  readonly company: {
    readonly name: string
    readonly address: string | null
    readonly phone: string | null
    readonly license: string | null
  }
  readonly customer: {
    readonly name: string | null
    readonly address: string | null
    readonly phone: string | null
    readonly email: string | null
  }
  /** The address of the work. */
  readonly site: string
  readonly introduction: string | null
  readonly photos: readonly {
    readonly caption: string | null
    /** The day it was taken. */
    readonly day: string
    /** Pixels. */
    readonly width: number
    readonly height: number
    /** The hash of the original. */
    readonly sha256: string
  }[]
  readonly scope: string | null
  readonly sections: readonly {
    readonly title: string
    readonly kind: SectionKind
    readonly lines: readonly OfferedLine[]
  }[]
  readonly discount: Share | null
  readonly taxRate: string
  readonly taxName: string
  readonly schedule: Pricing['schedule']
  readonly terms: Pricing['terms']
  /** The text that a customer agrees to by signing. */
  readonly consent: string
  /** The amount of a proposal without lines, in exact dollars; null to be agreed. */
  readonly amount: string | null
}

/** A row of a section: text as it stands on paper. */
export interface DocumentRow {
  /** The box or circle before it; null where there is nothing to choose. */
  readonly mark: { readonly shape: 'box' | 'circle'; readonly isChosen: boolean } | null
  readonly description: string
  readonly details: string | null
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
}

interface DocumentSection {
  readonly title: string
  /** A note on how to choose; null where there is nothing to choose. */
  readonly hint: string | null
  readonly rows: readonly DocumentRow[]
  /** The amount of its rows that are chosen. */
  readonly total: string
}

/** Lines under a small title, several of which stand side by side. */
interface Column {
  readonly title: string
  readonly lines: readonly string[]
}

/** A document as it stands on a page and on paper: all of its words, in their order. */
export interface Document {
  readonly title: string
  /** A word across its head, such as `Void`; null for none. */
  readonly stamp: string | null
  /** Below the title: what it is, its day, how long it is valid. */
  readonly facts: readonly string[]
  readonly company: { readonly name: string; readonly lines: readonly string[] }
  readonly parties: readonly Column[]
  readonly texts: readonly { readonly title: string | null; readonly text: string }[]
  /** Their pictures come from elsewhere, in the same order. */
  readonly photos: readonly {
    readonly caption: string
    /** Pixels. */
    readonly width: number
    readonly height: number
  }[]
  /** The account of a statement, above its sections. */
  readonly ledger?: Ledger
  readonly sections: readonly DocumentSection[]
  readonly totals: readonly {
    readonly label: string
    readonly amount: string
    readonly isTotal: boolean
  }[]
  /** Below the totals: how they stand to the whole contract. */
  readonly figures: readonly Column[]
  readonly schedule: readonly {
    readonly title: string
    readonly share: string
    readonly amount: string
  }[]
  readonly terms: Pricing['terms']
  /** The people who sign on paper, and those who have signed; none where nobody signs. */
  readonly signatures: readonly {
    readonly title: string
    readonly name: string
    /** Null for one who signs on paper. */
    readonly signed: Signature | null
  }[]
  /** The circumstances of the signature, on a page of its own; empty without one. */
  readonly evidence: readonly { readonly label: string; readonly text: string }[]
  /**
   * The moment of signing, or of sending, ISO; null for a draft. The same document is then the same
   * file.
   */
  readonly writtenAt: string | null
}

/** A drawing as lines of points, in a box of {@link DRAWING} units. */
export type Strokes = readonly (readonly (readonly [x: number, y: number])[])[]
export const DRAWING = { width: 1000, height: 400 } as const

interface Signature {
  /** The drawing; null for a typed signature. */
  readonly strokes: Strokes | null
  readonly day: string
}

/** The choice of a customer in a section that offers one. */
interface Choice {
  readonly section: string
  /** The descriptions of the chosen lines; none where all options were left out. */
  readonly lines: readonly string[]
}

/** The choices that a proposal has, by its sections that offer one. */
export const choicesOf = ({ sections }: Proposal): readonly Choice[] =>
  sections
    .filter(({ kind, lines }) => kind !== 'included' && lines.length > 0)
    .map(({ title, lines }) => ({
      section: title,
      lines: lines.filter(({ chosen }) => chosen).map(({ description }) => description),
    }))

/** The circumstances in which a customer signed a version. */
export interface Evidence {
  readonly name: string
  readonly strokes: Strokes | null
  /** In UTC, ISO. */
  readonly signedAt: string
  /** The network address and the browser, as the server saw them. */
  readonly address: string
  readonly browser: string
  /** The address that the link went to; null where it was copied. */
  readonly sentTo: string | null
  /** The address with which the customer was signed in; none for a signature from the link. */
  readonly account?: string
  readonly consent: string
  /** The lines that were chosen where there was a choice. Earlier signatures lack it. */
  readonly choices?: readonly Choice[]
  /** Exact dollars. */
  readonly total: string
  /** The hash of the version. */
  readonly sha256: string
}

/** The moment as everybody reads it in the same way: `Nov 28, 2026, 15:42:10 UTC`. */
const utcText = (iso: string) => `${formatDay(iso.slice(0, 10))}, ${iso.slice(11, 19)} UTC`

const evidenceRows = (evidence: Evidence, proposal: Proposal): Document['evidence'] => [
  { label: 'Signed by', text: evidence.name },
  { label: 'Signature', text: evidence.strokes ? 'Drawn on screen' : 'Typed' },
  { label: 'Moment', text: utcText(evidence.signedAt) },
  ...(evidence.choices ?? choicesOf(proposal)).map(({ section, lines }) => ({
    label: 'Choice',
    text: `${section}: ${lines.join(', ') || 'none'}`,
  })),
  { label: 'Total', text: moneyText(evidence.total) },
  { label: 'Consent', text: evidence.consent },
  evidence.account === undefined
    ? { label: 'Link sent to', text: evidence.sentTo ?? 'No address given' }
    : { label: 'Signed in as', text: evidence.account },
  { label: 'Network address', text: evidence.address },
  { label: 'Browser', text: evidence.browser },
  { label: 'Version (SHA-256)', text: evidence.sha256 },
]

interface Signing {
  readonly evidence: Evidence
  /** The day in the company's time zone. */
  readonly day: string
}

const isZero = (exact: string) => scaled(exact, PRICE_DECIMALS) === 0n

const hints: Readonly<Record<SectionKind, string | null>> = {
  included: null,
  optional: 'Optional',
  choose_one: 'Choose one',
}

const ROUND: SectionKind = 'choose_one'

function rowOf(line: OfferedLine, kind: SectionKind): DocumentRow {
  const shape = kind === ROUND ? 'circle' : 'box'
  return {
    mark: kind === 'included' ? null : { shape, isChosen: line.chosen },
    description: line.allowance ? `${line.description} (allowance)` : line.description,
    details: line.details,
    quantity: [numberText(line.quantity), line.unit].filter(Boolean).join(' '),
    unitPrice: moneyText(line.unitPrice),
    amount: moneyText(lineAmount(line)),
  }
}

/** `10%`, or the amount of a step; the last one is the rest. */
const shareText = (share: Share | null, steps: number) => {
  if (!share) return steps > 1 ? 'The rest' : 'All'
  return share.kind === 'percent' ? `${share.value}%` : ''
}

/** Whether a proposal has lines, which its total is made of. */
const isPriced = ({ sections }: Proposal) => sections.some(({ lines }) => lines.length > 0)

/** The total of a proposal in exact dollars; null to be agreed. */
export const totalOf = (proposal: Proposal): string | null =>
  isPriced(proposal) ? totalsOf(chosenLines(proposal.sections), proposal).total : proposal.amount

function totalRows(proposal: Proposal): Document['totals'] {
  const { change, discount, taxRate, taxName, amount } = proposal
  const row = (label: string, text: string, isTotal = false) => ({ label, amount: text, isTotal })
  if (!isPriced(proposal))
    return [
      row(
        change ? 'Total' : 'Estimated amount',
        amount === null ? 'To be agreed' : moneyText(amount),
        true,
      ),
    ]
  const totals = totalsOf(chosenLines(proposal.sections), proposal)
  const percent = discount?.kind === 'percent' ? `, ${discount.value}%` : ''
  return [
    ...(isZero(totals.discount) && isZero(taxRate)
      ? []
      : [row('Subtotal', moneyText(totals.subtotal))]),
    ...(isZero(totals.discount)
      ? []
      : [row(`Discount${percent}`, moneyText(`-${totals.discount}`))]),
    ...(isZero(taxRate)
      ? []
      : [row(`${taxName}, ${taxRate}% of ${moneyText(totals.taxable)}`, moneyText(totals.tax))]),
    row('Total', moneyText(totals.total), true),
  ]
}

function scheduleRows(proposal: Proposal): Document['schedule'] {
  const { schedule } = proposal
  const total = totalOf(proposal)
  if (total === null) return []
  const amounts = scheduleOf(
    total,
    schedule.map(({ share }) => share),
  )
  return schedule.map(({ title, share }, at) => ({
    title,
    share: shareText(share, schedule.length),
    amount: moneyText(amounts[at] ?? '0'),
  }))
}

const filled = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null)

/** The facts of a proposal that was not sent yet. */
export const draftFacts = (day: string, validDays: number): readonly string[] => [
  'Proposal',
  formatDay(day),
  `Valid for ${validDays} days`,
]

interface SentVersion {
  /** `P-2026-0031`, or `Change order 3`. */
  readonly number: string
  readonly version: number
  /** The day it was sent. */
  readonly day: string
  readonly lastDay: string
}

/** The facts of a version that was sent. */
export function sentFacts(
  { change }: Proposal,
  { number, version, day, lastDay }: SentVersion,
): readonly string[] {
  const name = change ? number : `Proposal ${number}`
  return [
    version === 1 ? name : `${name}, version ${version}`,
    formatDay(day),
    `${change ? 'Answer by' : 'Good until'} ${formatDay(lastDay)}`,
  ]
}

function daysText({ daysAdded, movesEnd }: NonNullable<Proposal['change']>): string {
  if (daysAdded === 0) return 'The dates of the job stay the same.'
  const days = daysAdded === 1 ? '1 working day' : `${daysAdded} working days`
  return movesEnd
    ? `The job takes ${days} longer, and its end moves by them.`
    : `This work takes ${days}. The end of the job stays the same.`
}

/** The document of a proposal, with the choices that it has, and perhaps signed. */
export function documentOf(
  proposal: Proposal,
  facts: readonly string[],
  signing?: Signing,
): Document {
  const { title, change, company, customer, site, introduction, scope, sections } = proposal
  return {
    title,
    stamp: null,
    facts,
    company: {
      name: company.name,
      lines: filled([
        company.address,
        company.phone,
        company.license && `License ${company.license}`,
      ]),
    },
    parties: [
      {
        title: 'Prepared for',
        lines: filled([customer.name, customer.address, customer.phone, customer.email]),
      },
      { title: 'Project', lines: [change?.job ?? title, site] },
    ],
    texts: [
      ...(introduction ? [{ title: change ? 'Reason' : null, text: introduction }] : []),
      ...(change ? [{ title: 'Schedule', text: daysText(change) }] : []),
      ...(scope ? [{ title: 'Scope of work', text: scope }] : []),
    ],
    photos: proposal.photos.map(({ caption, day, width, height }) => ({
      caption: filled([caption?.replace(/\.$/, '') ?? null, formatDay(day)]).join(', '),
      ...{ width, height },
    })),
    sections: sections
      .filter(({ lines }) => lines.length > 0)
      .map((section) => ({
        title: section.title,
        hint: hints[section.kind],
        rows: section.lines.map((line) => rowOf(line, section.kind)),
        total: moneyText(totalsOf(chosenLines([section]), { discount: null, taxRate: '0' }).total),
      })),
    totals: totalRows(proposal),
    figures: [],
    schedule: scheduleRows(proposal),
    terms: proposal.terms,
    signatures: [
      {
        title: 'Customer',
        name: signing ? signing.evidence.name : (customer.name ?? ''),
        signed: signing ? { strokes: signing.evidence.strokes, day: formatDay(signing.day) } : null,
      },
      // The contractor signs by sending it.
      ...(signing ? [] : [{ title: 'Contractor', name: company.name, signed: null }]),
    ],
    evidence: signing ? evidenceRows(signing.evidence, proposal) : [],
    writtenAt: signing?.evidence.signedAt ?? null,
  }
}
