import { type Readers, readersSentence } from '@plumbline/contract/readers.ts'
import { HardHat, House, Lock, type LucideIcon } from 'lucide-react'

const marks: Readonly<Record<Exclude<Readers, 'all'>, { label: string; icon: LucideIcon }>> = {
  office: { label: 'Office', icon: Lock },
  crew: { label: 'Crew', icon: HardHat },
  client: { label: 'Client', icon: House },
}

/** The mark of what not everyone on the job reads; nothing where everyone does. */
export function ReadersBadge({ readers }: { readers: Readers }) {
  if (readers === 'all') return null
  const { label, icon: Icon } = marks[readers]
  return (
    <span
      title={readersSentence[readers]}
      className="inline-flex h-5.5 items-center gap-1 rounded-xs border border-line-strong px-1.5 text-xs font-medium whitespace-nowrap text-ink-2"
    >
      <Icon aria-hidden className="size-3" />
      {label}
      <span className="sr-only">: {readersSentence[readers]}</span>
    </span>
  )
}
