import { StatusMark } from '../Badge.tsx'
import { statusStyle, toneText } from '../status.ts'

/** A status as a word and its mark, without the frame of a badge: for a row of a table. */
export function StatusWord({ status }: { status: string }) {
  const { label, tone, mark } = statusStyle(status)
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${toneText[tone]}`}>
      <StatusMark mark={mark} />
      {label}
    </span>
  )
}
