import type { ListedCustomer } from '@plumbline/contract/customers.ts'
import { Mail, Phone } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Card } from '../../ui/Card.tsx'
import { plural } from '../../ui/format.ts'
import { Contact, callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'

/** A summary of a customer: their main contact, and the number of their jobs and open bids. */
export function CustomerCard({ customer }: { customer: ListedCustomer }) {
  const nameId = useId()
  const { id, name, company, address, jobs, openBids, contacts } = customer
  const [main] = contacts
  const counts = [
    jobs > 0 && plural(jobs, 'job', 'jobs'),
    openBids > 0 && plural(openBids, 'open bid', 'open bids'),
  ]
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <span className="figures min-w-0 truncate">
            {counts.filter(Boolean).join(', ') || 'No jobs or open bids'}
          </span>
          <Link
            href={paths.customer(id)}
            aria-describedby={nameId}
            className="action-link no-print ml-auto shrink-0"
          >
            View Details
          </Link>
        </>
      }
    >
      <div className="min-w-0">
        <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
          <Link href={paths.customer(id)} className="touch-target hover:underline">
            {name}
          </Link>
        </h2>
        {company && <p className="text-sm wrap-anywhere">{company}</p>}
        {address && <p className="text-sm text-ink-2 wrap-anywhere">{address}</p>}
      </div>
      <div className="flex flex-col items-start gap-1 text-sm touch:gap-0">
        {main?.phone && (
          <Contact icon={Phone} href={callUrl(main.phone)}>
            {phoneText(main.phone)}
          </Contact>
        )}
        {main?.email && (
          <Contact icon={Mail} href={mailUrl(main.email)}>
            {main.email}
          </Contact>
        )}
      </div>
    </Card>
  )
}
