import { withoutZeros } from '@plumbline/contract/decimals.ts'
import type { LineCategory, SectionKind } from '@plumbline/contract/pricedLines.ts'
import type { Pricing, TermsBlock } from '@plumbline/contract/pricing.ts'
import type { bidPricings, savedLines } from '../server/schema/pricing.ts'
import type { proposalSettings } from '../server/schema/proposals.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { parseGroups, parseTable } from './parseTable.ts'

type Line = Pricing['sections'][number]['lines'][number]

/** `M` is material, which is taxed. */
const categories: Readonly<Record<string, LineCategory>> = {
  L: 'labor',
  M: 'material',
  S: 'subcontract',
  E: 'equipment',
  P: 'permit',
  O: 'other',
}

/**
 * A line as text: description; category, and `a` for an allowance or `-` for one that is not
 * chosen; quantity and unit; price and cost of a unit; details.
 */
function lineOf(columns: readonly string[]): Line {
  const [description = '', kind = '', amount = '', price = '', details] = columns
  const [, quantity = '', unit = ''] = /^(\S+) (.*)$/.exec(amount) ?? []
  const [unitPrice = '', unitCost = ''] = price.split(' ').map(withoutZeros)
  const category = categories[kind.charAt(0)] ?? 'other'
  return {
    ...{ description, quantity, unit, unitPrice, category, details: details || null },
    unitCost: unitCost || null,
    taxable: category === 'material',
    allowance: kind.includes('a'),
    chosen: !kind.includes('-'),
  }
}

const kinds: Readonly<Record<string, SectionKind>> = { '?': 'optional', '1': 'choose_one' }

/**
 * The lines of the priced bids by their address: section, which ends in `?` for an optional one and
 * in `1` for a choice; then the line.
 */
