import { ageingRoutes } from '@plumbline/contract/ageing.ts'
import { billingRoutes } from '@plumbline/contract/billing.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { salesTaxRoutes } from '@plumbline/contract/salesTax.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import type { Serve } from '../../http/serve.ts'
import { findCustomer } from '../customers/queries.ts'
import { findJob } from '../jobs/queries.ts'
import { markPaid, unmarkPaid } from '../jobs/service.ts'
import { agedInvoices, ageingOn } from './ageing.ts'
import { isInvoiced, listCompleted, listReceivables } from './jobs.ts'
import * as queries from './queries.ts'
import { salesTax, taxDocuments } from './salesTax.ts'

export function routes(serve: Serve) {
  serve(billingRoutes.receivables, { handle: ({ db }) => queries.receivables(db) })

  serve(ageingRoutes.all, {
    handle: ({ db, query, now }) => ageingOn(db, query, now),
  })

  serve(ageingRoutes.ofCustomer, {
    find: ({ db, params }) => findCustomer(db, params.id),
    handle: ({ db, subject, query, now }) => agedInvoices(db, subject.id, query.asOf, now),
  })

  serve(salesTaxRoutes.year, {
    handle: ({ db, query, now }) => salesTax(db, query.year, now),
  })

  serve(salesTaxRoutes.documents, {
    handle: ({ db, query, now }) => taxDocuments(db, query, now),
  })

  serve(billingRoutes.completions, {
    handle: ({ db, query }) => queries.completions(db, query.year),
  })

  serve(billingRoutes.receivableJobs, {
    handle: ({ db, person, query, now }) => listReceivables(db, person, query, now),
  })

  serve(billingRoutes.completedJobs, {
    handle: ({ db, person, query: { year, ...page }, now }) =>
      listCompleted(db, person, year, page, now),
  })

  serve(billingRoutes.markPaid, {
    find: ({ db, person, params }) => findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, subject, body: { day }, request, now }) => {
      if (day > dayIn(await companyTimeZone(db), now))
        throw invalid({ day: 'Choose a day up to today' })
      if (subject.status !== 'completed') throw new Failure('jobNotCompleted')
      if (await isInvoiced(db, subject.id)) throw new Failure('jobInvoiced')
      await markPaid(db, request, subject, day)
      return { state: 'paid' as const, isInvoiced: false, paidOn: day }
    },
  })

  serve(billingRoutes.unmarkPaid, {
    find: ({ db, person, params }) => findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, subject, request }) => unmarkPaid(db, request, [subject.id]),
  })
}
