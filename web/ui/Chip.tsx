import { X } from 'lucide-react'
import type { ReactNode } from 'react'

interface ChipProps {
  label: string
  value?: ReactNode
  onRemove: () => void
}

/** An active part of a filter. Its cross removes it. */
export function Chip({ label, value, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-9 max-w-full items-center rounded-full bg-sunken pl-3 text-sm touch:h-11">
      <span className="text-ink-2">{label}</span>
      {value && <span className="ml-1.5 min-w-0 truncate font-medium">{value}</span>}
      <button
        type="button"
        aria-label={`Remove the filter ${label}`}
        onClick={onRemove}
        className="no-print grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:text-ink touch:size-11"
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}
