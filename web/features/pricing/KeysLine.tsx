import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'

const keys = [
  ['Enter', 'next line'],
  ['Tab', 'next cell'],
  ['Alt ↑ ↓', 'move'],
  ['Ctrl V', 'rows from a spreadsheet'],
] as const

interface KeysLineProps {
  hasLines: boolean
  onSection: () => void
  onOpen: (kind: 'priceList' | 'copy' | 'markUp') => void
}

/** The keys of the lines, and what adds several at once. */
export function KeysLine({ hasLines, onSection, onOpen }: KeysLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-1.5 text-xs text-ink-2 sm:pl-7">
      <p className="contents touch:hidden">
        {keys.map(([key, does]) => (
          <span key={key} className="whitespace-nowrap touch:hidden">
            <b className="font-medium text-ink">{key}</b> {does}
          </span>
        ))}
      </p>
      <span className="flex flex-wrap items-center gap-1 mouse:ml-auto">
        <Button variant="quiet" size="sm" onClick={onSection}>
          <Plus aria-hidden />
          Section
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onOpen('priceList')}>
          Price list
        </Button>
        <MoreActions isMenu label="Other actions of the price">
          <Button size="sm" onClick={() => onOpen('copy')}>
            Copy lines of another bid
          </Button>
          {hasLines && (
            <Button size="sm" onClick={() => onOpen('markUp')}>
              Markup
            </Button>
          )}
        </MoreActions>
      </span>
    </div>
  )
}
