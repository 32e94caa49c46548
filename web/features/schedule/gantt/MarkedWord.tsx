import { cx } from 'class-variance-authority'
import { StatusMark } from '../../../ui/Badge.tsx'
import { type StatusStyle, toneText } from '../../../ui/status.ts'

interface MarkedWordProps {
  style: StatusStyle
  /** Whether the word is visible. Otherwise it is for screen readers and in the tooltip. */
  hasWord?: boolean
  /** Whether only the mark is colored. */
  isQuiet?: boolean
}

/** A status or priority as mark and word. */
export function MarkedWord({ style, hasWord = true, isQuiet = false }: MarkedWordProps) {
  const { tone, mark, label } = style
  return (
    <span
      title={hasWord ? undefined : label}
      className={cx(
        'flex items-center gap-1.5 whitespace-nowrap',
        isQuiet ? 'text-ink-2' : toneText[tone],
      )}
    >
      <span className={toneText[tone]}>
        <StatusMark mark={mark} />
      </span>
      <span className={hasWord ? undefined : 'sr-only'}>{label}</span>
    </span>
  )
}
