import { cx } from 'class-variance-authority'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface AlertProps {
  /** `warn` for what is allowed but worth another look. */
  tone?: 'bad' | 'warn'
  className?: string
  children: ReactNode
}

/** What went wrong, said where it happened; read out when it appears. */
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
