import { attentionRoutes } from '@plumbline/contract/attention.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import type { Serve } from '../../http/serve.ts'
import { findAttention, snoozeItem } from './attention.ts'
import { adminDashboard, subcontractorDashboard } from './queries.ts'
import { clientDashboard } from './service.ts'
import { wake } from './snoozes.ts'

export function routes(serve: Serve) {
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
    handle: async ({ db, person, body: { key }, now }) => ({
      key,
      until: await snoozeItem(db, person.id, { key, now }),
    }),
  })

  serve(attentionRoutes.wake, {
    handle: ({ db, person, query }) => wake(db, person.id, query.key),
  })
}
