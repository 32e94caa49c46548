import { type Readers, readersSentence } from '@plumbline/contract/readers.ts'
import { HardHat, House, Lock, type LucideIcon } from 'lucide-react'

type Some = Exclude<Readers, 'all'>

const labels: Readonly<Record<Some, string>> = { office: 'Office', crew: 'Crew', client: 'Client' }

/** The icon of each group of readers. It is used for nothing else. */
export const readersIcons: Readonly<Record<Some, LucideIcon>> = {
  office: Lock,
  crew: HardHat,
  client: House,
}

interface ReadersBadgeProps {
  readers: Readers
  /** The word on the badge, for a thing that has its own. */
  label?: string
  /** The explanation, for a thing that is not read. */
  sentence?: string
}

/** The badge of a thing that not everyone on the job may read; nothing if everyone may. */
export function ReadersBadge({
  readers,
  label,
  sentence = readersSentence[readers],
}: ReadersBadgeProps) {
  if (readers === 'all') return null
  const Icon = readersIcons[readers]
  return (
    <span
      title={sentence}
      className="inline-flex h-5.5 items-center gap-1 rounded-xs border border-line-strong px-1.5 text-xs font-medium whitespace-nowrap text-ink-2"
    >
      <Icon aria-hidden className="size-3" />
      {label ?? labels[readers]}
      <span className="sr-only">: {sentence}</span>
    </span>
  )
}
