import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import { SidePanel } from './Dialog.tsx'
import { isPassedOn } from './overlay.ts'
import { useKeydown } from './useKeydown.ts'
import { DESK, useMedia } from './useMedia.ts'

interface DetailPanelProps {
  /** Whether it always covers the content. */
  isOver?: boolean
  onClose: () => void
  title: string
  /** Shown above the title. */
  badges?: ReactNode
  /** Shown under the title. */
  head?: ReactNode
  children: ReactNode
  /** Always visible below the content. */
  foot?: ReactNode
}

/**
 * Details beside the content, which stays usable. Escape closes it. On a screen without room for
 * both it is a panel over the content.
 */
export function DetailPanel({ isOver = false, ...props }: DetailPanelProps) {
  const hasRoom = useMedia(DESK)
  if (hasRoom && !isOver) return <BesidePanel {...props} />
  const { badges, head, ...rest } = props
  return (
    <SidePanel
      {...rest}
      head={
        <>
          {head}
          {badges && <div className="mt-2 flex flex-wrap items-center gap-2">{badges}</div>}
        </>
      }
    />
  )
}

function BesidePanel({
  onClose,
  title,
  badges,
  head,
  children,
  foot,
}: Omit<DetailPanelProps, 'isOver'>) {
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Moves the focus into the panel if it was opened with the keyboard. After a click the focus
    // stays where it is.
    if (document.activeElement?.matches(':focus-visible')) panel.current?.focus()
  }, [])
  useKeydown((event) => {
    const isModal = document.querySelector('[role=dialog][data-state], [role=alertdialog]')
    const isTaken = event.defaultPrevented && !isPassedOn(event)
    if (event.key === 'Escape' && !isTaken && !isModal) onClose()
  })
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-panel
      className="no-print fixed top-[calc(3.25rem+var(--view-bar))] right-0 bottom-0 z-20 flex w-100 flex-col border-l border-line-strong bg-surface outline-none"
    >
      <div className="border-b border-line px-5 pt-4 pr-14 pb-3.5">
        {badges && <div className="mb-2 flex flex-wrap items-center gap-2">{badges}</div>}
        <h2 id={titleId} className="text-md">
          {title}
        </h2>
        {head}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {foot && <div className="border-t border-line px-5 py-3">{foot}</div>}
      <Button
        variant="quiet"
        size="icon"
        aria-label="Close"
        className="absolute top-3 right-3"
        onClick={onClose}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}
