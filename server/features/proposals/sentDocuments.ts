import { dayIn } from '@plumbline/contract/dates.ts'
import type { Company } from '../../access/company/queries.ts'
import { readProposal } from '../../documents/canonical.ts'
import { type Document, documentOf, type Proposal, sentFacts } from '../../documents/model.ts'
import type { ProposalRow } from './queries.ts'

/** A version with its content as it was sent, or with the choices of a customer. */
export const documentWith = (
  content: Proposal,
  { number, version, createdAt, lastDay }: ProposalRow,
  { timeZone }: Company,
  signing?: Parameters<typeof documentOf>[2],
): Document => {
  const sent = { number, version, day: dayIn(timeZone, createdAt), lastDay }
  const document = documentOf(content, sentFacts(content, sent), signing)
  return { ...document, writtenAt: document.writtenAt ?? createdAt.toISOString() }
}

/** A version as it was signed; as it was sent if it was not. */
export function signedDocument(proposal: ProposalRow, company: Company): Document {
  const { signedContent, evidence } = proposal
  if (!signedContent || !evidence)
    return documentWith(readProposal(proposal.content), proposal, company)
  const day = dayIn(company.timeZone, new Date(evidence.signedAt))
  return documentWith(readProposal(signedContent), proposal, company, { evidence, day })
}