const priced = parseGroups(
  `
  27 S Lincoln St, North Aurora | Cabinets | New fronts, painted maple | M | 24 each | 285 204 | Shaker, soft white. Boxes stay.
  27 S Lincoln St, North Aurora | Cabinets | Drawer boxes, dovetailed | M | 12 each | 264 188
  27 S Lincoln St, North Aurora | Cabinets | Hinges and slides, soft-close | M | 48 each | 38.50 26.75
  27 S Lincoln St, North Aurora | Cabinets | Hang and adjust | L | 40 hr | 85 58
  27 S Lincoln St, North Aurora | Cabinets | New floor in the corner base | L | 1 job | 420 260
  27 S Lincoln St, North Aurora | Cabinets | Light rail and trim | M | 1 job | 1180 815
  27 S Lincoln St, North Aurora | Cabinets | Handles, brushed nickel | M | 40 each | 14.45 9.80
  27 S Lincoln St, North Aurora | Counters 1 | Quartz, 3 cm, eased edge | S | 46 sq ft | 118 84
  27 S Lincoln St, North Aurora | Counters 1 | Laminate, post-formed | S- | 46 sq ft | 52 36.50
  27 S Lincoln St, North Aurora | Backsplash and sink | Full-height tile, labor and setting materials | S | 38 sq ft | 46 33
  27 S Lincoln St, North Aurora | Backsplash and sink | Undermount sink and faucet | Ma | 1 set | 1150 860 | Allowance. Choose at the showroom.
  27 S Lincoln St, North Aurora | Backsplash and sink | Disconnect and connect plumbing | S | 1 job | 980 720
  27 S Lincoln St, North Aurora | Backsplash and sink | Outlets, tamper-resistant | S | 4 each | 285 198
  27 S Lincoln St, North Aurora | Backsplash and sink | Remove the counters | L | 1 job | 890 560
  27 S Lincoln St, North Aurora | Backsplash and sink | Demolition and disposal | L | 1 job | 1460 1020
  27 S Lincoln St, North Aurora | Backsplash and sink | Site protection, daily and final cleaning | L | 1 job | 1420 960
  27 S Lincoln St, North Aurora | Extras ? | Lights under the cabinets | S- | 6 each | 165 112
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Footings and piers | S | 16 each | 298 214
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Floor, walls and roof framing | L | 252 sq ft | 66 47.50
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Windows, vinyl-clad | M | 9 each | 1150 842
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Sliding door, 8 ft | M | 1 each | 4300 3180
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Roof shingles, to match | M | 3.5 sq | 780 560
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Siding and trim, to match | M | 8.9 sq | 800 585
  14 Lake Dr, Elgin | Room, 14 by 18 ft | Electrical, 8 outlets, fan, lights | S | 1 job | 3100 2350
  14 Lake Dr, Elgin | Extras ? | Heated floor, electric | S | 200 sq ft | 15 10.40
  14 Lake Dr, Elgin | Extras ? | Screens for all windows | M- | 10 each | 185 118
  14 Lake Dr, Elgin | Floor 1 | Vinyl plank, oak | M | 252 sq ft | 0 3.10 | Included in the price of the room.
  14 Lake Dr, Elgin | Floor 1 | Porcelain tile | M- | 252 sq ft | 9.50 8.40
  14 Lake Dr, Elgin | Floor 1 | Slate | M- | 252 sq ft | 14.50 12.75
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Take down gutters and fascia | L | 210 ft | 4.20 2.60
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Replace rotten fascia boards | L | 60 ft | 19.50 13.10 | Up to 60 ft. More is billed by the foot.
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Wrap in aluminum | M | 210 ft | 7.10 4.85
  46 Hawthorne Ct, St. Charles | Gutters and fascia | 6 inch gutters with leaf guards | M | 175 ft | 10.40 7.35
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Copper gutter over the entry | M | 12 ft | 48 36
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Downspouts | M | 6 each | 95 62
  46 Hawthorne Ct, St. Charles | Gutters and fascia | Lift and disposal | E | 1 job | 331 240
  715 Oak Ave, Sugar Grove | Bedrooms and closet | Demolition | L | 1 job | 4850 3400
  715 Oak Ave, Sugar Grove | Bedrooms and closet | Framing, walk-in closet and openings | L | 1 job | 9600 6900
  715 Oak Ave, Sugar Grove | Bedrooms and closet | Drywall, taped and sanded | S | 1450 sq ft | 6.20 4.55
  715 Oak Ave, Sugar Grove | Bedrooms and closet | Doors, solid core | M | 5 each | 690 495
  715 Oak Ave, Sugar Grove | Bedrooms and closet | Closet system | Ma | 1 set | 5900 4300
  715 Oak Ave, Sugar Grove | Bath | Rough and finish plumbing | S | 1 job | 7800 5900
  715 Oak Ave, Sugar Grove | Bath | Double vanity with top | Ma | 1 each | 3900 2950
  715 Oak Ave, Sugar Grove | Bath | Tiled shower | S | 120 sq ft | 62 45
  715 Oak Ave, Sugar Grove | Bath | Heated floor | S | 70 sq ft | 28 19.50
  715 Oak Ave, Sugar Grove | Bath | Fixtures and accessories | Ma | 1 set | 3250 2480
  715 Oak Ave, Sugar Grove | Bath | Shower glass | S | 1 each | 2650 1980
  715 Oak Ave, Sugar Grove | Bath | Electrical and fan | S | 1 job | 6900 5150
  715 Oak Ave, Sugar Grove | Finishes | Refinish the oak floor | S | 620 sq ft | 7.25 5.10
  715 Oak Ave, Sugar Grove | Finishes | Paint, two coats | S | 1 job | 6800 4900
  715 Oak Ave, Sugar Grove | Finishes | Base and casing | L | 320 ft | 11.50 7.90
  715 Oak Ave, Sugar Grove | Finishes | Permit drawings and fees | P | 1 job | 2385 2385
  715 Oak Ave, Sugar Grove | Finishes | Protection and cleaning | L | 1 job | 2300 1500
  715 Oak Ave, Sugar Grove | Sitting room ? | Sitting room with a built-in bench | L | 1 job | 12400 8950
  1850 Dean St, St. Charles | Restroom | Block walls | S | 340 sq ft | 24 17.20
  1850 Dean St, St. Charles | Restroom | Saw cut and trench for the drain | S | 38 ft | 128 92
  1850 Dean St, St. Charles | Restroom | Drain and supply | S | 1 job | 7450 5600
  1850 Dean St, St. Charles | Restroom | Accessible fixtures | M | 2 each | 2180 1610
  1850 Dean St, St. Charles | Restroom | Partitions | M | 2 each | 1240 905
  1850 Dean St, St. Charles | Restroom | Exhaust fan and lighting | S | 1 job | 3320 2450
  1850 Dean St, St. Charles | Restroom | Tile floor | S | 110 sq ft | 21 15
  1850 Dean St, St. Charles | Restroom | Epoxy paint | S | 1 job | 1680 1180
  1850 Dean St, St. Charles | Restroom | Door and hardware | M | 1 each | 1450 1060
  1850 Dean St, St. Charles | Restroom | Permit and inspections | P | 1 job | 1226 1226
  1850 Dean St, St. Charles | Restroom | Night and weekend work | L | 1 job | 4000 3100
  418 Alder Ct, Elgin | Kitchen | Demolition and disposal | L | 1 job | 4200 2900
  418 Alder Ct, Elgin | Kitchen | Cabinets, plan B | M | 22 each | 985 720
  418 Alder Ct, Elgin | Kitchen | Island | M | 1 each | 6400 4650
  418 Alder Ct, Elgin | Kitchen | Quartz counters | S | 72 sq ft | 112 81
  418 Alder Ct, Elgin | Kitchen | Tile backsplash | S | 46 sq ft | 48 34
  418 Alder Ct, Elgin | Kitchen | Oak floor, finished | S | 310 sq ft | 14.50 10.20
  418 Alder Ct, Elgin | Kitchen | Plumbing | S | 1 job | 6350 4780
  418 Alder Ct, Elgin | Kitchen | Electrical and lighting | S | 1 job | 6920 5130
  418 Alder Ct, Elgin | Kitchen | Drywall and paint | S | 1 job | 6780 4850
  418 Alder Ct, Elgin | Kitchen | Windows | M | 2 each | 1450 1060
  418 Alder Ct, Elgin | Kitchen | Hood and vent | Ma | 1 set | 1980 1490
  418 Alder Ct, Elgin | Kitchen | Install the appliances | L | 1 job | 1150 720
  418 Alder Ct, Elgin | Kitchen | Permit and fees | P | 1 job | 1303 1303
  418 Alder Ct, Elgin | Kitchen | Supervision and cleaning | L | 8 weeks | 1100 780
  63 Shabbona Trl, Batavia | Patio | Pavers | M | 400 sq ft | 17.50 12.20
  63 Shabbona Trl, Batavia | Patio | Compacted base | L | 400 sq ft | 6.25 4.40
  63 Shabbona Trl, Batavia | Patio | Labor | L | 64 hr | 72 49
  63 Shabbona Trl, Batavia | Fire pit and lawn | Round fire pit of matching stone | M | 1 each | 3400 2450
  63 Shabbona Trl, Batavia | Fire pit and lawn | Grade and seed the lawn | S | 1 job | 1055.05 760
  5 Campbell St, Geneva | Roof | Slate, hand-split, to match | M | 3 sq | 2150 1640
  5 Campbell St, Geneva | Roof | Copper flashing at the chimney | S | 1 job | 2350 1790
  5 Campbell St, Geneva | Roof | Take up, set and nail | L | 40 hr | 70 49
  5 Campbell St, Geneva | Roof | Lift and roof ladders | E | 1 job | 1000 740
`,
  ([section = '', ...line]) => ({ section, line: lineOf(line) }),
)

