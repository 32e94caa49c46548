import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '../api/query.ts'
import { everyone, screen } from '../shell/screen.ts'
import { AdminDashboard } from './AdminDashboard.tsx'
import { ClientDashboard } from './ClientDashboard.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { SubDashboard } from './SubDashboard.tsx'

export const Route = createFileRoute('/')({
  ...screen({ title: 'Dashboard', roles: everyone }),
  loader: ({ context: { client } }) => client.query(query(dashboardRoutes.read)),
  pendingComponent: DashboardSkeleton,
  component: DashboardScreen,
})

/** The first screen of each role. */
function DashboardScreen() {
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
