import type { RefObject } from 'react'
import type { useMove } from '../useMove.ts'
import { TodayLine } from './Days.tsx'
import { DragLayer } from './DragLayer.tsx'
import { Ghosts } from './Ghosts.tsx'
import { LinkChoice, LinkLayer } from './LinkLayer.tsx'
import type { Layout } from './layout.ts'
import type { useDrag } from './useDrag.ts'
import { mayWait, type useLink } from './useLink.ts'
import type { useRowFocus } from './useRowFocus.ts'
import type { useRows } from './useRows.ts'

interface GanttOverlayProps {
  list: ReturnType<typeof useRows>
  /** The rendered rows. */
  items: ReturnType<typeof useRowFocus>['items']
  layout: Layout
  today: string
  chart: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  dragging: ReturnType<typeof useDrag>
  moving: ReturnType<typeof useMove>
  linking: ReturnType<typeof useLink>
}

/**
 * The layer over the bars: the line of today, a dragged entry with its followers, and a link being
 * drawn.
 */
export function GanttOverlay(props: GanttOverlayProps) {
  const { list, items, layout, today, chart, scroller, dragging, moving, linking } = props
  const { drag } = dragging
  const { link } = linking
  const shared = { layout, chart, onCancel: dragging.cancel }
  const placeOf = (id: string) => list.rowOf.get(id) ?? 0
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{ left: layout.tableWidth, width: layout.scale.width }}
    >
      <Ghosts rows={list.rows} items={items} layout={layout} moving={moving} />
      <TodayLine scale={layout.scale} today={today} />
      {drag?.part === 'link' && (
        <LinkLayer
          {...shared}
          drag={drag}
          targetAt={(index) => {
            const row = list.rows[index]
            return row?.kind === 'entry' && mayWait(drag.entry, row.entry) ? row.entry : null
          }}
          onTarget={(target) => {
            linking.start(drag.entry)
            linking.choose(target)
          }}
          onCancel={() => {
            linking.cancel()
            dragging.cancel()
          }}
          onDrop={(target) => {
            dragging.end()
            if (target) linking.save(drag.entry, target)
            else linking.cancel()
          }}
        />
      )}
      {drag && drag.part !== 'link' && (
        <DragLayer
          {...shared}
          scroller={scroller}
          drag={drag}
          calendar={moving.calendar}
          onMove={(move) => {
            dragging.start()
            moving.drag(move)
          }}
          onDrop={(move) => {
            dragging.end()
            moving.propose(move)
          }}
          onCancel={() => {
            dragging.cancel()
            moving.drag(null)
          }}
        />
      )}
      {link && !drag && (
        <LinkChoice
          layout={layout}
          from={{ entry: link.from, index: placeOf(link.from.id) }}
          to={link.target && { entry: link.target, index: placeOf(link.target.id) }}
        />
      )}
    </div>
  )
}
