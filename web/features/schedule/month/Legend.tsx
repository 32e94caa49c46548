import { entryReaders, reads } from '@plumbline/contract/readers.ts'
import { schedulePriorities, scheduleStatuses } from '@plumbline/contract/schedule.ts'
import { useMe } from '../../../api/me.ts'
import { PriorityBadge, StatusBadge } from '../../../ui/Badge.tsx'
import { SectionHeader } from '../../../ui/Headings.tsx'

/** The legend of the colors. */
export function Legend() {
  const showPriority = reads(useMe().role, entryReaders.priority)
  return (
    <section aria-label="Colors" className="no-print">
      <SectionHeader title="Colors" />
      <div className="flex flex-wrap gap-1.5">
        {scheduleStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
      {showPriority && (
        <>
          <p className="mt-3 mb-1.5 text-sm text-ink-2">
            The left edge of an entry is its priority.
          </p>
          <div className="flex flex-wrap gap-1.5">
            {schedulePriorities.map((priority) => (
              <PriorityBadge key={priority} priority={priority} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}
