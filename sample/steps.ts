import type { scheduleEntries } from '../server/schema/schedule.ts'
import type { JobKey } from './jobs.ts'
import { parseGroups } from './parseTable.ts'
import type { SubKey } from './people.ts'

type Entry = typeof scheduleEntries.$inferSelect

/** One entry of a job's schedule. */
export interface Step {
  readonly title: string
  /** The first working day, counted from day 0 of the job, and the number of days it takes. */
  readonly at: number
  readonly days: number
  readonly hours: number
  readonly type: Entry['scheduleType']
  readonly by: SubKey | undefined
  readonly priority: Entry['priority']
  readonly outdoors: boolean
  /** Hidden from the client. */
  readonly internal: boolean
  /** Only set if the days do not determine it: past is completed, future is scheduled. */
  readonly status: Entry['status'] | undefined
  /** The percentage done of a step that is in progress. */
  readonly percent: number
  /** The titles of the predecessors on the same job. */
  readonly after: readonly string[]
  /** Working days between the end of its predecessors and its start. */
  readonly lag: number
  /** Whether its date stays when its predecessors move. */
  readonly fixed: boolean
  readonly text: string | null
  readonly completionNotes: string | null
}

/**
 * The schedules by job: title; facts; predecessors (the line before if empty, or `nothing`);
 * description; completion notes. Facts are the first day, `3d` and `4h` for its length or a type
 * that takes one day, then a sub, a priority, a status, `outdoors`, `internal`, `fixed`, a lag of
 * `+5` working days and `55%` if they differ from the defaults.
 */
