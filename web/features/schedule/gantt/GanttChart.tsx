import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { type MouseEvent, useId, useMemo, useRef } from 'react'
import { GridPart } from '../../../ui/GridPart.tsx'
import { moveText, withSpan } from '../moves.ts'
import { ProposedMoveBar } from '../ProposedMoveBar.tsx'
import { useMove } from '../useMove.ts'
import { useWorkdays } from '../useWorkdays.ts'
import { Arrows } from './Arrows.tsx'
import { arrowsOf } from './arrows.ts'
import { DaysOff, WetDays } from './Days.tsx'
import { GanttHead } from './GanttHead.tsx'
import { GanttOverlay } from './GanttOverlay.tsx'
import { GanttRows } from './GanttRows.tsx'
import type { GanttProps } from './ganttProps.ts'
import { emptyText, keysText, linkingText } from './texts.ts'
import { useDrag } from './useDrag.ts'
import { rowAt, useGanttKeys } from './useGanttKeys.ts'
import { useLayout } from './useLayout.ts'
import { useLink } from './useLink.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useRows } from './useRows.ts'

/** The height in pixels that the bar of a proposed move may cover. */
const MOVE_BAR_HEIGHT = 168

/** The table of entries with the chart beside it. Both scroll together. */
export function GanttChart(props: GanttProps) {
  const { entries, zoom, today, byJob, dayOff, wetDays, slack, openId, onOpen, mayPlan } = props
  const scroller = useRef<HTMLDivElement>(null)
  const chart = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const layout = useLayout(scroller, props)
  const { scale, rowHeight, tableWidth } = layout
  const list = useRows(entries, byJob)
  const { rows, rowOf, byId } = list
  const moving = useMove()
  const workdays = useWorkdays(props.first)
  const { move, rowSpans, pending } = moving
  const covered = move ? MOVE_BAR_HEIGHT : 0
  const focus = useRowFocus({ rows, rowOf, rowHeight, scroller, openId, covered })
  const linking = useLink()
  const dragging = useDrag({ chart, rowOf, byId, move, enabled: mayPlan && !pending })
  const onKeyDown = useGanttKeys({ list, focus, moving, linking, mayPlan, onOpen })

  const first = focus.range?.startIndex ?? 0
  const last = focus.range?.endIndex ?? 0
  const arrows = useMemo(() => {
    const shown = (entry: PlanEntry) => withSpan(entry, rowSpans)
    return arrowsOf(rows, rowOf, { first, last }, scale, rowHeight, shown)
  }, [rows, rowOf, first, last, scale, rowHeight, rowSpans])

  const onClick = ({ target }: MouseEvent) => {
    const id = rowAt(target)
    if (!id || dragging.endedDrag.current) return
    if (byId.has(id)) onOpen(id)
    else list.fold(id)
  }
  return (
    <>
      <p id={keysId} className="sr-only">
        {keysText(mayPlan)}
      </p>
      <div
        ref={scroller}
        className="relative isolate max-h-[max(24rem,calc(100dvh-14rem))] overflow-auto border-y border-line-strong bg-surface"
      >
        <GridPart
          role={byJob ? 'treegrid' : 'grid'}
          aria-label="Schedule"
          aria-describedby={keysId}
          aria-rowcount={rows.length + 1}
          style={{ width: tableWidth + scale.width, paddingBottom: covered }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onPointerDown={dragging.onPointerDown}
          onFocus={({ target }) => focus.setActive(rowAt(target) ?? null)}
        >
          <GanttHead layout={layout} zoom={zoom} today={today} dayOff={dayOff} />
          <GridPart
            role="rowgroup"
            className="relative"
            style={{ height: rows.length * rowHeight }}
          >
            <div
              ref={chart}
              aria-hidden
              className="absolute inset-y-0 overflow-x-clip"
              style={{ left: tableWidth, width: scale.width }}
            >
              <DaysOff scale={scale} dayOff={dayOff} />
              <WetDays scale={scale} days={wetDays} />
              <Arrows arrows={arrows} isFaint={!byJob} slack={slack} />
            </div>
            <GanttRows
              list={list}
              focus={focus}
              layout={layout}
              moving={moving}
              workdays={workdays}
              slack={slack}
              waitingId={linking.link?.target?.id}
              openId={openId}
            />
            <GanttOverlay
              list={list}
              items={focus.items}
              layout={layout}
              today={today}
              chart={chart}
              scroller={scroller}
              dragging={dragging}
              moving={moving}
              linking={linking}
            />
          </GridPart>
        </GridPart>
        {rows.length === 0 && (
          <p className="sticky left-0 w-fit px-7 py-8 text-ink-2">{emptyText(mayPlan)}</p>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {move ? moveText(move, today) : linkingText(linking.link)}
      </p>
      <ProposedMoveBar moving={moving} />
    </>
  )
}
