import type { CrewDay } from '@plumbline/contract/crew.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import type { BoardRow } from './board.ts'
import { ChooseSub } from './ChooseSub.tsx'

interface GiveDayProps {
  day: CrewDay
  workdays: Workdays
  today: string
  onChoose: (row: BoardRow) => void
  onClose: () => void
}

/** The dialog that chooses another sub for a day that somebody declined. */
export function GiveDay({ day, ...props }: GiveDayProps) {
  const { scheduleEntryId: id, entryTitle: title, assignedDate } = day
  const { jobId, jobName, weatherDependent, indoorWork } = day
  const dates = { startDate: assignedDate, endDate: assignedDate }
  return (
    <ChooseSub
      entry={{ id, title, jobId, jobName, weatherDependent, indoorWork, ...dates }}
      days={[assignedDate]}
      {...props}
    />
  )
}
