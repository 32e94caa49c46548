import type { ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import type { Company } from '../../access/company/queries.ts'
import type { Proposal } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ChosenPhoto } from './photos.ts'
import { draftOf, type FoundChange } from './queries.ts'

/** The content of a change order with its photos, without any cost. */
export async function contentOf(
  db: Db,
  company: Company,
  { order, job }: FoundChange,
  photos: readonly ChosenPhoto[],
): Promise<Proposal> {
  const { taxName, licenseNumber: license, consentText: consent } = await findProposalSettings(db)
  const { companyName, address, phone } = company
  const { title, reason, lines, taxRate, daysAdded, movesEnd }: ChangeOrderDraft = draftOf(order)
  return {
    title,
    change: { number: order.number, job: job.name, daysAdded, movesEnd },
    company: { name: companyName, address, phone, license },
    customer: {
      name: job.customerName,
      address: job.customerAddress,
      phone: job.customerPhone,
      email: job.customerEmail,
    },
    site: job.address,
    introduction: reason,
    photos: photos.map(({ shown }) => shown),
    scope: null,
    sections: [
      {
        title: 'Changes',
        kind: 'included',
        lines: lines.map(({ unitCost: _, category: __, ...line }) => ({
          ...line,
          allowance: false,
          chosen: true,
        })),
      },
    ],
    discount: null,
    taxRate,
    taxName,
    schedule: [],
    terms: [],
    consent,
    // Without lines, it changes the days alone.
    amount: '0.00',
  }
}
