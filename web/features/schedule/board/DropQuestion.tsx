import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { formatWeekday, weekdaySpan } from '@plumbline/contract/dates.ts'
import { useToday } from '../../../screens/days.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import type { Proposal } from './useProposal.ts'

interface DropQuestionProps {
  proposal: Proposal
  onCancel: () => void
}

/** Asks before a sub is booked on a day that is taken. */
export function DropQuestion({ proposal, onCancel }: DropQuestionProps) {
  const { row, title, obstacles, apply } = proposal
  const today = useToday()
  const name = `${row.sub.firstName} ${row.sub.lastName}`
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`${name} is busy then. Book ${title} all the same?`}
      confirmLabel="Book anyway"
      onConfirm={apply}
      error={null}
      pending={false}
    >
      <ul className="figures">
        {obstacles.bookings.map((day) => (
          <li key={day.id}>
            {formatWeekday(day.assignedDate, today)}, {formatTimes(day)}: {day.entryTitle} (
            {day.jobName})
          </li>
        ))}
        {obstacles.away.map((away) => (
          <li key={away.id}>
            Away {weekdaySpan(away.startDate, away.endDate, today)}
            {away.reason && `: ${away.reason}`}
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
