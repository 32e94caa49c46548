import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { type Company, findCompany, toSettings } from '../../access/company/queries.ts'
import { pageResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { html } from '../../platform/html.ts'
import { findPricing } from '../bids/pricing.ts'
import { findBid } from '../bids/queries.ts'
import { findChange, lockChange } from '../changeOrders/queries.ts'
import { pdfOfProposal } from './copies.ts'
import { isShown } from './decide.ts'
import { linkPathOf } from './links.ts'
import * as queries from './queries.ts'
import { signedDocument } from './sentDocuments.ts'
import * as service from './service.ts'

async function requireCompany(db: Db): Promise<Company> {
  const company = await findCompany(db)
  if (!company) throw new Failure('notFound')
  return company
}

const bar = ({ id, version }: queries.ProposalRow) => html`<div class="bar">
<p>Version ${version} as it was sent.</p>
<button type="button" data-print hidden>Print</button>
<a href="/api/proposals/${id}/document.pdf">Download PDF</a>
</div>`

export function routes(serve: Serve) {
  const todayOf = async (db: Db, now: Date) => dayIn((await requireCompany(db)).timeZone, now)
  const read = async (db: Db, now: Date, id: string) => {
    const [proposal] = await queries.listProposals(db, await todayOf(db, now), { id })
    if (!proposal) throw new Failure('notFound')
    return proposal
  }

  serve(proposalRoutes.list, {
    find: ({ db, params }) => findBid(db, params.id),
    handle: async ({ db, subject, now }) =>
      queries.listProposals(db, await todayOf(db, now), { bidId: subject.id }),
  })

  serve(proposalRoutes.send, {
    find: ({ db, params }) => findPricing(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, now, services }) => {
      const company = await requireCompany(db)
      const secret = services.settings.sessionSecret
      const step = { actorId: person.id, company, now, secret }
      return read(db, now, await service.sendProposal(db, step, subject, body))
    },
  })

  serve(proposalRoutes.listOfChange, {
    find: ({ db, params }) => findChange(db, params.id),
    handle: async ({ db, subject, now }) =>
      queries.listProposals(db, await todayOf(db, now), { changeOrderId: subject.order.id }),
  })

  serve(proposalRoutes.sendChange, {
    find: ({ db, params }) => lockChange(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const company = await requireCompany(db)
      const secret = services.settings.sessionSecret
      const step = { actorId: person.id, company, now, secret }
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
    handle: async ({ db, person, subject, now, services }) => {
      const secret = services.settings.sessionSecret
      const step = { actorId: person.id, company: await requireCompany(db), now, secret }
      const path = linkPathOf(await service.renewLink(db, step, subject), secret)
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
      return pageResponse(request, { document, logo, bar: bar(subject), name: subject.number })
    },
  })

  serve(proposalRoutes.pdf, {
    find: ({ db, person, params }) => queries.findDocument(db, person, params.id),
    handle: async ({ db, person, subject, services, request }) => {
      const company = await requireCompany(db)
      return pdfOfProposal(subject, { request, files: services.files, company, by: person.id })
    },
  })
}
