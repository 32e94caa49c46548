import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import type { Serve } from '../http/serve.ts'
import { adminDashboard, clientDashboard, subcontractorDashboard } from './queries.ts'

export function dashboard(serve: Serve) {
  serve(dashboardRoutes.read, {
    handle: ({ db, person, now }) => {
      if (person.role === 'admin') return adminDashboard(db, person, now)
      if (person.role === 'client') return clientDashboard(db, person, now)
      return subcontractorDashboard(db, person, now)
    },
  })
}
