import { mayEver } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/me.ts'
import { paths } from '../paths.ts'
import { fullName } from '../people/api.ts'
import { Link } from '../shell/Link.tsx'
import { LoadProblem } from '../ui/Alert.tsx'
import { Avatar, subStyle } from '../ui/Person.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { jobSubs } from './api.ts'
import { Part } from './JobFacts.tsx'

/** Who is on the job. */
export function JobSubs({ jobId }: { jobId: string }) {
  const me = useMe()
  const subs = useQuery(jobSubs(jobId))
  return (
    <Part title="Subcontractors">
      {subs.isError ? (
        <LoadProblem
          what="The subcontractors"
          pending={subs.isFetching}
          onRetry={() => void subs.refetch()}
        />
      ) : subs.isPending ? (
        <Skeleton className="h-8 w-full" />
      ) : subs.data.length === 0 ? (
        <p className="text-ink-3">Nobody yet</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {subs.data.map((sub) => (
            <li key={sub.id} className="flex items-center gap-2.5">
              <Avatar person={sub} className={subStyle(sub.id)} />
              <span className="min-w-0">
                {mayEver(me.role, 'subcontractor.read') ? (
                  <Link
                    href={paths.subcontractor(sub.id)}
                    className="block hover:underline touch:py-2.5"
                  >
                    {fullName(sub)}
                  </Link>
                ) : (
                  <span className="block">{fullName(sub)}</span>
                )}
                {sub.specialty && <span className="block text-sm text-ink-2">{sub.specialty}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
