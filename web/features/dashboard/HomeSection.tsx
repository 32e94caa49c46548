import { type ReactNode, useId } from 'react'

interface HomeSectionProps {
  title: string
  /** The number beside the heading, such as unread messages. Hidden when 0. */
  count?: number
  children: ReactNode
  /** A link or a button at the end of the heading line. */
  end?: ReactNode
}

/** A section of the office dashboard: a heading above a strong rule, then its rows. */
export function HomeSection({ title, count = 0, end, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-7">
      <div className="flex min-h-10 items-center gap-2 border-b border-line-strong touch:min-h-11">
        <h2 id={id}>{title}</h2>
        {count > 0 && <span className="figures text-ink-2">{count}</span>}
        <span className="ml-auto text-sm text-ink-2">{end}</span>
      </div>
      {children}
    </section>
  )
}
