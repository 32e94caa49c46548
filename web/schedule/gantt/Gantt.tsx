import { GanttChart } from './GanttChart.tsx'
import { GanttList } from './GanttList.tsx'
import type { GanttProps } from './ganttProps.ts'
import { useMedia } from './useSize.ts'

const PHONE = '(width < 40rem)'

/** A plan over time: on a phone a list with a thin bar in each row, otherwise a table with a chart. */
export function Gantt(props: GanttProps) {
  return useMedia(PHONE) ? <GanttList {...props} /> : <GanttChart {...props} />
}
