import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { marginOf, marginText } from './api.ts'

interface MarginProps {
  line: SavedLine
  /** Whether its name stands before it. */
  named?: boolean
}

/** The margin of a line. A price below the cost stands out. */
export function Margin({ line, named = false }: MarginProps) {
  const margin = marginOf(line)
  if (margin === null) return null
  return (
    <span className={margin < 0 ? 'text-bad' : undefined}>
      {named && 'Margin '}
      {marginText(line)}
    </span>
  )
}
