import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
}

interface TabsProps {
  /** The accessible name of the row of tabs. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** Whether Tab stops at the panel, for one that scrolls and may have no control to stop at. */
  isPanelStop?: boolean
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Tabs over one panel. Arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange, isPanelStop, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // A phone shows only some of the tabs. Scrolls to the chosen one, also after the counts beside
  // the names have loaded.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    if (!row || !tab) return
    const observer = new ResizeObserver(() => {
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    for (const one of row.children) observer.observe(one)
    return () => observer.disconnect()
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="no-print relative mb-1.5 flex gap-1 sm:mb-5 sm:short:mb-2 overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="h-10 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink touch:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} tabIndex={isPanelStop ? 0 : undefined}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
