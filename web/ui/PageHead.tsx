import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** One line under the title. */
  text?: ReactNode
  /** The main action or figure of the page. */
  children?: ReactNode
}

/** The head of a page: its h1 and what one can do there. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2">
      <div className="min-w-40 flex-1">
        <h1 className="text-lg tracking-tight">{title}</h1>
        {text && <p className="mt-1 text-ink-2">{text}</p>}
      </div>
      {children}
    </div>
  )
}
