import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { Zoom } from './scale.ts'

/** What the chart shows, and what the person may do with it. */
export interface GanttProps {
  /** Those of the period, by start. */
  entries: readonly PlanEntry[]
  /** The first calendar day of the period. */
  first: string
  days: number
  zoom: Zoom
  today: string
  /** A group for each job; otherwise one row after the other by start. */
  byJob: boolean
  /** Why nobody works on a day. */
  dayOff: (day: string) => string | undefined
  /** The days that are marked as bad for work outdoors. */
  wetDays: ReadonlySet<string>
  /** By how many working days each entry may end later; null where the critical path is not shown. */
  slack: ReadonlyMap<string, number> | null
  /** The entry whose details are open. */
  openId: string | undefined
  onOpen: (id: string) => void
  /** The person may move, resize and link entries. */
  mayPlan: boolean
  /** Clients do not see priorities. */
  showPlanning: boolean
}
