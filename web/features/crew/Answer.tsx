import type { CrewDay } from '@plumbline/contract/crew.ts'
import { StatusMark } from '../../ui/Badge.tsx'
import { type Mark, statusStyle } from '../../ui/status.ts'
import { answerOf, isUnanswered } from './answers.ts'

/** The answer of a sub as a mark and a word. */
export function Answer({ day }: { day: CrewDay }) {
  const { tone, mark } = styleOf(day)
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${tone}`}>
      <StatusMark mark={mark} className="size-2.5 shrink-0" />
      {answerOf(day)}
    </span>
  )
}

function styleOf(day: CrewDay): { tone: string; mark: Mark } {
  if (day.declined) return { tone: 'text-bad', mark: 'cross' }
  if (day.confirmed) return { tone: 'text-good', mark: 'dot' }
  if (isUnanswered(day)) return { tone: 'text-warn', mark: 'half' }
  return { tone: 'text-ink-2', mark: statusStyle(day.entryStatus).mark }
}
