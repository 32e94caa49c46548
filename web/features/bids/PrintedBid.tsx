import type { Bid } from '@plumbline/contract/bids.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useCompany } from '../../api/company.ts'
import { phoneText } from '../../ui/phone.ts'

/**
 * Consecutive lines without an empty one between them. Each match is rendered as its own block, so
 * that a page break does not leave a single line behind.
 */
const PARAGRAPH = /[^\n]+(?:\n[^\n]+)*/g

/**
 * The bid that the customer signs. It leaves out the notes, priority, status, source, and history.
 */
export function PrintedBid({ bid }: { bid: Bid }) {
  const { companyName } = useCompany()
  const { customerName, customerAddress, customerPhone, customerEmail, estimatedAmount, scope } =
    bid
  return (
    <article aria-label="Bid" className="text-[11pt]">
      <h1 className="mb-9 text-xl tracking-tight wrap-anywhere">Bid: {bid.name}</h1>
      <div className="mb-9 grid grid-cols-2 gap-10">
        <Block
          title="Prepared for"
          lines={[
            customerName,
            customerAddress,
            customerPhone && phoneText(customerPhone),
            customerEmail,
          ]}
        />
        <Block title="Project" lines={[bid.name, bid.address]} />
      </div>
      {scope && (
        <section className="mb-9">
          <Heading>Scope of work</Heading>
          {Array.from(scope.matchAll(PARAGRAPH), ({ 0: text, index }) => (
            <p key={index} className="mb-4 whitespace-pre-wrap wrap-anywhere last:mb-0">
              {text}
            </p>
          ))}
        </section>
      )}
      <div className="break-inside-avoid">
        <p className="mb-20 flex items-baseline gap-6 border-y-2 border-ink py-4">
          <span className="flex-1 font-medium">Estimated amount</span>
          <b className="figures text-xl">
            {estimatedAmount === null ? 'To be agreed' : formatCents(estimatedAmount)}
          </b>
        </p>
        <div className="grid grid-cols-2 gap-x-10">
          <Signature who="Customer" name={customerName} />
          <Signature who="Contractor" name={companyName} />
        </div>
      </div>
    </article>
  )
}

interface BlockProps {
  title: string
  /** The first line is bold. */
  lines: readonly (string | null)[]
}

function Block({ title, lines }: BlockProps) {
  return (
    <section>
      <Heading>{title}</Heading>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="wrap-anywhere first-of-type:font-bold">
          {line}
        </p>
      ))}
    </section>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <h2 className="mb-1.5 break-after-avoid border-b border-line-strong pb-1 text-[10pt] font-normal text-ink-3">
      {children}
    </h2>
  )
}

/** Lines for a signature and its date. */
function Signature({ who, name }: { who: string; name: string | null }) {
  return (
    <section aria-label={`Signature of the ${who.toLowerCase()}`} className="text-[10pt]">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-4">
        <p className="border-t border-ink pt-1">Signature</p>
        <p className="border-t border-ink pt-1">Date</p>
      </div>
      <p className="mt-3 font-bold">{who}</p>
      {name && <p>{name}</p>}
    </section>
  )
}
