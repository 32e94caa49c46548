import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { datesOutOfOrder, jobRoutes } from '@plumbline/contract/jobs.ts'
import { deletePictures } from '../../events/fileDeletions.ts'
import { type AuditEntry, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { listJobs, totalJobs } from './list.ts'
import { listSubcontractors } from './people.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

/** The audit entry for a changed amount, in cents. */
const amountChange = (
  { approvedAmount: before }: queries.JobRow,
  { id, name, approvedAmount: after }: queries.JobRow,
): AuditEntry[] =>
  before === after
    ? []
    : [{ action: 'job.amountChanged', subjectId: id, subject: name, detail: { before, after } }]

export function routes(serve: Serve) {
  serve(jobRoutes.list, {
    handle: ({ db, person, query, now }) => listJobs(db, person, query, now),
  })

  serve(jobRoutes.totals, {
    handle: ({ db, person, query, now }) => totalJobs(db, person, query, now),
  })

  serve(jobRoutes.one, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id),
    handle: async ({ subject, person }) => queries.toJob(subject, person),
  })

  serve(jobRoutes.create, {
    handle: async ({ db, person, body, request }) => {
      const job = await service.createJob(db, person.id, body)
      if (job.clientId)
        await service.recordClients(db, request, [{ id: job.id, clientId: null, client: null }])
      return queries.toJob(job, person)
    },
  })

  serve(jobRoutes.update, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, request }) => {
      const problem = datesOutOfOrder(subject, body)
      if (problem) throw invalid(problem)
      if (Object.keys(body).length === 0) return queries.toJob(subject, person)
      const { approvedAmount: amount = subject.approvedAmount } = body
      if (amount !== subject.approvedAmount && (await queries.isAgreed(db, subject.id)))
        throw new Failure('contractSigned')
      if (service.reopens(body) && subject.paidOn !== null)
        await service.unmarkPaid(db, request, [subject.id])
      const before = body.clientId === undefined ? [] : await service.clientsOf(db, [subject.id])
      const job = await service.changeJob(db, person.id, subject, body)
      if (before.length > 0) await service.recordClients(db, request, before)
      await recordAudit(db, request, ...amountChange(subject, job))
      return queries.toJob(job, person)
    },
  })

  serve(jobRoutes.updateSeveral, {
    handle: async ({ db, person, body, request }) => {
      const changed = await service.changeJobs(db, person.id, body)
      if (service.reopens(body)) await service.unmarkPaid(db, request, body.ids)
      return { changed }
    },
  })

  serve(jobRoutes.remove, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, services, request, afterCommit }) => {
      if (await queries.isAgreed(db, subject.id)) throw new Failure('signed')
      const detail = await queries.countContents(db, subject.id)
      const pictures = await service.deleteJob(db, person.id, subject)
      const { id: subjectId, name } = subject
      await recordAudit(db, request, { action: 'job.deleted', subjectId, subject: name, detail })
      await deletePictures({ db, services, afterCommit }, pictures)
    },
  })

  serve(jobRoutes.contents, {
    find: ({ db, params }) => queries.countContents(db, params.id),
    handle: async ({ subject }) => subject,
  })

  serve(jobRoutes.subcontractors, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id),
    handle: async ({ db, person, subject }) => {
      const subs = await listSubcontractors(db, person, subject.id)
      return person.role === 'client' ? subs.map((sub) => ({ ...sub, email: null })) : subs
    },
  })

  serve(jobRoutes.addSubcontractor, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, request }) => {
      const sub = await service.lockAssignee(db, body.subcontractorId, ['subcontractor'])
      if (!sub) throw invalid({ subcontractorId: 'Choose one of your subcontractors' })
      if (await service.addToJob(db, person.id, subject.id, sub.id)) {
        const added = { jobIds: [subject.id], subIds: [sub.id] }
        await service.recordSubs(db, request, 'job.subAdded', added)
      }
      return listSubcontractors(db, person, subject.id)
    },
  })
}
