import type { ReactNode } from 'react'
import { StatusMark } from './Badge.tsx'
import { priorityStyle, type StatusStyle, statusStyle, toneText } from './status.ts'

interface MarkedWordProps extends Pick<StatusStyle, 'tone' | 'mark'> {
  children: ReactNode
}

/** A word with its mark, without the frame of a badge, for a row of a table. */
export function MarkedWord({ tone, mark, children }: MarkedWordProps) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${toneText[tone]}`}>
      <StatusMark mark={mark} />
      {children}
    </span>
  )
}

/** A status as a word with its mark. */
export function StatusWord({ status }: { status: string }) {
  const { label, tone, mark } = statusStyle(status)
  return (
    <MarkedWord tone={tone} mark={mark}>
      {label}
    </MarkedWord>
  )
}

/** A priority as a word with its mark. */
export function PriorityWord({ priority }: { priority: string }) {
  const { label, tone, mark } = priorityStyle(priority)
  return (
    <MarkedWord tone={tone} mark={mark}>
      {label}
    </MarkedWord>
  )
}
