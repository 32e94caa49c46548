import type { PlannedAppointment } from '@plumbline/contract/appointments.ts'
import { dayIn, formatWeekday } from '@plumbline/contract/dates.ts'
import { MapPin, Phone } from 'lucide-react'
import { useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import { callUrl, mapsUrl } from '../../ui/Person.tsx'

interface AppointmentRowProps {
  appointment: PlannedAppointment
  /** Whether the list is about several days. */
  showsDay?: boolean
}

/** An appointment of a bid, with the way to its place and the customer's phone. */
export function AppointmentRow({ appointment, showsDay = false }: AppointmentRowProps) {
  const { timeZone } = useCompany()
  const today = useToday()
  const nameId = useId()
  const { bidId, bidName, title, status, address, customerName, customerPhone } = appointment
  const day = dayIn(timeZone, new Date(appointment.scheduledDate))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5">
      <p className="figures w-24 shrink-0 text-ink-2">
        {showsDay && (
          <span className="block text-sm">
            {day === today ? 'Today' : formatWeekday(day, today)}
          </span>
        )}
        <span className="font-medium text-ink">
          {formatTime(appointment.scheduledDate, timeZone)}
        </span>
      </p>
      <div className="min-w-40 flex-1">
        <h3 id={nameId} className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <Link href={paths.bid(bidId)} className="touch-target underline-offset-3 hover:underline">
            {title}
          </Link>
          {status !== 'scheduled' && <StatusBadge status={status} />}
        </h3>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {[bidName, customerName, address].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="no-print flex gap-2">
        <a
          href={mapsUrl(address)}
          target="_blank"
          rel="noreferrer"
          aria-describedby={nameId}
          className={buttonVariants({ size: 'sm' })}
        >
          <MapPin aria-hidden />
          Map
        </a>
        {customerPhone && (
          <a
            href={callUrl(customerPhone)}
            aria-describedby={nameId}
            className={buttonVariants({ size: 'sm' })}
          >
            <Phone aria-hidden />
            Call
          </a>
        )}
      </span>
    </li>
  )
}
