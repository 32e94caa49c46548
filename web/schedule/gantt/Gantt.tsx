import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { GanttChart } from './GanttChart.tsx'
import { GanttList } from './GanttList.tsx'
import type { Zoom } from './scale.ts'
import { useMedia } from './useSize.ts'

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
  /** The entry whose details are open. */
  openId: string | undefined
  onOpen: (id: string) => void
  /** The person may move, resize and link entries. */
  mayPlan: boolean
  /** Clients do not see priorities. */
  showPlanning: boolean
}

const PHONE = '(width < 40rem)'

/** A plan over time: on a phone a list with a thin bar in each row, otherwise a table with a chart. */
export function Gantt(props: GanttProps) {
  return useMedia(PHONE) ? <GanttList {...props} /> : <GanttChart {...props} />
}