const schedules = parseGroups<JobKey, string[]>(
  `
  kitchen | Demolition | -13 3d | | | Two containers. Old hood duct was full of grease, bagged.
  kitchen | Rough plumbing | -10 3d novak | | Sink moves 14 inches toward the window, pot filler at the range.
  kitchen | Rough electrical | -10 3d ortiz | Demolition | Six new circuits, under-cabinet strip.
  kitchen | Rough-in inspection | -7 inspection high | Rough plumbing + Rough electrical | | Passed. Inspector asked for one more nail plate, added on the spot.
  kitchen | Hang and finish drywall | -6 4d bell
  kitchen | Cabinet delivery | -3 delivery high | nothing | | 31 boxes, one crown piece scuffed.
  kitchen | Cabinet install | -2 5d kowalski critical 55% | Hang and finish drywall + Cabinet delivery | Uppers first, laser line is on the north wall. Island last.
  kitchen | Countertop template | 3 1d 2h critical | | Fabricator measures; sink and range on site.
  kitchen | Countertop | 9 2d bianchi critical +5
  kitchen | Backsplash and paint | 11 4d bell critical
  kitchen | Finish plumbing and electrical | 15 2d ortiz high
  kitchen | Our own punch list | 17 meeting internal | | Doors, caulk and paint before the owners look: nothing is left for the walk-through.
  kitchen | Walk-through with the owners | 18 milestone | | Punch list, warranty folder, care of the stone.
  deck | Utility locate and layout | 5 1d 4h outdoors
  deck | Footings | 7 2d schaefer outdoors high
  deck | Footing inspection | 9 inspection outdoors
  deck | Lumber delivery | 9 delivery outdoors internal | nothing
  deck | Deck framing | 10 3d amundsen outdoors | Footing inspection + Lumber delivery
  deck | Decking and railings | 13 4d amundsen outdoors
  deck | Pergola | 17 2d amundsen outdoors low
  deck | Final inspection | 20 inspection outdoors fixed
  roof | Shingle delivery | -29 delivery outdoors internal
  roof | Tear-off, rear slope | -28 3d jensen outdoors
  roof | Decking repair | -25 2d jensen outdoors | | | 14 sheets instead of the 6 we allowed.
  roof | Underlayment and dry-in | -23 2d jensen outdoors high
  roof | Sheathing inspection | -2 inspection outdoors critical delayed | | The village has one inspector this month. Ask every morning at 7:30.
  roof | Flashing and valleys | -1 2d jensen outdoors high delayed
  roof | Shingles and ridge vent | 1 3d jensen outdoors high
  basement | Framing | -44 6d kowalski
  basement | Rough plumbing | -38 4d novak
  basement | Rough electrical | -38 4d ortiz | Framing
  basement | Rough-in inspection | -33 inspection | Rough plumbing + Rough electrical | | Passed at the second visit: bath fan had to go outside, not into the joist bay.
  basement | Insulation | -32 2d
  basement | Drywall | -20 9d bell
  basement | Trim and doors | -11 7d amundsen
  basement | Paint, lower level | -2 4d bell 60% | | Two coats, stairwell last.
  basement | Plank flooring | 2 3d bianchi high
  basement | Final inspection | 5 inspection high
  primaryBath | Demolition | -68 3d
  primaryBath | Rough plumbing | -65 3d novak
  primaryBath | Rough electrical | -62 2d ortiz
  primaryBath | Rough-in inspection | -60 inspection
  primaryBath | Backer board and waterproofing | -59 4d bianchi | | | Flood test held for 24 hours.
  primaryBath | Tile | -54 9d bianchi high
  primaryBath | Vanity and glass delivery | -44 delivery
  primaryBath | Paint, fixtures and glass | -34 5d novak
  hallBath | Demolition | 24 2d
  hallBath | Rough plumbing | 26 3d novak
  hallBath | Rough-in inspection | 30 inspection
  hallBath | Tile | 31 7d bianchi high
  hallBath | Vanity, toilet and glass | 38 2d novak
  hallBath | Walk-through with the owners | 42 meeting
  ramp | Material delivery | 9 delivery outdoors
  ramp | Posts and footings | 10 1d outdoors
  ramp | Ramp and railings | 11 3d outdoors high
  ramp | Accessibility inspection | 14 inspection outdoors high
  addition | Excavation | -9 6d schaefer outdoors | | | Clay all the way down, 40 yards hauled.
  addition | Footings | -1 3d schaefer outdoors high 50% | | Forms and steel first. No pour on wet ground.
  addition | Footing inspection | 2 inspection outdoors high
  addition | Foundation walls | 3 4d schaefer outdoors
  addition | Backfill and slab | 9 3d schaefer outdoors
  addition | Floor and wall framing | 12 8d kowalski outdoors high
  addition | Trusses and sheathing | 20 4d kowalski outdoors
  addition | Roofing and windows | 24 4d jensen outdoors
  addition | Plumbing, heating and electrical | 28 8d ortiz
  addition | Rough-in inspection | 36 inspection high
  addition | Insulation and drywall | 37 12d bell
  addition | Trim, paint and flooring | 49 17d kowalski
  mudroom | Cabinet drawings with the owners | 16 meeting
  mudroom | Demolition | 18 2d
  mudroom | Framing and door opening | 20 4d amundsen
  mudroom | Rough plumbing | 24 2d novak
  mudroom | Drywall and paint | 27 4d marin
  mudroom | Cabinets and bench | 33 4d kowalski low
  dormer | Scaffold and weather cover | -32 2d outdoors
  dormer | Roof opening | -30 3d outdoors critical
  dormer | Dormer framing | -27 8d amundsen outdoors
  dormer | Roofing and flashing | -19 3d jensen outdoors
  dormer | Window delivery | -19 delivery | nothing
  dormer | Windows and siding | -16 6d jensen outdoors | Roofing and flashing + Window delivery | | North gable sided in one day before the rain.
  dormer | Rough plumbing and electrical | -7 6d ortiz
  dormer | Rough-in inspection | 1 inspection high
  dormer | Insulation and drywall | 2 9d bell
  dormer | Trim, paint and stair | 15 10d bell
  windows | Window delivery, first lot | -15 delivery
  windows | Windows, second floor | -14 5d kowalski outdoors
  windows | Windows, first floor | -9 6d kowalski outdoors | | | Unit 14 came with a cracked sash, reordered.
  windows | Window delivery, bay | -5 delivery | nothing
  windows | Bay window and exterior trim | -1 4d amundsen outdoors 40% | Windows, first floor + Window delivery, bay
  windows | Caulk, paint and clean-up | 4 3d low
  screenedPorch | Footings | 52 2d schaefer outdoors
  screenedPorch | Footing inspection | 55 inspection outdoors
  screenedPorch | Framing | 56 6d amundsen outdoors
  screenedPorch | Roofing | 63 3d jensen outdoors
  screenedPorch | Screens and trim | 67 7d amundsen outdoors low
  screenedPorch | Final inspection | 77 inspection outdoors
  garage | Excavation and forms | -22 4d schaefer outdoors
  garage | Foundation inspection | -18 inspection outdoors
  garage | Foundation pour | -17 2d schaefer outdoors high
  garage | Slab | -12 3d schaefer outdoors | | | Poured in one go, kept wet for two days.
  garage | Lumber and truss delivery | 1 delivery outdoors internal | nothing
  garage | Wall framing | 3 5d amundsen outdoors | Slab + Lumber and truss delivery
  garage | Trusses and sheathing | 8 2d amundsen outdoors
  garage | Roofing and siding | 12 7d jensen outdoors
  garage | Electrical and garage door | 22 4d ortiz low
  porch | Shoring and demolition | -18 4d outdoors high | | | Posts numbered and stored dry.
  porch | Piers | -14 2d schaefer outdoors
  porch | Pier inspection | -11 inspection outdoors
  porch | Porch framing | -10 6d outdoors
  porch | Porch roof | -4 6d outdoors high 75% | | Standing seam over the old pitch.
  porch | Decking, steps and railings | 4 6d kowalski outdoors
  porch | Paint | 11 3d outdoors low | | Colors are on the commission’s letter.
  office | Kick-off with the tenants | -20 meeting
  office | Demolition and partition framing | -19 8d amundsen
  office | Rough plumbing | -7 4d novak
  office | Rough electrical and data | -1 4d ortiz 35% | | Drops are marked in blue on the studs.
  office | Above-ceiling inspection | 4 inspection critical
  office | Drywall | 6 8d marin
  office | Ceiling grid and lighting | 17 4d ortiz
  office | Flooring and paint | 22 8d bianchi
  office | Hand-over to the tenants | 36 milestone high
  sunroom | Site meeting and survey | -40 meeting outdoors
  sunroom | Foundation | -38 6d schaefer outdoors
  sunroom | Foundation inspection | -31 inspection outdoors
  sunroom | Window package | 8 delivery high delayed | | The factory names a new date every week.
  sunroom | Framing and roof | 24 8d kowalski outdoors
  sunroom | Masonry chimney | 32 3d schaefer outdoors low cancelled | | The Kellers chose an electric fireplace.
  siding | Siding repair | -118 5d jensen outdoors
  siding | Paint | -112 3d bell outdoors
  bakery | Demolition at night | -150 2d high
  bakery | Glazing and door | -148 5d kowalski outdoors
  bakery | Paint, sign and tile | -142 4d bianchi
  attic | Stair and framing | 0 9d amundsen
  attic | Rough electrical and heating | 10 6d ortiz
  attic | Rough-in inspection | 17 inspection
  attic | Insulation and drywall | 19 12d bell
  attic | Trim and floor | 33 12d kowalski
  attic | Paint | 50 8d bell
  deckBoards | Remove old boards | 0 2d amundsen outdoors
  deckBoards | Composite decking | 2 6d amundsen outdoors
  deckBoards | Railings | 8 2d amundsen outdoors
  powderRoom | Rough plumbing and tile | 0 5d bianchi
  powderRoom | Vanity and fixtures | 6 2d novak
  powderRoom | Paint | 9 2d bell
  roofGutters | Tear-off | 0 2d jensen outdoors high
  roofGutters | Shingles | 2 3d jensen outdoors
  roofGutters | Gutters and downspouts | 6 2d jensen outdoors
  egress | Excavation and window well | 0 3d schaefer outdoors
  egress | Cut foundation, set window | 3 2d schaefer outdoors critical
  egress | Framing | 6 5d amundsen
  egress | Rough electrical | 12 3d ortiz
  egress | Drywall and paint | 15 8d bell
  egress | Carpet and trim | 24 8d amundsen
  familyRoom | Demolition and shoring | 0 5d critical
  familyRoom | Beam and framing | 5 7d kowalski critical | | | Beam set by six people in 40 minutes.
  familyRoom | Rough plumbing | 12 5d novak
  familyRoom | Rough electrical | 12 6d ortiz | Beam and framing
  familyRoom | Drywall | 21 10d bell | Rough plumbing + Rough electrical
  familyRoom | Cabinets and counters | 40 12d kowalski
  familyRoom | Paint, floor and trim | 54 17d bell
`,
  (columns) => columns,
)

