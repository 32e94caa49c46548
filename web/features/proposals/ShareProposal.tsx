import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { Proposal } from '@plumbline/contract/proposals.ts'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { linkPathQuery, untilText, versionLine } from './api.ts'
import { ShareLink } from './ShareLink.tsx'

/** The customer to whom a link is sent. */
export interface Addressee {
  readonly email: string | null
  readonly phone: string | null
  /** The name of the bid or of the job. */
  readonly subject: string
}

interface ShareProposalProps {
  proposal: Proposal
  /** The path of its link, if it was read just now. */
  path?: string | undefined
  /** Whether the browser has refused to copy the link. */
  copyRefused?: boolean
  addressee: Addressee
  onClose: () => void
}

/** The link of a proposal, with a text and ways to send both to the customer. */
export function ShareProposal({ proposal, addressee, ...dialog }: ShareProposalProps) {
  const { companyName } = useCompany()
  const today = useToday()
  const { id, number, total, changeOrderId, status } = proposal
  // `proposal for Deck (P-2026-0031)`, but `change order 3 for Deck`.
  const [kind, name, detail] = changeOrderId
    ? (['change order', number.toLowerCase(), ''] as const)
    : (['proposal', 'proposal', ` (${number})`] as const)
  const named = `${name} for ${addressee.subject}`
  const offer =
    `our ${named}${detail}: ${formatDollars(total)}, ${untilText(proposal, today)}. ` +
    'Open this link to read it, ask us a question or sign'
  const signed = `the signed ${named}${detail}, to read and print`
  return (
    <ShareLink
      {...dialog}
      title={`Link of ${changeOrderId ? name : number}`}
      description={versionLine(proposal, today)}
      read={linkPathQuery(id)}
      what={`the ${kind}`}
      addressee={addressee}
      subject={`${companyName}: ${named}`}
      textOf={(link) =>
        `Hello, here is ${status === 'approved' ? signed : offer}: ${link}\n\n${companyName}`
      }
    />
  )
}
