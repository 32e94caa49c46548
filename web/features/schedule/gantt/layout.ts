import type { Scale } from './scale.ts'

/** Heights in pixels. */
export const HEAD_HEIGHT = 46
export const ROW_HEIGHT = { mouse: 29, touch: 44 } as const

/** Below this width in pixels, the table shows marks without words, to leave room for the chart. */
const ROOMY_WIDTH = 960
const TABLE_WIDTH = { roomy: 644, tight: 460, priority: 71, mark: 19 } as const

/** The layout that all rows share. */
export interface Layout {
  readonly scale: Scale
  readonly rowHeight: number
  readonly tableWidth: number
  /** Whether priority and status have words. Otherwise there are only marks, to save room. */
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
    '142px',
    '28px',
    ...(showPriority ? [mark('62px')] : []),
    mark('86px'),
    '40px',
  ].join(' ')
}

/** The width of the table and the height of the rows in a chart of a given width. */
export function tableLayout(width: number, showPriority: boolean, isTouch: boolean) {
  const hasWords = width >= ROOMY_WIDTH
  const full = hasWords ? TABLE_WIDTH.roomy : TABLE_WIDTH.tight
  const priority = hasWords ? TABLE_WIDTH.priority : TABLE_WIDTH.mark
  return {
    hasWords,
    tableWidth: full - (showPriority ? 0 : priority),
    rowHeight: isTouch ? ROW_HEIGHT.touch : ROW_HEIGHT.mouse,
  }
}
