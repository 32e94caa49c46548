import { bidDocumentRoutes } from '@plumbline/contract/bidDocuments.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import { type Company, findCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { type Document, documentOf, draftFacts, type Proposal } from '../../documents/model.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findPricing, type PricedBid } from './pricing.ts'

/** The offer of a bid, without any cost. */
export async function proposalOf(
  db: Db,
  company: Company,
  { bid, pricing }: PricedBid,
): Promise<Proposal> {
  const proposals = await findProposalSettings(db)
  const { taxName, licenseNumber: license, consentText: consent } = proposals
  const { companyName, address, phone } = company
  const { customerName, customerAddress, customerPhone, customerEmail, estimatedAmount } = bid
  return {
    title: bid.name,
    change: null,
    company: { name: companyName, address, phone, license },
    customer: {
      name: customerName,
      address: customerAddress,
      phone: customerPhone,
      email: customerEmail,
    },
    site: bid.address,
    introduction: pricing.introduction,
    photos: [],
    scope: bid.scope,
    sections: pricing.sections.map(({ title, kind, lines }) => ({
      title,
      kind,
      lines: lines.map(({ unitCost: _, category: __, ...line }) => line),
    })),
    discount: pricing.discount,
    taxRate: pricing.taxRate,
    taxName,
    schedule: pricing.schedule,
    terms: pricing.terms,
    consent,
    amount: estimatedAmount === null ? null : (estimatedAmount / 100).toFixed(2),
  }
}

interface DraftedBid {
  readonly document: Document
  readonly company: Company
}

/** The document of a bid as it would be sent now. */
async function draftOf(db: Db, subject: PricedBid, now: Date): Promise<DraftedBid> {
  const company = await findCompany(db)
  if (!company) throw new Failure('notFound')
  const proposal = await proposalOf(db, company, subject)
  const day = dayIn(company.timeZone, now)
  return {
    document: documentOf(proposal, draftFacts(day, subject.pricing.validDays)),
    company,
  }
}

export function documentRoutes(serve: Serve) {
  serve(bidDocumentRoutes.page, {
    find: ({ db, params }) => findPricing(db, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      const { document, company } = await draftOf(db, subject, now)
      const { logoUrl: logo } = toSettings(company, person.role)
      const missing = await missingCharacters(document, person.id)
      const pdf = `/api/pending-bids/${subject.bid.id}/document.pdf`
      const bar = documentBar('This is what the customer gets.', pdf, missing)
      return pageResponse(request, { document, logo, bar, name: 'bid' })
    },
  })

  serve(bidDocumentRoutes.pdf, {
    find: ({ db, params }) => findPricing(db, params.id),
    handle: async ({ db, person, subject, now, services }) => {
      const { document, company } = await draftOf(db, subject, now)
      const readPictures = logoAlone(services.files, company)
      return pdfResponse({ document, readPictures, name: 'bid', by: person.id })
    },
  })
}
