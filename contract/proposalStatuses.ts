// Separate from the schemas of proposals, which pages for customers do not need.

/** The statuses of a proposal as they are stored. */
export const storedStatuses = ['sent', 'approved', 'declined', 'withdrawn', 'replaced'] as const
export type StoredStatus = (typeof storedStatuses)[number]

/** `expired` is a sent one after its last day. */
export const proposalStatuses = [...storedStatuses, 'expired'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const proposalEvents = [
  'sent',
  'emailed',
  'notDelivered',
  'renewed',
  'viewed',
  'question',
  'approved',
  'declined',
  'withdrawn',
  'replaced',
] as const
export type ProposalEventKind = (typeof proposalEvents)[number]
