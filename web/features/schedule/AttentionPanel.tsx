import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useSetSearch } from '../../screens/screen.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { SidePanel } from '../../ui/Dialog.tsx'
import { AttentionLines, attentionQuery, countOf, countText } from './ScheduleAttention.tsx'
import type { Search } from './search.ts'

/** The most items of each kind that are listed. */
const MAX_PER_KIND = 50

/**
 * A button with the number of problems on the schedules, and the panel that lists them. Without
 * problems there is no button.
 */
export default function AttentionPanel({ isOpen }: { isOpen: boolean }) {
  const setSearch = useSetSearch<Search>()
  const { data, isPending } = useQuery(attentionQuery(MAX_PER_KIND))
  const count = data ? countOf(data) : 0
  return (
    <>
      {/* Holds the space of the button, so that it does not move the filters. */}
      {isPending && (
        <span aria-hidden className={buttonVariants({ className: 'no-print invisible' })}>
          <CircleAlert />
          <span>
            10 <span className="max-sm:sr-only">need attention</span>
          </span>
        </span>
      )}
      {count > 0 && (
        <Button className="no-print" onClick={() => setSearch({ attention: '1' })}>
          <CircleAlert aria-hidden className="text-bad" />
          <span>
            {data && countText(data)} <span className="max-sm:sr-only">need attention</span>
          </span>
        </Button>
      )}
      {isOpen && data && (
        <SidePanel title="Needs attention" onClose={() => setSearch({ attention: '' })}>
          {count > 0 ? (
            <AttentionLines attention={data} />
          ) : (
            <p className="text-ink-2">Nothing needs you.</p>
          )}
        </SidePanel>
      )}
    </>
  )
}
