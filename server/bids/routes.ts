import { bidRoutes } from '@plumbline/contract/bids.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { Serve } from '../http/serve.ts'
import { insertJob, toJob } from '../jobs/queries.ts'
import { record } from '../live/record.ts'
import * as queries from './queries.ts'
import { requireChange } from './rules.ts'

/** An appointment is kept by an admin or a sub; anyone else rolls the write back with a 400. */
function requireAssignee({ assigneeFits }: queries.WrittenAppointment) {
  if (!assigneeFits) throw invalid({ assignedToId: 'Choose one of your people' })
}

const appointmentEvent = (bidId: string, { title, status }: { title: string; status: string }) =>
  ({ name: 'bid.appointment', subjectId: bidId, detail: { title, status } }) as const

export function bids(serve: Serve) {
  serve(bidRoutes.list, { handle: ({ db, query, now }) => queries.listBids(db, query, now) })

  serve(bidRoutes.totals, { handle: ({ db, query, now }) => queries.totalBids(db, query, now) })

  serve(bidRoutes.one, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: async ({ subject }) => queries.toBid(subject),
  })

  serve(bidRoutes.create, {
    handle: async ({ db, person, body }) => {
      const bid = await queries.insertBid(db, body)
      await record(db, person.id, { name: 'bid.created', subjectId: bid.id })
      return queries.toBid(bid)
    },
  })

  serve(bidRoutes.update, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      requireChange(subject, body)
      const { reason, ...change } = body
      if (Object.keys(change).length === 0) return queries.toBid(subject)
      const bid = await queries.updateBid(db, subject.id, change)
      const moved = bid.status !== subject.status
      await record(db, person.id, {
        name: moved ? 'bid.status' : 'bid.changed',
        subjectId: bid.id,
        ...(moved
          ? { detail: { from: subject.status, to: bid.status, reason: reason ?? null } }
          : {}),
      })
      return queries.toBid(bid)
    },
  })

  serve(bidRoutes.remove, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject }) => {
      await queries.deleteBid(db, subject.id)
      await record(db, person.id, { name: 'bid.deleted', subjectId: subject.id })
    },
  })

  serve(bidRoutes.convert, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject }) => {
      if (subject.status !== 'pending') throw new Failure('bidDecided')
      const { name, address, notes, customerName, customerEmail, customerPhone, customerAddress } =
        subject
      const customer = { customerName, customerEmail, customerPhone, customerAddress }
      const approvedAmount = subject.estimatedAmount ?? 0
      const job = await insertJob(db, { name, address, notes, ...customer, approvedAmount })
      await queries.updateBid(db, subject.id, { status: 'approved', jobId: job.id })
      await record(
        db,
        person.id,
        { name: 'bid.converted', subjectId: subject.id, detail: { jobId: job.id } },
        { name: 'job.created', subjectId: job.id, jobId: job.id },
      )
      return toJob(job, person)
    },
  })

  serve(bidRoutes.history, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: ({ db, subject }) => queries.bidHistory(db, subject.id),
  })

  serve(bidRoutes.appointments, {
    find: ({ db, params }) => queries.findBid(db, params.id),
    handle: ({ db, subject }) => queries.listAppointments(db, subject.id),
  })

  serve(bidRoutes.addAppointment, {
    find: ({ db, params }) => queries.findBid(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      const appointment = await queries.insertAppointment(db, subject.id, body)
      requireAssignee(appointment)
      await record(db, person.id, appointmentEvent(subject.id, appointment))
      return queries.toAppointment(appointment)
    },
  })

  serve(bidRoutes.updateAppointment, {
    find: ({ db, params }) => queries.lockAppointment(db, params.id),
    handle: async ({ db, person, subject, body }) => {
      const appointment = await queries.updateAppointment(db, subject.id, {
        title: subject.title,
        ...body,
      })
      requireAssignee(appointment)
      await record(db, person.id, appointmentEvent(subject.bidId, appointment))
      return queries.toAppointment(appointment)
    },
  })

  serve(bidRoutes.removeAppointment, {
    find: ({ db, params }) => queries.lockAppointment(db, params.id),
    handle: async ({ db, person, subject }) => {
      await queries.deleteAppointment(db, subject.id)
      await record(
        db,
        person.id,
        appointmentEvent(subject.bidId, { ...subject, status: 'deleted' }),
      )
    },
  })
}
