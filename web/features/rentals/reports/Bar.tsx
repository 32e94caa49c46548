const tones = { good: 'fill-good', neutral: 'fill-ink-3', warn: 'fill-warn' }

interface BarProps {
  /** 0 to 1. */
  share: number
  tone?: keyof typeof tones
}

/** A share as a bar. It is an SVG, because browsers do not print CSS backgrounds. */
export function Bar({ share, tone = 'good' }: BarProps) {
  const percent = 100 * Math.min(1, Math.max(0, share))
  return (
    <svg aria-hidden className="block h-2.5 w-full min-w-16 in-[td]:mt-1.5">
      <rect width="100%" height="100%" rx="2" className="fill-sunken" />
      <rect width={`${percent}%`} height="100%" rx="2" className={tones[tone]} />
    </svg>
  )
}

/** The largest of some dollar amounts, drawn as a full bar. At least 0.01. */
export const maxAmount = (amounts: readonly string[]) => Math.max(0.01, ...amounts.map(Number))
