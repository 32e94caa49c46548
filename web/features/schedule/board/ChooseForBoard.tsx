import type { CrewDay, UncrewedEntry } from '@plumbline/contract/crew.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import type { BoardRow } from './board.ts'
import { ChooseSub } from './ChooseSub.tsx'

interface ChooseForBoardProps {
  /** The entry to book, or else the declined day to give. */
  toBook: UncrewedEntry | undefined
  toGive: CrewDay | undefined
  workdays: Workdays
  today: string
  onBook: (entry: UncrewedEntry, row: BoardRow) => void
  onGive: (day: CrewDay, row: BoardRow) => void
  onClose: () => void
}

/** The chooser of a sub for what the address of the board names, if anything. */
export function ChooseForBoard({ toBook, toGive, onBook, onGive, ...rest }: ChooseForBoardProps) {
  if (toBook) return <ChooseSub entry={toBook} onChoose={(row) => onBook(toBook, row)} {...rest} />
  if (!toGive) return null
  const { scheduleEntryId: id, entryTitle: title, assignedDate } = toGive
  const { jobId, jobName, weatherDependent, indoorWork } = toGive
  const dates = { startDate: assignedDate, endDate: assignedDate }
  return (
    <ChooseSub
      entry={{ id, title, jobId, jobName, weatherDependent, indoorWork, ...dates }}
      days={[assignedDate]}
      onChoose={(row) => onGive(toGive, row)}
      {...rest}
    />
  )
}
