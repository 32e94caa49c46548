import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { findCompany } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { readProposal } from '../../documents/canonical.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sendsEmail } from '../../platform/mail/mail.ts'
import { findChange, lockChange } from '../changeOrders/queries.ts'
import { amountChange, toChangeOrder } from '../changeOrders/service.ts'
import { makeCopyOf } from './copies.ts'
import * as decide from './decide.ts'
import * as offers from './offers.ts'
import { acceptChange } from './service.ts'

/** The answers to change orders, of clients who are signed in and of the office for them. */
export function changeRoutes(serve: Serve) {
  const requireChange = async (db: Db, id: string) => {
    const change = await findChange(db, id)
    if (!change) throw new Failure('notFound')
    return change
  }
  const requireOpen = async (db: Db, offer: offers.LockedOffer, now: Date) =>
    offers.requireOpen(offer, (await findCompany(db))?.timeZone ?? 'UTC', now)

  serve(changeOrderRoutes.offer, {
    find: ({ db, person, params }) => offers.findOffer(db, person, params.id),
    handle: ({ db, person, subject, now }) => offers.readOffer(db, person, subject, now),
  })

  serve(changeOrderRoutes.view, {
    find: ({ db, person, params }) => offers.lockOffer(db, person, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      if (!subject.version) return
      const customer = { actorId: person.id, now }
      await decide.noteSeen(db, customer, subject.version, decide.visitorOf(request))
    },
  })

  serve(changeOrderRoutes.approve, {
    find: ({ db, person, params }) => offers.lockOffer(db, person, params.id),
    handle: async ({ db, person, subject, body, now, request, services, afterCommit }) => {
      const { id } = subject.order
      // Repeating it shows the same.
      if (subject.order.status === 'approved' && subject.version?.evidence)
        return offers.readOffer(db, person, subject, now)
      const proposal = await requireOpen(db, subject, now)
      const { name, total, version } = body
      const { settings, files, database, delivery } = services
      const signer = { actorId: person.id, now, emails: sendsEmail(settings) }
      const { effect } = await decide.sign(db, signer, proposal, {
        ...{ chosen: readProposal(proposal.content), name, strokes: null, total, version },
        ...{ visitor: decide.visitorOf(request), account: person.email },
      })
      if (effect) await recordAudit(db, request, amountChange(subject, effect))
      afterCommit(async () => {
        await makeCopyOf({ db: database.db, files, dataDir: settings.dataDir }, proposal.id)
        delivery.wake()
      })
      return offers.readOffer(db, person, await requireChange(db, id), now)
    },
  })

  serve(changeOrderRoutes.decline, {
    find: ({ db, person, params }) => offers.lockOffer(db, person, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      const proposal = await requireOpen(db, subject, now)
      await decide.refuse(db, { actorId: person.id, now }, proposal, body.reason)
      return offers.readOffer(db, person, await requireChange(db, subject.order.id), now)
    },
  })

  serve(changeOrderRoutes.ask, {
    find: ({ db, person, params }) => offers.lockOffer(db, person, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      const proposal = await requireOpen(db, subject, now)
      await decide.ask(db, person.id, proposal, body.question)
      return offers.readOffer(db, person, subject, now)
    },
  })

  serve(changeOrderRoutes.accept, {
    find: ({ db, params }) => lockChange(db, params.id),
    handle: async ({ db, person, subject, body, now, request }) => {
      const effect = await acceptChange(db, { actorId: person.id, now }, subject, body.note)
      await recordAudit(db, request, amountChange(subject, effect))
      const change = await requireChange(db, subject.order.id)
      return toChangeOrder(change, await companyDays(db, now))
    },
  })
}
