import type { CellState } from './grid.ts'

/** The class names of each cell state, for the grid, its legend, and the phone view. */
export const lookClasses: Readonly<Record<CellState, string>> = {
  paid: 'text-ink-2',
  paidLate: 'text-ink-2',
  extra: 'text-ink-2',
  open: 'text-ink-3',
  none: 'text-ink-3',
  part: 'bg-warn-soft font-medium text-warn',
  missing: 'bg-bad-soft font-medium text-bad',
  vacant: 'bg-[repeating-linear-gradient(-45deg,transparent_0_6px,var(--line-strong)_6px_7px)]',
  repair:
    'bg-[repeating-linear-gradient(-45deg,transparent_0_6px,color-mix(in_srgb,var(--bad)_40%,transparent)_6px_7px)]',
}
