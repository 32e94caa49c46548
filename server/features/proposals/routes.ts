import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { requireCompany, toSettings } from '../../access/company/queries.ts'
import { stepOf } from '../../access/company/step.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { pageResponse } from '../../http/documentResponses.ts'
import { fileResponse } from '../../http/file.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposalOf } from '../bids/document.ts'
import { findPricing } from '../bids/pricing.ts'
import { contentOf } from '../changeOrders/document.ts'
import { findPhotos } from '../changeOrders/photos.ts'
import { findChange, lockChange } from '../changeOrders/queries.ts'
import { pdfOfProposal } from './copies.ts'
import { isShown } from './decide.ts'
import { withDifference } from './differences.ts'
import { linkPathOf } from './links.ts'
import { findPicture } from './photos.ts'
import * as queries from './queries.ts'
import { signedDocument } from './sentDocuments.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  const todayOf = async (db: Db, now: Date) => dayIn((await requireCompany(db)).timeZone, now)
  const read = async (db: Db, now: Date, id: string) => {
    const [proposal] = await queries.listProposals(db, await todayOf(db, now), { id })
    if (!proposal) throw new Failure('notFound')
    return proposal
  }

  serve(proposalRoutes.list, {
    find: ({ db, params }) => findPricing(db, params.id),
    handle: async ({ db, subject, now }) => {
      const company = await requireCompany(db)
      const today = dayIn(company.timeZone, now)
      const list = await queries.listProposals(db, today, { bidId: subject.bid.id })
      return withDifference(db, list, () => proposalOf(db, company, subject))
    },
  })

  serve(proposalRoutes.send, {
    find: ({ db, params }) => findPricing(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      return read(db, now, await service.sendProposal(db, step, subject, body))
    },
  })

  serve(proposalRoutes.listOfChange, {
    find: ({ db, params }) => findChange(db, params.id),
    handle: async ({ db, subject, now }) => {
      const company = await requireCompany(db)
      const today = dayIn(company.timeZone, now)
      const list = await queries.listProposals(db, today, { changeOrderId: subject.order.id })
      return withDifference(db, list, async () =>
        contentOf(db, company, subject, await findPhotos(db, subject.order)),
      )
    },
  })

  serve(proposalRoutes.sendChange, {
    find: ({ db, params }) => lockChange(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      return read(db, now, await service.sendChange(db, step, subject, body))
    },
  })

  serve(proposalRoutes.link, {
    find: ({ db, params }) => queries.findProposal(db, params.id),
    handle: async ({ db, subject, services, now }) => {
      const path = linkPathOf(subject, services.settings.sessionSecret)
      return { path: isShown(subject, await todayOf(db, now), now) ? (path ?? null) : null }
    },
  })

  serve(proposalRoutes.renewLink, {
    find: ({ db, params }) => queries.lockProposal(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      const path = linkPathOf(await service.renewLink(db, step, subject, body), step.secret)
      return { path: path ?? null }
    },
  })

  serve(proposalRoutes.withdraw, {
    find: ({ db, params }) => queries.lockProposal(db, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      await service.withdrawProposal(db, person.id, subject, body.note ?? null)
      return read(db, now, subject.id)
    },
  })

  serve(proposalRoutes.page, {
    find: ({ db, person, params }) => queries.findDocument(db, person, params.id),
    handle: async ({ db, person, subject, request }) => {
      const company = await requireCompany(db)
      const { logoUrl: logo } = toSettings(company, person.role)
      const document = signedDocument(subject, company)
      const photos = (place: number) => `/api/proposals/${subject.id}/photo?place=${place}`
      // The office can write it in other words and send it again.
      const isOffice = person.role === 'admin'
      const missing = isOffice ? await missingCharacters(document, person.id) : []
      const { id, version } = subject
      const pdf = `/api/proposals/${id}/document.pdf`
      const bar = documentBar(`Version ${version} as it was sent.`, pdf, missing)
      const frame = { logo, photos, bar }
      return pageResponse(request, { document, ...frame, name: subject.number })
    },
  })

  serve(proposalRoutes.pdf, {
    find: ({ db, person, params }) => queries.findDocument(db, person, params.id),
    handle: async ({ db, person, subject, services, request }) => {
      const company = await requireCompany(db)
      const { files } = services
      return pdfOfProposal(subject, { request, db, files, company, by: person.id })
    },
  })

  serve(proposalRoutes.photo, {
    find: ({ db, person, params }) => queries.findDocument(db, person, params.id),
    handle: async ({ db, subject, query, services, request }) => {
      const picture = await findPicture(db, subject.id, query.place)
      if (!picture) throw new Failure('notFound')
      return fileResponse(request, services.files, picture)
    },
  })
}
