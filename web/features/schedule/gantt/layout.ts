import type { Scale } from './scale.ts'

/** Pixels. */
export const HEAD_HEIGHT = 46
export const ROW_HEIGHT = { mouse: 29, touch: 44 } as const

/** Below this width the table leaves room for the chart: marks without their words. */
const ROOMY = 960
const TABLE_WIDTH = { roomy: 600, tight: 416, priority: 71, mark: 19 } as const

/** What all rows have in common. */
export interface Layout {
  readonly scale: Scale
  readonly rowHeight: number
  readonly tableWidth: number
  /** Priority and status as mark and word; marks only where there is little room. */
  readonly hasWords: boolean
  readonly showPriority: boolean
  readonly mayPlan: boolean
  readonly byJob: boolean
}

/** The columns of the table as a CSS grid template. */
export function columnsOf({ hasWords, showPriority }: Pick<Layout, 'hasWords' | 'showPriority'>) {
  const mark = (word: string) => (hasWords ? word : '10px')
  return [
    'minmax(0, 1fr)',
    '104px',
    '28px',
    ...(showPriority ? [mark('62px')] : []),
    mark('86px'),
    '34px',
  ].join(' ')
}

/** How the width of the whole is shared, and how high its rows are. */
export function tableLayout(width: number, showPriority: boolean, isTouch: boolean) {
  const hasWords = width >= ROOMY
  const full = hasWords ? TABLE_WIDTH.roomy : TABLE_WIDTH.tight
  const priority = hasWords ? TABLE_WIDTH.priority : TABLE_WIDTH.mark
  return {
    hasWords,
    tableWidth: full - (showPriority ? 0 : priority),
    rowHeight: isTouch ? ROW_HEIGHT.touch : ROW_HEIGHT.mouse,
  }
}
