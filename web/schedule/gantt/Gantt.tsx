import { PHONE, useMedia } from '../../ui/useMedia.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { GanttChart } from './GanttChart.tsx'
import { GanttList } from './GanttList.tsx'
import { GanttPaper } from './GanttPaper.tsx'
import type { GanttProps } from './ganttProps.ts'

/** A plan over time: on a phone a list with a thin bar in each row, otherwise a table with a chart. */
export function Gantt(props: GanttProps) {
  const isPhone = useMedia(PHONE)
  if (usePrinting()) return <GanttPaper {...props} />
  return isPhone ? <GanttList {...props} /> : <GanttChart {...props} />
}
