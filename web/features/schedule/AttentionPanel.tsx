import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { SidePanel } from '../../ui/Dialog.tsx'
import { AttentionLines, attentionQuery, countOf, countText } from './ScheduleAttention.tsx'
import type { Search } from './search.ts'

/** How many of each kind are listed. */
const LISTED = 50

/** Says how much is not in order on the schedules, and lists it; nothing when all is well. */
export default function AttentionPanel({ isOpen }: { isOpen: boolean }) {
  const setSearch = useSetSearch<Search>()
  const { data } = useQuery(attentionQuery(LISTED))
  const count = data ? countOf(data) : 0
  return (
    <>
      {count > 0 && (
        <Button
          className="no-print max-sm:order-last"
          onClick={() => setSearch({ attention: '1' })}
        >
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