const quarter = { kind: 'percent', value: '25' } as const
const half = { kind: 'percent', value: '50' } as const
const tenth = { kind: 'percent', value: '10' } as const
const third = { kind: 'percent', value: '30' } as const

/** The payment schedules by the address of their bid. */
const schedules: Readonly<Record<string, Pricing['schedule']>> = {
  '14 Lake Dr, Elgin': [
    { title: 'On signing', share: tenth },
    { title: 'Work begins', share: third },
    { title: 'Windows are in', share: third },
    { title: 'On completion', share: null },
  ],
  '46 Hawthorne Ct, St. Charles': [
    { title: 'On signing', share: { kind: 'amount', value: '500' } },
    { title: 'On completion', share: null },
  ],
  '418 Alder Ct, Elgin': [
    { title: 'On signing', share: quarter },
    { title: 'Cabinets are in', share: half },
    { title: 'On completion', share: null },
  ],
}
const inHalves = [
  { title: 'Work begins', share: half },
  { title: 'On completion', share: null },
]

const terms: readonly TermsBlock[] = [
  {
    title: 'Changes',
    text: 'Changes to the work are agreed in writing before they are made, with their price and the days they add.',
    ownPage: false,
  },
  {
    title: 'Warranty',
    text: 'Our work is guaranteed for two years from completion. Materials carry the warranty of their maker.',
    ownPage: false,
  },
  {
    title: 'Notice of cancellation',
    text: 'You may cancel this agreement, without any penalty or obligation, within three business days from the date on which you signed it. To cancel, mail or deliver a signed and dated copy of this notice, or any other written notice, to Ridgeline Builders, 240 S Water St, Batavia, IL 60510, not later than midnight of the third business day.',
    ownPage: true,
  },
]

/** The license number on proposals. */
export const LICENSE = 'IL 104-019482'

/** The defaults of the bids of the sample company. */
export function proposalSettingsRows(calendar: Calendar) {
  const at = calendar.at(-180, '10:30')
  return [
    {
      ...{ taxRate: '0', validDays: 30, licenseNumber: LICENSE },
      ...{ depositPercent: '30', depositAmount: '25000', terms },
      ...{ createdAt: at, updatedAt: at },
    },
  ] satisfies (typeof proposalSettings.$inferInsert)[]
}

