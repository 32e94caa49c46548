import { cx } from 'class-variance-authority'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

interface AlertProps {
  /** `warn` for something that is allowed but should be checked. */
  tone?: 'bad' | 'warn'
  className?: string
  children: ReactNode
}

/** An error or warning. Screen readers announce it when it appears. */
export function Alert({ tone = 'bad', className, children }: AlertProps) {
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-2 rounded-s px-3 py-2',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/**
 * Shows that a section could not be loaded and offers a retry, while the rest of the screen keeps
 * working.
 */
export function LoadProblem({
  what,
  pending,
  onRetry,
}: {
  what: string
  pending: boolean
  onRetry: () => void
}) {
  return (
    <Alert>
      <p>{what} could not be loaded.</p>
      <Button size="sm" pending={pending} onClick={onRetry} className="mt-2">
        Try again
      </Button>
    </Alert>
  )
}

/** A field that someone else changed while a form was open. */
export interface FieldChange {
  readonly label: string
  readonly before: string
  readonly now: string
}

/** Shows in a form what someone else changed meanwhile, and the effect of saving again. */
function StaleNotice({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <Alert tone="warn">
      <p className="font-medium">Someone else changed this while you were editing.</p>
      {changes.length > 0 && (
        <ul className="my-1.5">
          {changes.map(({ label, before, now }) => (
            <li key={label}>
              {label}: <s>{before}</s> <b className="font-medium">{now}</b>
            </li>
          ))}
        </ul>
      )}
      <p>Your changes are still here. Save again to overwrite theirs.</p>
    </Alert>
  )
}

/** Says that what was typed is back after the person had to sign in again. */
export function FilledInNote({ className = '' }: { className?: string }) {
  return (
    <p role="status" className={`text-sm text-ink-2 ${className}`}>
      What you typed before you signed in again is back.
    </p>
  )
}

interface FormProblemsProps {
  /** The error of the last submit, null for none. */
  error: string | null
  /** The changes of others since the form was opened, null for none. */
  conflict: readonly FieldChange[] | null
  /** Whether the fields were filled in after the person had to sign in again. */
  isFilledIn: boolean
  className?: string
}

/**
 * The notes about a form as a whole, above its fields. Problems take the focus, so that they are
 * noticed from the end of a long form.
 */
export function FormProblems({ error, conflict, isFilledIn, className = '' }: FormProblemsProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error || conflict) container.current?.focus()
  }, [error, conflict])
  if (!error && !conflict) return isFilledIn && <FilledInNote className={className} />
  return (
    // The scroll margin keeps it below the sticky bar at the top of a screen.
    <div
      ref={container}
      tabIndex={-1}
      className={`flex scroll-mt-30 flex-col gap-4 rounded-s outline-none ${className}`}
    >
      {isFilledIn && <FilledInNote />}
      {conflict && <StaleNotice changes={conflict} />}
      {error && <Alert>{error}</Alert>}
    </div>
  )
}
