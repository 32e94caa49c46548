import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Button } from '../ui/Button.tsx'
import { overlayClasses } from '../ui/Dialog.tsx'
import { onPassedEscape, useReturnFocus } from '../ui/overlay.ts'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar on a small screen. It slides in over the page and closes after a choice. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus({ focusesContent: true })
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...returnFocus}
          onKeyDown={onPassedEscape(onClose)}
          aria-describedby={undefined}
          // Closes even if the link leads to the screen that is already open.
          onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}
          className="fixed top-(--view-bar) bottom-0 left-0 z-50 w-68 max-w-[86vw] animate-drawer border-r border-line bg-ground shadow-pop outline-none"
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          <Sidebar />
          <Radix.Close asChild>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Close menu"
              className="absolute top-1.5 right-1.5"
            >
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
