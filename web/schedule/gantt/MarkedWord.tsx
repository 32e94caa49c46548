import { cx } from 'class-variance-authority'
import { StatusMark } from '../../ui/Badge.tsx'
import type { StatusStyle } from '../../ui/status.ts'

const toneClasses = {
  neutral: 'text-ink-2',
  info: 'text-info',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

interface MarkedWordProps {
  style: StatusStyle
  /** Without it the word is for screen readers, and in the tooltip. */
  hasWord?: boolean
  /** Only the mark has the color. */
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
        isQuiet ? 'text-ink-2' : toneClasses[tone],
      )}
    >
      <span className={toneClasses[tone]}>
        <StatusMark mark={mark} />
      </span>
      <span className={hasWord ? undefined : 'sr-only'}>{label}</span>
    </span>
  )
}
