import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { AdminDashboard } from './AdminDashboard.tsx'
import { ClientDashboard } from './ClientDashboard.tsx'
import { SubDashboard } from './SubDashboard.tsx'

/** The first screen of each role. */
export function DashboardScreen() {
  const { data } = useSuspenseQuery(query(dashboardRoutes.read))
  switch (data.role) {
    case 'admin':
      return <AdminDashboard figures={data} />
    case 'subcontractor':
      return <SubDashboard figures={data} />
    case 'client':
      return <ClientDashboard figures={data} />
  }
}
