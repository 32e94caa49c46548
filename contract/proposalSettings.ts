import { z } from 'zod'
import { optionalDollars } from './dollars.ts'
import { optionalPercentage, taxRate, termsBlocks, validDays } from './pricing.ts'
import { route } from './route.ts'
import { optionalLine, optionalText, phrase } from './text.ts'

/** The text that customers agree to by signing, until the company words it another way. */
export const CONSENT_TEXT =
  'I agree to the work, the price and the terms above. I agree to sign electronically and to receive this agreement as an electronic record. I can ask for a paper copy at any time, and I can withdraw this consent before signing by leaving this page or declining. A copy of what I signed stays at this link, and the contractor sends me another one when I ask for it.'

/** The defaults of new bids, and the facts that all proposals of the company state. */
export const ProposalSettings = z.object({
  /** The rate of tax of a new bid, in percent. */
  taxRate: z.string(),
  /** Such as `Sales tax`. */
  taxName: z.string(),
  /** The number of days for which an offer is valid. */
  validDays: z.number().int(),
  /** The text that a customer agrees to by signing. */
  consentText: z.string(),
  /** The license number of the contractor. */
  licenseNumber: z.string().nullable(),
  /**
   * The largest deposit that the law allows, as a percentage of the total and as an amount in
   * dollars, whichever is less; null for no limit. A larger first payment is warned of.
   */
  depositPercent: z.string().nullable(),
  depositAmount: z.string().nullable(),
  terms: termsBlocks,
  updatedAt: z.iso.datetime(),
})
export type ProposalSettings = z.infer<typeof ProposalSettings>

/** Only the fields sent are changed. An empty `consentText` brings the first one back. */
export const ProposalSettingsChange = z.object(
  {
    taxRate: taxRate.optional(),
    taxName: phrase(50, 'Name the tax').optional(),
    validDays: validDays.optional(),
    consentText: optionalText(5000).optional(),
    licenseNumber: optionalLine(100).optional(),
    depositPercent: optionalPercentage.optional(),
    depositAmount: optionalDollars().optional(),
    terms: termsBlocks.optional(),
  },
  'Send the change as an object',
)
export type ProposalSettingsChange = z.output<typeof ProposalSettingsChange>

export const proposalSettingsRoutes = {
  read: route({
    method: 'GET',
    path: '/api/proposal-settings',
    summary: 'What bids and proposals begin with: tax, terms, validity',
    may: 'proposalSettings.read',
    about: [],
    keep: true,
    reply: ProposalSettings,
  }),
  update: route({
    method: 'PUT',
    path: '/api/proposal-settings',
    summary: 'Change the fields sent; bids that have a price stay as they are',
    may: 'proposalSettings.write',
    body: ProposalSettingsChange,
    reply: ProposalSettings,
    fails: ['stale'],
  }),
}
