import type { Bid } from '@plumbline/contract/bids.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/company.ts'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { useToday } from '../../screens/days.ts'
import { Facts, TitledPanel } from '../../ui/Card.tsx'
import { callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { estimate, followUpText } from './BidCard.tsx'

/** The facts of a bid, and its texts. */
export function BidFacts({ bid }: { bid: Bid }) {
  const { timeZone } = useCompany()
  const today = useToday()
  return (
    <TitledPanel title="Bid">
      <div className="flex flex-col gap-4">
        <Facts
          className="sm:grid-cols-4"
          items={[
            ['Estimated Amount', <b key="amount">{estimate(bid)}</b>],
            ['Lead Source', bid.leadSource ?? 'Not set'],
            ['Follow-Up', followUpText(bid, today)],
            ['Created', formatDay(dayIn(timeZone, new Date(bid.createdAt)))],
          ]}
        />
        {bid.scope && <Text title="Scope of Work">{bid.scope}</Text>}
        {bid.followUpNotes && (
          <Text title="Follow-Up Notes" isPrivate>
            {bid.followUpNotes}
          </Text>
        )}
        {bid.notes && (
          <Text title="Notes" isPrivate>
            {bid.notes}
          </Text>
        )}
      </div>
    </TitledPanel>
  )
}

interface TextProps {
  title: string
  /** Whether only the office can read the text. The printed bid leaves it out too. */
  isPrivate?: boolean
  children: string
}

/** A free text of the bid, with its line breaks. */
function Text({ title, isPrivate = false, children }: TextProps) {
  return (
    <div>
      <p className="mb-0.5 flex items-center gap-2 text-xs text-ink-3">
        {title}
        {isPrivate && <ReadersBadge readers="office" />}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
    </div>
  )
}

/** The customer and their contact details. */
export function CustomerFacts({ bid }: { bid: Bid }) {
  const { customerName, customerEmail, customerPhone, customerAddress } = bid
  const isKnown = customerName || customerEmail || customerPhone || customerAddress
  return (
    <TitledPanel title="Customer">
      <div className="flex flex-col gap-1">
        {customerName && (
          <p className="font-medium">
            <CustomerName id={bid.customerId}>{customerName}</CustomerName>
          </p>
        )}
        {customerPhone && (
          <Contact href={callUrl(customerPhone)} icon={<Phone aria-hidden />}>
            {phoneText(customerPhone)}
          </Contact>
        )}
        {customerEmail && (
          <Contact href={mailUrl(customerEmail)} icon={<Mail aria-hidden />}>
            {customerEmail}
          </Contact>
        )}
        {customerAddress && <MapLink address={customerAddress} />}
        {!isKnown && <p className="text-ink-2">No customer information</p>}
      </div>
    </TitledPanel>
  )
}

export function MapLink({ address }: { address: string }) {
  return (
    <Contact
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
      icon={<MapPin aria-hidden />}
    >
      {address}
    </Contact>
  )
}

export function Contact({
  href,
  icon,
  children,
}: {
  href: string
  icon: ReactNode
  children: string
}) {
  const isOutside = href.startsWith('https:')
  return (
    <a
      href={href}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
      className="inline-flex items-center gap-2 wrap-anywhere hover:underline touch:min-h-11 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {icon}
      {children}
    </a>
  )
}
