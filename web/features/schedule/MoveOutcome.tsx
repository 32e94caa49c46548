import type { MovePreview } from '@plumbline/contract/scheduleMoves.ts'
import { CircleAlert } from 'lucide-react'
import { useToday } from '../../screens/days.ts'
import { outcomeOf } from './moves.ts'

/** The most warnings that are listed. The others are only counted. */
const MAX_LISTED = 4

/** The warnings and the note about a move. Renders nothing until the preview is loaded. */
export function MoveOutcome({ preview }: { preview: MovePreview | undefined }) {
  const today = useToday()
  if (!preview) return null
  const { warnings, note } = outcomeOf(preview, today)
  const rest = warnings.length - MAX_LISTED
  return (
    <div className="text-sm">
      {warnings.length > 0 && (
        <ul className="text-warn">
          {warnings.slice(0, MAX_LISTED).map((text) => (
            <li key={text} className="flex gap-1.5 wrap-anywhere">
              <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
              {text}
            </li>
          ))}
          {rest > 0 && <li>and {rest} more</li>}
        </ul>
      )}
      {note && <p className="text-ink-2">{note}</p>}
    </div>
  )
}
