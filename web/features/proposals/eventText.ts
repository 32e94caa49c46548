import type { ProposalEventKind } from '@plumbline/contract/proposalStatuses.ts'

const historyTexts: Readonly<Record<ProposalEventKind, (version: string) => string>> = {
  sent: (version) => `${version} sent`,
  emailed: (version) => `${version} emailed`,
  notDelivered: (version) => `${version} could not be emailed`,
  renewed: (version) => `New link made for ${version.toLowerCase()}`,
  viewed: (version) => `${version} viewed by the customer`,
  question: (version) => `The customer asked about ${version.toLowerCase()}`,
  approved: (version) => `${version} signed by the customer`,
  declined: (version) => `${version} declined by the customer`,
  withdrawn: (version) => `${version} withdrawn`,
  replaced: (version) => `${version} replaced`,
}

/**
 * The text of an event such as `bid.sent` in the history of a bid; undefined for an event that is
 * not about a version.
 */
export function proposalEventText(
  name: string,
  version: string | number | null | undefined,
): string | undefined {
  const kind = name.replace('bid.', '')
  return Object.hasOwn(historyTexts, kind)
    ? historyTexts[kind as ProposalEventKind](`Version ${version ?? ''}`)
    : undefined
}
