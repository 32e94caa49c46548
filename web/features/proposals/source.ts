/** The thing that is sent to a customer: a bid, or a change order of a job. */
export interface Source {
  readonly kind: 'bid' | 'changeOrder'
  readonly id: string
  /** The name of the bid or of the job, for the text that goes with a link. */
  readonly name: string
}

interface SourceTexts {
  /** The heading of the panel. */
  readonly title: string
  readonly send: string
  /** The effect of sending, before anything was sent. */
  readonly explanation: string
  /** The reason why nothing can be sent yet. */
  readonly missing: string
  /** Shown where nothing was sent and nothing can be any more. */
  readonly neverSent: string
  /** The use of the link. */
  readonly link: string
  readonly stale: string
}

const outcome = 'You see here when they look at it, ask or answer.'

export const sourceTexts: Readonly<Record<Source['kind'], SourceTexts>> = {
  bid: {
    title: 'Proposal',
    send: 'Send Proposal',
    explanation: `Send this bid as it is now. Your customer gets a link to read it, choose options and sign. ${outcome}`,
    missing: 'Add lines or an amount first.',
    neverSent: 'No proposal was sent for this bid.',
    link: 'Your customer opens it without signing in, chooses options, asks a question, and signs or declines.',
    stale: 'The price was changed meanwhile.',
  },
  changeOrder: {
    title: 'Customer Approval',
    send: 'Send Change Order',
    explanation: `Send this change order as it is now. Your customer gets a link to read and sign it. A client who signs in also finds it on the job. ${outcome}`,
    missing: 'Add lines or days first.',
    neverSent: 'This change order was not sent.',
    link: 'Your customer opens it without signing in, asks a question, and signs or declines.',
    stale: 'The change order was changed meanwhile.',
  },
}
