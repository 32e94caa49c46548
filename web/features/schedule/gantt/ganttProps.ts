import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { Zoom } from './scale.ts'

/** The content of the chart, and what the person may do with it. */
export interface GanttProps {
  /** The entries of the period, by start. */
  entries: readonly PlanEntry[]
  /** The first calendar day of the period. */
  first: string
  days: number
  zoom: Zoom
  today: string
  /** Whether entries are grouped by job. Otherwise they are listed by start. */
  byJob: boolean
  /** The reason why a day is off. Undefined for a working day. */
  dayOff: (day: string) => string | undefined
  /** The days that are marked as bad for outdoor work. */
  wetDays: ReadonlySet<string>
  /** The working days by which each entry may end later. Null if the critical path is not shown. */
  slack: ReadonlyMap<string, number> | null
  /** The entry whose details are open. */
  openId: string | undefined
  onOpen: (id: string) => void
  /** Whether the person may move, resize and link entries. */
  mayPlan: boolean
  /** Whether priorities are shown. Clients do not see them. */
  showPlanning: boolean
}
