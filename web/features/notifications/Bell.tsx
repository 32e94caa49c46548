import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { viewedId } from '../../api/viewAs.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { unreadText, useUnread } from './unread.ts'

const loadPanel = () => import('./NotificationPanel.tsx')
const NotificationPanel = lazyPart(loadPanel)

/**
 * The bell in the top bar, with the number of unread notifications. It opens them in a panel, and
 * is hidden while viewing as somebody else.
 */
export function Bell() {
  const { notifications: count } = useUnread()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (viewedId()) return null
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label={count > 0 ? `Notifications, ${unreadText(count)} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="relative"
        onPointerDown={() => void loadPanel()}
        onClick={() => setOpen(!open)}
      >
        <BellIcon aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="figures absolute -top-0.5 left-1/2 grid h-4 min-w-4 place-items-center rounded-full bg-info px-1 text-[0.625rem] font-bold text-ground touch:top-1"
          >
            {unreadText(count)}
          </span>
        )}
      </Button>
      {open && <NotificationPanel anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