/** Steps that take one day, with their hours. */
const ONE_DAY = { inspection: 1, delivery: 2, meeting: 1.5, milestone: 1 } as const
const types = Object.keys(ONE_DAY) as (keyof typeof ONE_DAY)[]
const priorities = ['low', 'high', 'critical'] as const
const statuses = ['delayed', 'cancelled'] as const

function readSteps(rows: readonly string[][]): Step[] {
  return rows.map(([title = '', facts = '', after = '', text = '', notes = ''], n) => {
    const [at, ...words] = facts.split(' ')
    const number = (unit: RegExp) => {
      const word = words.find((one) => unit.test(one))
      return word === undefined ? undefined : Number.parseFloat(word)
    }
    const oneOf = <T extends string>(list: readonly T[]) => list.find((one) => words.includes(one))
    const type = oneOf(types)
    const days = number(/^\d+d$/) ?? 1
    const keywords: readonly string[] = [
      ...types,
      ...priorities,
      ...statuses,
      'outdoors',
      'internal',
      'fixed',
    ]
    const before = rows.slice(Math.max(0, n - 1), n).map(([one = '']) => one)
    return {
      title,
      at: Number(at),
      days,
      hours: number(/^\d+h$/) ?? (type ? ONE_DAY[type] : days * 8),
      type: type ?? 'task',
      by: words.find((one) => !keywords.includes(one) && !/\d/.test(one)) as SubKey | undefined,
      priority: oneOf(priorities) ?? 'medium',
      outdoors: words.includes('outdoors'),
      internal: words.includes('internal'),
      status: oneOf(statuses),
      percent: number(/^\d+%$/) ?? 0,
      after: after === '' ? before : after === 'nothing' ? [] : after.split(' + '),
      lag: number(/^\+\d+$/) ?? 0,
      fixed: words.includes('fixed'),
      text: text || null,
      completionNotes: notes || null,
    }
  })
}

const steps = new Map([...schedules].map(([job, rows]) => [job, readSteps(rows)]))

/** The steps of a job, in the order of the table. */
export const stepsOf = (job: JobKey): readonly Step[] => steps.get(job) ?? []

/** @throws Error when the job has no such step */
export function stepOf(job: JobKey, title: string): Step {
  const step = stepsOf(job).find((one) => one.title === title)
  if (!step) throw new Error(`${job} has no step ${title}`)
  return step
}

export const lastDayOf = ({ at, days }: Step) => at + days - 1
