import { RowsSkeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { PHONE, useMedia } from '../../../ui/useMedia.ts'
import { usePrinting } from '../../../ui/usePrinting.ts'
import { GanttChart } from './GanttChart.tsx'
import { GanttPaper } from './GanttPaper.tsx'
import type { GanttProps } from './ganttProps.ts'

const GanttList = lazyPart(
  () => import('./GanttList.tsx'),
  () => <RowsSkeleton count={6} />,
)

/**
 * A plan over time: a list with thin bars on a phone, otherwise a table with a chart, also for
 * print.
 */
export function Gantt(props: GanttProps) {
  const isPhone = useMedia(PHONE)
  if (usePrinting()) return <GanttPaper {...props} />
  if (!isPhone) return <GanttChart {...props} />
  return <GanttList {...props} />
}
