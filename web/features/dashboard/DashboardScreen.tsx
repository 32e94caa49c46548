import type { Role } from '@plumbline/contract/policy.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import { everyone, screen } from '../../screens/screen.ts'
import { Panel } from '../../ui/Card.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { attentionQuery, dashboardQuery } from './api.ts'
import { homes } from './homes.ts'

/** The loaders of what a home screen shows first, besides the figures. */
const firstReads: Readonly<Partial<Record<Role, (client: QueryClient) => Promise<unknown>>>> = {
  // If it cannot be read, its section says so. Read later, its rows would move what is below them.
  admin: (client) => client.query(attentionQuery).catch(() => undefined),
}

export const Route = createFileRoute('/')({
  ...screen({ title: 'Dashboard', roles: everyone }),
  loader: ({ context: { client, person } }) =>
    Promise.all([
      client.query(dashboardQuery),
      homes[person.role].preload?.(),
      firstReads[person.role]?.(client),
    ]),
  pendingComponent: DashboardPending,
  component: DashboardScreen,
})

/** The user's home screen, which depends on the role. */
function DashboardScreen() {
  const { data } = useSuspenseQuery(dashboardQuery)
  switch (data.role) {
    case 'admin':
      return <homes.admin figures={data} />
    case 'subcontractor':
      return <homes.subcontractor figures={data} />
    case 'client':
      return <homes.client figures={data} />
  }
}

const pending = {
  admin: { title: 'Dashboard', figures: true, rows: 3 },
  subcontractor: { title: 'My Dashboard', figures: true, rows: 3 },
  client: { title: 'My Projects', figures: false, rows: 2 },
} as const

function DashboardPending() {
  const { title, figures, rows } = pending[useMe().role]
  return (
    <>
      <ScreenHeader title={title} />
      {figures && <Skeleton className="mb-7 h-21 w-full rounded-m" />}
      <Skeletons count={rows} className="flex flex-col gap-3">
        <Panel className="flex flex-col gap-2.5 p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3.5 w-1/4" />
        </Panel>
      </Skeletons>
    </>
  )
}
