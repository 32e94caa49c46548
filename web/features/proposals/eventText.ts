import type { ProposalEventKind } from '@plumbline/contract/proposalStatuses.ts'

const historyTexts: Readonly<Record<ProposalEventKind, (version: string) => string>> = {
  sent: (version) => `${version} sent`,
  renewed: (version) => `New link made for ${version.toLowerCase()}`,
  viewed: (version) => `${version} viewed by the customer`,
  question: (version) => `The customer asked about ${version.toLowerCase()}`,
  approved: (version) => `${version} signed by the customer`,
  declined: (version) => `${version} declined by the customer`,
  withdrawn: (version) => `${version} withdrawn`,
  replaced: (version) => `${version} replaced`,
}

interface ProposalStep {
  readonly kind?: string | number | null
  readonly version?: string | number | null
}

/** The text of a `bid.proposal` event in the history of a bid, from the detail of the event. */
export function proposalEventText({ kind, version }: ProposalStep): string {
  const textOf = Object.hasOwn(historyTexts, String(kind))
    ? historyTexts[kind as ProposalEventKind]
    : undefined
  return textOf ? textOf(`Version ${version ?? ''}`) : 'Proposal changed'
}
