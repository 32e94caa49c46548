import { addDays } from '@plumbline/contract/dates.ts'
import { Plus } from 'lucide-react'
import { useMay } from '../../../api/me.ts'
import { useOpened } from '../../../api/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/Dialog.tsx'
import { Absences, type Absentee, AddAbsence } from '../../crew/Absences.tsx'
import { DAYS_AWAY_AHEAD, type Period } from '../../crew/api.ts'
import type { BoardSub } from './board.ts'

const absenteeOf = ({ id, firstName, lastName }: BoardSub): Absentee => ({
  id,
  is: `${firstName} ${lastName} is`,
  can: `${firstName} ${lastName} can`,
  none: `No days away are noted. Add the days ${firstName} cannot work, so that nobody books them then.`,
  readers: `The office and ${firstName} can read this`,
})

/** The period of the board, extended to the year from today on. */
function listedPeriod({ first, last }: Period, today: string): Period {
  const ahead = addDays(today, DAYS_AWAY_AHEAD)
  return { first: first < today ? first : today, last: last > ahead ? last : ahead }
}

interface AwayDialogProps {
  sub: BoardSub
  /** The weeks of the board. */
  period: Period
  today: string
  onClose: () => void
}

/** The days away of a sub, as the office edits them. */
export function AwayDialog({ sub, period, today, onClose }: AwayDialogProps) {
  const may = useMay()
  const [isAdding, setAdding] = useOpened('days away', false)
  const who = absenteeOf(sub)
  return (
    <Dialog open onOpenChange={onClose} title={`Days away of ${sub.firstName} ${sub.lastName}`}>
      <DialogBody className="px-1! py-0!">
        <Absences who={who} period={listedPeriod(period, today)} />
      </DialogBody>
      {may('absence.create') && (
        <DialogFooter>
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add days away
          </Button>
        </DialogFooter>
      )}
      {isAdding && <AddAbsence who={who} onClose={() => setAdding(false)} />}
    </Dialog>
  )
}
