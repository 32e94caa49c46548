import { type Other, useOthers } from './present.ts'

function sentence(people: readonly Other[]): string {
  const [first, second] = people
  if (!first) return ''
  if (!second) return `${first.firstName} is typing…`
  return people.length === 2
    ? `${first.firstName} and ${second.firstName} are typing…`
    : `${first.firstName} and ${people.length - 1} others are typing…`
}

/**
 * The people who are typing in the conversation. The line is always rendered, so that nothing
 * moves.
 */
export function Typing({ jobId }: { jobId: string }) {
  const typing = useOthers(jobId).filter(({ state }) => state === 'typing')
  return (
    <p aria-live="polite" className="no-print h-5 shrink-0 truncate px-4 text-xs text-ink-3">
      {sentence(typing)}
    </p>
  )
}
