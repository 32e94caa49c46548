import type { CrewDay } from '@plumbline/contract/crew.ts'
import { StatusMark } from '../ui/Badge.tsx'
import { answerOf } from './texts.ts'

/** The answer of a sub: a word and a mark. */
export function Answer({ day }: { day: Pick<CrewDay, 'confirmed' | 'declined'> }) {
  const tone = day.declined ? 'text-bad' : day.confirmed ? 'text-good' : 'text-warn'
  const mark = day.declined ? 'cross' : day.confirmed ? 'dot' : 'half'
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${tone}`}>
      <StatusMark mark={mark} className="size-2.5 shrink-0" />
      {answerOf(day)}
    </span>
  )
}
