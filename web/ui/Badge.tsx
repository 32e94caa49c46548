import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'
import type { Mark, StatusStyle, Tone } from './status.ts'
import { priorityStyle, statusStyle } from './status.ts'

const badge = cva(
  'inline-flex h-5.5 items-center gap-1.5 rounded-xs border px-2 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      variant: {
        default: '',
        secondary: '',
        outline: '',
        destructive: 'border-transparent bg-bad-soft text-bad',
      },
      tone: { none: '', neutral: '', info: '', good: '', warn: '', bad: '' } satisfies Record<
        Tone | 'none',
        string
      >,
    },
    compoundVariants: [
      { variant: 'default', tone: 'none', class: 'border-transparent bg-ink text-ground' },
      {
        variant: 'secondary',
        tone: 'none',
        class: 'border-transparent bg-neutral-soft text-neutral',
      },
      { variant: 'outline', tone: ['none', 'neutral'], class: 'border-line-strong text-ink-2' },
      {
        variant: ['default', 'secondary'],
        tone: 'neutral',
        class: 'border-transparent bg-neutral-soft text-neutral',
      },
      {
        variant: ['default', 'secondary'],
        tone: 'info',
        class: 'border-transparent bg-info-soft text-info',
      },
      {
        variant: ['default', 'secondary'],
        tone: 'good',
        class: 'border-transparent bg-good-soft text-good',
      },
      {
        variant: ['default', 'secondary'],
        tone: 'warn',
        class: 'border-transparent bg-warn-soft text-warn',
      },
      {
        variant: ['default', 'secondary'],
        tone: 'bad',
        class: 'border-transparent bg-bad-soft text-bad',
      },
      { variant: 'outline', tone: 'info', class: 'border-info/30 bg-info-soft text-info' },
      { variant: 'outline', tone: 'good', class: 'border-good/30 bg-good-soft text-good' },
      { variant: 'outline', tone: 'warn', class: 'border-warn/30 bg-warn-soft text-warn' },
      { variant: 'outline', tone: 'bad', class: 'border-bad/30 bg-bad-soft text-bad' },
    ],
    defaultVariants: { variant: 'default', tone: 'none' },
  },
)

const shapes: Record<Mark, ReactNode> = {
  dot: <circle cx="5" cy="5" r="3.5" />,
  ring: <circle cx="5" cy="5" r="2.9" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M5 1.1a3.9 3.9 0 0 1 0 7.8z" />
    </>
  ),
  square: <rect x="2" y="2" width="6" height="6" rx="1" />,
  diamond: <path d="M5 .8 9.2 5 5 9.2.8 5z" />,
  cross: <path d="m2 2 6 6m0-6L2 8" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  low: <path d="M1 6h2v3H1z" />,
  medium: <path d="M1 6h2v3H1zm3-2h2v5H4z" />,
  high: <path d="M1 6h2v3H1zm3-2h2v5H4zm3-3h2v8H7z" />,
}

/** The shape beside a status, so that the color is not the only difference. */
export function StatusMark({ mark, className = 'size-2.5' }: { mark: Mark; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" fill="currentColor" className={className}>
      {shapes[mark]}
    </svg>
  )
}

type BadgeProps = VariantProps<typeof badge> & { mark?: Mark; children: ReactNode }

/** A short label for a status or kind. */
export function Badge({ variant = 'default', tone, mark, children }: BadgeProps) {
  return (
    <span data-variant={variant} className={badge({ variant, tone })}>
      {mark && <StatusMark mark={mark} />}
      {children}
    </span>
  )
}

function StyledBadge({ style }: { style: StatusStyle }) {
  return (
    <Badge variant={style.variant} tone={style.tone} mark={style.mark}>
      {style.label}
    </Badge>
  )
}

/** The status of a job, task, entry, bid or property; a missing one reads `Not Started`. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  return <StyledBadge style={statusStyle(status)} />
}

/** The priority of a task or bid; a missing one is `Medium`. */
export function PriorityBadge({ priority }: { priority: string | null | undefined }) {
  return <StyledBadge style={priorityStyle(priority)} />
}
