import type { LucideIcon } from 'lucide-react'

/** The main action of a screen, above everything and under the thumb. */
export function FloatingButton({
  label,
  icon: Icon,
  onClick,
}: {
  label: string
  icon: LucideIcon
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="no-print fixed right-4.5 bottom-[max(1.75rem,env(safe-area-inset-bottom))] z-20 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-pop transition-colors hover:bg-accent-press sm:right-7"
    >
      <Icon aria-hidden className="size-6" />
    </button>
  )
}
