import { appointmentRoutes } from '@plumbline/contract/appointments.ts'
import { followUpRoutes, followUpTitle } from '@plumbline/contract/bidFollowUps.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { pricingRoutes } from '@plumbline/contract/pricing.ts'
import { publish } from '../../events/publish.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { changedCustomer, customerOf } from '../customers/matching.ts'
import { toJob } from '../jobs/queries.ts'
import { recordClients, requireClient } from '../jobs/service.ts'
import { listAppointments, listPlanned, lockAppointment, toAppointment } from './appointments.ts'
import { documentRoutes } from './document.ts'
import { deleteFollowUp, listFollowUps, lockFollowUp } from './followUps.ts'
import { listBids, sumBids, totalBids } from './list.ts'
import { requireUnsigned, withdrawOpen } from './openProposals.ts'
import { changePricing, findPricing, isPriced } from './pricing.ts'
import * as queries from './queries.ts'
import { requireChange } from './rules.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  serve(bidRoutes.list, { handle: ({ db, query, now }) => listBids(db, query, now) })

  serve(bidRoutes.totals, { handle: ({ db, query, now }) => totalBids(db, query, now) })

  serve(bidRoutes.sums, { handle: ({ db, query, now }) => sumBids(db, query, now) })

  serve(bidRoutes.one, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: async ({ subject }) => queries.toBid(subject),
  })

  serve(bidRoutes.create, {
    handle: async ({ db, person, body }) => {
      await requireClient(db, body.clientId)
      const customerId = await customerOf(db, person.id, body)
      const bid = await queries.insertBid(db, { ...body, customerId })
      await publish(db, person.id, { name: 'bid.created', subjectId: bid.id })
      return queries.toBid(bid)
    },
  })

  serve(bidRoutes.update, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      requireChange(subject, body)
      // A client who may be leaving is not locked again (decision 9).
      if (body.clientId !== subject.clientId) await requireClient(db, body.clientId)
      const { estimatedAmount } = body
      const isOther = estimatedAmount !== undefined && estimatedAmount !== subject.estimatedAmount
      if (isOther && (await isPriced(db, subject.id)))
        throw invalid({ estimatedAmount: 'This amount is the total of the lines of the bid' })
      const { reason, ...change } = body
      if (Object.keys(change).length === 0) return queries.toBid(subject)
      const customerId = await changedCustomer(db, person.id, subject, change)
      const bid = await queries.updateBid(db, subject.id, { ...change, customerId })
      const moved = bid.status !== subject.status
      if (moved && bid.status === 'rejected')
        await withdrawOpen(db, [bid.id], person.id, 'The bid was rejected')
      await publish(db, person.id, {
        name: moved ? 'bid.status' : 'bid.changed',
        subjectId: bid.id,
        ...(moved
          ? { detail: { from: subject.status, to: bid.status, reason: reason ?? null } }
          : {}),
      })
      return queries.toBid(bid)
    },
  })

  serve(bidRoutes.updateSeveral, {
    handle: ({ db, person, body }) => service.changeBids(db, person.id, body),
  })

  serve(bidRoutes.remove, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      await requireUnsigned(db, subject.id)
      await queries.deleteBid(db, subject.id)
      await recordAudit(db, request, deleted('bid', subject.id, subject.name))
      await publish(db, person.id, { name: 'bid.deleted', subjectId: subject.id })
    },
  })

  serve(bidRoutes.convert, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, request }) => {
      const job = await service.convertBid(db, person.id, subject)
      const note = body?.note ?? 'The customer said yes to the office'
      await withdrawOpen(db, [subject.id], person.id, note)
      if (job.clientId)
        await recordClients(db, request, [{ id: job.id, clientId: null, client: null }])
      return toJob(job, person)
    },
  })

  serve(bidRoutes.undoConvert, {
    find: ({ db, person, params }) => service.lockConverted(db, person, params.id),
    handle: async ({ db, person, subject, request }) => {
      await requireUnsigned(db, subject.id)
      const { bid, job } = await service.undoConversion(db, person.id, subject)
      if (job) {
        const { id: subjectId, name } = job
        await recordAudit(db, request, { action: 'job.deleted', subjectId, subject: name })
      }
      return queries.toBid(bid)
    },
  })

  serve(bidRoutes.history, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: ({ db, subject }) => queries.bidHistory(db, subject.id),
  })

  serve(pricingRoutes.one, {
    find: ({ db, params }) => findPricing(db, params.id),
    handle: async ({ subject }) => subject.pricing,
  })

  serve(pricingRoutes.update, {
    find: ({ db, params }) => findPricing(db, params.id, { lock: true }),
    handle: ({ db, person, subject, body }) => changePricing(db, person.id, subject.bid, body),
  })

  documentRoutes(serve)

  serve(followUpRoutes.list, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: ({ db, subject }) => listFollowUps(db, subject.id),
  })

  serve(followUpRoutes.create, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: ({ db, person, subject, body, now }) =>
      service.addFollowUp(db, person.id, subject, body, now),
  })

  serve(followUpRoutes.remove, {
    find: ({ db, params }) => lockFollowUp(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await deleteFollowUp(db, subject.id)
      await recordAudit(db, request, deleted('follow-up', subject.id, followUpTitle(subject)))
      await publish(db, person.id, { name: 'bid.changed', subjectId: subject.bidId })
    },
  })

  serve(bidRoutes.appointments, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: ({ db, subject }) => listAppointments(db, subject.id),
  })

  serve(appointmentRoutes.planned, { handle: ({ db, query }) => listPlanned(db, query) })

  serve(bidRoutes.addAppointment, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) =>
      toAppointment(await service.createAppointment(db, person.id, subject.id, body)),
  })

  serve(bidRoutes.updateAppointment, {
    find: ({ db, params }) => lockAppointment(db, params.id),
    handle: async ({ db, person, subject, body }) => {
      if (Object.keys(body).length === 0) return toAppointment(subject)
      return toAppointment(await service.changeAppointment(db, person.id, subject, body))
    },
  })

  serve(bidRoutes.removeAppointment, {
    find: ({ db, params }) => lockAppointment(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteAppointment(db, person.id, subject)
      await recordAudit(db, request, deleted('appointment', subject.id, subject.title))
    },
  })
}
