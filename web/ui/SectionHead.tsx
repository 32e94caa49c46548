import type { ReactNode } from 'react'

/** The head of a part of a page, with a quiet link at its end. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mt-7 mb-2.5 flex items-center gap-4">
      <h2>{title}</h2>
      <span className="ml-auto text-sm text-ink-2 *:hover:text-ink *:hover:underline *:hover:underline-offset-3">
        {children}
      </span>
    </div>
  )
}
