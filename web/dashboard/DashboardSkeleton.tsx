import { useMe } from '../api/me.ts'
import { Panel } from '../ui/Card.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../ui/Skeleton.tsx'

const titles = { admin: 'Dashboard', subcontractor: 'My Dashboard', client: 'My Projects' } as const

/** Three rows while the dashboard loads, two for a client. */
export function DashboardSkeleton() {
  const { role } = useMe()
  return (
    <>
      <ScreenHeader title={titles[role]} />
      {role !== 'client' && <Skeleton className="mb-7 h-21 w-full rounded-m" />}
      <Skeletons count={role === 'client' ? 2 : 3} className="flex flex-col gap-3">
        <Panel className="flex flex-col gap-2.5 p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-3.5 w-1/4" />
        </Panel>
      </Skeletons>
    </>
  )
}
