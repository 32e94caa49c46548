import type { Bid } from '@plumbline/contract/bids.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompany } from '../api/company.ts'
import { Facts } from '../ui/Card.tsx'
import { Section } from '../ui/Headings.tsx'
import { estimate } from './BidCard.tsx'

/** What the bid is about. */
export function BidFacts({ bid }: { bid: Bid }) {
  const { timeZone } = useCompany()
  return (
    <Section title="Bid">
      <div className="flex flex-col gap-4 p-4">
        <div>
          <p className="text-xs text-ink-3">Address</p>
          <MapLink address={bid.address} />
        </div>
        <Facts
          className="sm:grid-cols-4"
          items={[
            ['Estimated Amount', <b key="amount">{estimate(bid)}</b>],
            ['Lead Source', bid.leadSource ?? 'Not set'],
            ['Follow-Up', formatDay(bid.followUpDate)],
            ['Created', formatDay(dayIn(timeZone, new Date(bid.createdAt)))],
          ]}
        />
        {bid.followUpNotes && <Text title="Follow-Up Notes">{bid.followUpNotes}</Text>}
        {bid.notes && <Text title="Notes">{bid.notes}</Text>}
      </div>
    </Section>
  )
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <p className="text-xs text-ink-3">{title}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
    </div>
  )
}

/** Who asked for it, and the ways to reach them. */
export function CustomerFacts({ bid }: { bid: Bid }) {
  const { customerName, customerEmail, customerPhone, customerAddress } = bid
  const isKnown = customerName || customerEmail || customerPhone || customerAddress
  return (
    <Section title="Customer">
      <div className="flex flex-col gap-1 p-4">
        {customerName && <p className="font-medium">{customerName}</p>}
        {customerPhone && (
          <Contact href={`tel:${customerPhone}`} icon={<Phone aria-hidden />}>
            {customerPhone}
          </Contact>
        )}
        {customerEmail && (
          <Contact href={`mailto:${customerEmail}`} icon={<Mail aria-hidden />}>
            {customerEmail}
          </Contact>
        )}
        {customerAddress && <MapLink address={customerAddress} />}
        {!isKnown && <p className="text-ink-2">No customer named yet</p>}
      </div>
    </Section>
  )
}

function MapLink({ address }: { address: string }) {
  return (
    <Contact
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
      icon={<MapPin aria-hidden />}
    >
      {address}
    </Contact>
  )
}

function Contact({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
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
