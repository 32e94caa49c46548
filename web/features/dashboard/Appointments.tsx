import { addDays } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { AppointmentRow } from '../appointments/AppointmentRow.tsx'
import { plannedAppointments } from '../appointments/api.ts'
import { HomeSection } from './HomeSection.tsx'

const DAYS_AHEAD = 7
const MAX_LISTED = 5

/** The appointments of bids in the next days. Renders nothing without any. */
export default function Appointments() {
  const from = useToday()
  const { data = [] } = useQuery(
    plannedAppointments({ from, to: addDays(from, DAYS_AHEAD - 1), open: 'true' }),
  )
  if (data.length === 0) return null
  return (
    <HomeSection
      title="Appointments"
      count={data.length}
      end={
        <Link href={paths.pendingBids()} className="action-link">
          All bids
        </Link>
      }
    >
      <ul>
        {data.slice(0, MAX_LISTED).map((appointment) => (
          <AppointmentRow key={appointment.id} appointment={appointment} showsDay />
        ))}
      </ul>
    </HomeSection>
  )
}
