import { dayIn } from '@plumbline/contract/dates.ts'
import type { Company } from '../../access/company/queries.ts'
import { readProposal } from '../../documents/canonical.ts'
import { type Document, documentOf, sentFacts } from '../../documents/model.ts'
import type { ProposalRow } from './queries.ts'

const factsOf = ({ number, version, createdAt, lastDay }: ProposalRow, { timeZone }: Company) =>
  sentFacts({ number, version, day: dayIn(timeZone, createdAt), lastDay })

/** A version as it was sent. */
const sentDocument = (proposal: ProposalRow, company: Company): Document =>
  documentOf(readProposal(proposal.content), factsOf(proposal, company))

/** A version as it was signed; as it was sent if it was not. */
export function signedDocument(proposal: ProposalRow, company: Company): Document {
  const { signedContent, evidence } = proposal
  if (!signedContent || !evidence) return sentDocument(proposal, company)
  const day = dayIn(company.timeZone, new Date(evidence.signedAt))
  const signing = { evidence, day }
  return documentOf(readProposal(signedContent), factsOf(proposal, company), signing)
}