/** The sales tax of what is taxed, in percent. */
export const TAX_RATE = '8.25'

/** The address of the bid with tax and a discount. */
const TAXED = '63 Shabbona Trl, Batavia'

/** The price of the bid with an address, undefined for a bid without lines. */
export function samplePricing(address: string): Pricing | undefined {
  const lines = priced.get(address)
  if (!lines) return undefined
  const titles = [...new Set(lines.map(({ section }) => section))]
  return {
    sections: titles.map((section) => ({
      title: section.replace(/ [?1]$/, ''),
      kind: kinds[section.slice(-1)] ?? 'included',
      lines: lines.filter((one) => one.section === section).map(({ line }) => line),
    })),
    discount: address === TAXED ? { kind: 'percent', value: '5' } : null,
    taxRate: address === TAXED ? TAX_RATE : '0',
    schedule: schedules[address] ?? inHalves,
    validDays: 30,
    introduction:
      'Thank you for showing us your home. This is what we would do, what it costs, and when it is paid.',
    terms: [...terms],
  }
}

interface SampleBid {
  readonly id: string
  readonly address: string
  /** When its price was last saved. */
  readonly pricedAt: Date
}

export const pricingRows = (bids: readonly SampleBid[]) =>
  bids.flatMap(({ id, address, pricedAt }) => {
    const pricing = samplePricing(address)
    const row = { bidId: id, pricing, createdAt: pricedAt, updatedAt: pricedAt }
    return pricing ? [{ ...row, pricing } satisfies typeof bidPricings.$inferInsert] : []
  })

/** The price list: the first lines of a line, without quantities. */
const saved = parseTable(`
  Demolition and disposal | L | job | 1460 1020 | Includes one dumpster.
  Site protection and daily cleaning | L | week | 620 410
  Final cleaning | L | job | 480 320
  Carpenter | L | hr | 85 58
  Helper | L | hr | 58 38
  Project supervision | L | week | 1250 850
  Framing, walls 16 inch on center | L | sq ft | 9.40 6.60
  Framing, floor, walls and roof | L | sq ft | 66 47.50
  Drywall, taped and sanded | S | sq ft | 6.20 4.55
  Insulation, R-21 batts | M | sq ft | 2.35 1.60
  Insulation, closed-cell foam, 2 inches | S | sq ft | 4.80 3.45
  Paint, walls, two coats | S | sq ft | 2.15 1.45
  Paint, trim and doors | S | ft | 3.40 2.30
  Base and casing, primed pine | L | ft | 11.50 7.90
  Interior door, solid core | M | each | 690 495 | With frame, hinges and a passage set.
  Exterior door, fiberglass | M | each | 2350 1720
  Sliding door, 8 ft | M | each | 4300 3180
  Window, vinyl-clad | M | each | 1150 842
  Window, replacement insert | M | each | 880 640
  Roof shingles, architectural | M | sq | 780 560
  Ice and water shield | M | sq | 165 112
  Siding and trim, fiber cement | M | sq | 800 585
  6 inch gutters with leaf guards | M | ft | 10.40 7.35
  Downspout | M | each | 95 62
  Footing and pier | S | each | 298 214
  Concrete slab, 4 inches | S | sq ft | 11.80 8.60
  Pavers on a compacted base | S | sq ft | 23.75 16.60
  Deck boards, composite | M | sq ft | 24.50 18.20
  Railing, aluminum | M | ft | 88 63
  Tile, walls, labor and setting materials | S | sq ft | 46 33
  Tile, shower with waterproofing | S | sq ft | 62 45
  Heated floor, electric | S | sq ft | 15 10.40
  Oak floor, sanded and finished | S | sq ft | 7.25 5.10
  Vinyl plank, installed | S | sq ft | 6.90 4.80
  Quartz counter, 3 cm | S | sq ft | 118 84
  Undermount sink and faucet | M | set | 1150 860
  Outlet, tamper-resistant | S | each | 285 198
  Recessed light, 4 inch | S | each | 195 138
  Lift, by the day | E | day | 390 310
  Building permit, residential | P | job | 685 685 | The fee of the city. Ask before the bid.
`).map(([description = '', category = '', unit = '', price = '', details = '']) =>
  lineOf([description, category, `1 ${unit}`, price, details]),
)

export function savedLineRows(calendar: Calendar) {
  const at = calendar.at(-170, '11:15')
  return saved.map(({ description, details, unit, unitPrice, unitCost, category, taxable }) => ({
    ...{ id: seededId(`saved line/${description}`), description, details, unit },
    ...{ unitPrice, unitCost, category, taxable, createdAt: at, updatedAt: at },
  })) satisfies (typeof savedLines.$inferInsert)[]
}
