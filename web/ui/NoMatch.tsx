import { SearchX } from 'lucide-react'
import { Button } from './Button.tsx'
import { EmptyState } from './Card.tsx'

interface NoMatchProps {
  title: string
  /** The object of the button's text: `Clear filters`. */
  clears?: 'filters' | 'search'
  onClear: () => void
  /** Whether it has no frame, for a panel that has its own. */
  plain?: boolean
}

/** Shown in place of a list whose filter matches nothing. */
export function NoMatch({ title, clears = 'filters', onClear, plain = false }: NoMatchProps) {
  return (
    <EmptyState
      plain={plain}
      icon={SearchX}
      title={title}
      action={<Button onClick={onClear}>Clear {clears}</Button>}
    />
  )
}
