import { attentionRoutes } from '@plumbline/contract/attention.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Serve } from '../http/serve.ts'
import { companyDays } from '../settings/service.ts'
import { findAttention, needsAttention } from './attention.ts'
import { adminDashboard, clientDashboard, subcontractorDashboard } from './queries.ts'
import { snooze, wake } from './snoozes.ts'

export function dashboard(serve: Serve) {
  serve(dashboardRoutes.read, {
    handle: ({ db, person, now }) => {
      if (person.role === 'admin') return adminDashboard(db, person)
      if (person.role === 'client') return clientDashboard(db, person, now)
      return subcontractorDashboard(db, person, now)
    },
  })

  serve(attentionRoutes.read, {
    handle: ({ db, person, now }) => findAttention(db, person.id, now),
  })

  serve(attentionRoutes.snooze, {
    handle: async ({ db, person, body: { key }, now }) => {
      if (!(await needsAttention(db, person.id, { key, now }))) throw new Failure('notFound')
      const { today } = await companyDays(db, now)
      const until = addDays(today, 1)
      await snooze(db, person.id, { key, today, until })
      return { key, until }
    },
  })

  serve(attentionRoutes.wake, {
    handle: ({ db, person, query }) => wake(db, person.id, query.key),
  })
}
