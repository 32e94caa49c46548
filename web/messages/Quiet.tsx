import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface QuietProps {
  icon?: LucideIcon
  title: string
  /** What to do next. */
  text?: string
  action?: ReactNode
}

/** What a half of the page says while there is nothing in it. */
export function Quiet({ icon: Icon, title, text, action }: QuietProps) {
  return (
    <div className="m-auto flex max-w-70 flex-col items-center gap-1 px-5 py-14 text-center">
      {Icon && <Icon aria-hidden className="mb-2 size-7 text-ink-3" />}
      <p className="text-md font-bold">{title}</p>
      {text && <p className="text-balance text-ink-2">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
