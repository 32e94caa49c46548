import { changeOrderDocumentRoutes } from '@plumbline/contract/changeOrderDocuments.ts'
import type { ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import { type Company, requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoPicture } from '../../access/company/service.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { type Document, documentOf, type Proposal } from '../../documents/model.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { documentPicture, readPicture } from '../photos/documentPicture.ts'
import { type ChosenPhoto, findPhotos } from './photos.ts'
import { draftOf, type FoundChange, findChange } from './queries.ts'

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

interface Draft {
  readonly document: Document
  readonly company: Company
  readonly photos: readonly ChosenPhoto[]
}

/** The document of a change order as it would be sent now. */
async function draftDocument(db: Db, change: FoundChange, now: Date): Promise<Draft> {
  const company = await requireCompany(db)
  const photos = await findPhotos(db, change.order)
  const content = await contentOf(db, company, change, photos)
  const day = formatDay(dayIn(company.timeZone, now))
  return { document: documentOf(content, [nameOf(change), day]), company, photos }
}

const nameOf = ({ order }: FoundChange) => `Change order ${order.number}`

export function documentRoutes(serve: Serve) {
  serve(changeOrderDocumentRoutes.page, {
    find: ({ db, params }) => findChange(db, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      const { document, company, photos } = await draftDocument(db, subject, now)
      const { logoUrl: logo } = toSettings(company, person.role)
      const missing = await missingCharacters(document, person.id)
      const bar = documentBar(
        'This is what the customer gets. The last day to answer is added when it is sent.',
        `/api/change-orders/${subject.order.id}/document.pdf`,
        missing,
      )
      const photoAt = (place: number) => `/api/photos/${photos[place - 1]?.id}/image`
      return pageResponse(request, { document, logo, photos: photoAt, bar, name: nameOf(subject) })
    },
  })

  serve(changeOrderDocumentRoutes.pdf, {
    find: ({ db, params }) => findChange(db, params.id),
    handle: async ({ db, person, subject, now, services: { files } }) => {
      const { document, company, photos } = await draftDocument(db, subject, now)
      const name = nameOf(subject)
      const readPictures = async () => ({
        logo: await logoPicture(files, company),
        photos: await Promise.all(
          photos.map(({ stored }) => readPicture(files, documentPicture(stored, name))),
        ),
      })
      return pdfResponse({ document, readPictures, name, by: person.id })
    },
  })
}
