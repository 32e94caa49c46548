import { useRouterState } from '@tanstack/react-router'
import { Popover as Radix } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { SidePanel } from '../../ui/Dialog.tsx'
import { onPassedEscape } from '../../ui/overlay.ts'
import { PHONE, useMedia } from '../../ui/useMedia.ts'
import type { NotificationFilter } from './api.ts'
import { DeviceLine } from './DeviceOffer.tsx'
import { MarkAll, NotificationList, NotificationTools } from './NotificationList.tsx'

interface NotificationPanelProps {
  /** The bell, which gets the focus back on close. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The notifications below the bell, or on a phone as a sheet. */
export default function NotificationPanel({ anchor, onClose }: NotificationPanelProps) {
  const isPhone = useMedia(PHONE)
  const [filter, setFilter] = useState<NotificationFilter>({ show: undefined, kind: undefined })
  useCloseOnNavigation(onClose)
  const tools = <NotificationTools filter={filter} onFilter={setFilter} />
  const list = (
    <NotificationList filter={filter} onFilter={setFilter} heading="h3" onOpen={onClose} />
  )
  const foot = (
    <>
      <DeviceLine />
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <Link href={paths.notifications()} className="action-link" onClick={onClose}>
          All notifications
        </Link>
        <Link
          href={paths.account({ tab: 'notifications' })}
          className="action-link"
          onClick={onClose}
        >
          Notification settings
        </Link>
      </div>
    </>
  )
  if (isPhone) {
    return (
      <SidePanel
        title="Notifications"
        head={
          <div className="mt-4 -mr-9">
            {tools}
            <div className="-mb-2 -ml-3 pt-1">
              <MarkAll />
            </div>
          </div>
        }
        foot={foot}
        onClose={onClose}
      >
        {list}
      </SidePanel>
    )
  }
  return (
    <BelowBell anchor={anchor} onClose={onClose}>
      <div className="border-b border-line px-4 pt-3 pb-3">
        <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
          <h2 className="text-md">Notifications</h2>
          <MarkAll />
        </div>
        {tools}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{list}</div>
      <div className="border-t border-line px-4 py-2.5">{foot}</div>
    </BelowBell>
  )
}

/** The panel at the bell. The page stays usable. */
function BelowBell({
  anchor,
  onClose,
  children,
}: NotificationPanelProps & { children: React.ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  // The bell closes the panel itself, and toasts are not part of the page.
  const staysOpenOn = (target: EventTarget | null) =>
    target instanceof Element &&
    (anchor.current?.contains(target) || target.closest('[data-toast]'))
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          ref={content}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Notifications"
          data-rows
          tabIndex={-1}
          onKeyDown={onPassedEscape(onClose)}
          onInteractOutside={(event) => staysOpenOn(event.target) && event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Not after a click elsewhere on the page, which has moved the focus there.
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
          className="no-print z-40 flex max-h-[min(44rem,var(--radix-popover-content-available-height))] w-112 max-w-[calc(100vw-1.5rem)] animate-fade flex-col rounded-m border border-line-strong bg-surface shadow-pop outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Closes the panel when the person navigates to another URL. */
function useCloseOnNavigation(onClose: () => void) {
  const href = useRouterState({ select: (state) => state.location.href })
  const openedAt = useRef(href)
  useEffect(() => {
    if (href !== openedAt.current) onClose()
  }, [href, onClose])
}
