import { addDays } from '@plumbline/contract/dates.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import { Plus } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { Panel } from '../../ui/Card.tsx'
import { SectionHeader } from '../../ui/Headings.tsx'
import { Absences, type Absentee, AddAbsence } from './Absences.tsx'
import { DAYS_AWAY_AHEAD } from './api.ts'

const you: Absentee = {
  is: 'You are',
  can: 'You can',
  none: 'Add the days you cannot work, so that nobody books you then.',
  readers: readersSentence.office,
}

/** A sub's own days away, on their dashboard. */
export function DaysAway({ today }: { today: string }) {
  const may = useMay()
  const [isAdding, setAdding] = useOpened('days away', false)
  return (
    <>
      <SectionHeader title="Days away">
        {may('absence.create') && (
          <button type="button" className="action-link gap-1.5" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            Add days away
          </button>
        )}
      </SectionHeader>
      <Panel>
        <Absences who={you} period={{ first: today, last: addDays(today, DAYS_AWAY_AHEAD) }} />
      </Panel>
      {isAdding && <AddAbsence who={you} onClose={() => setAdding(false)} />}
    </>
  )
}
