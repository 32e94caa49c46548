import type { Job } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Mail, Phone, UserRoundPlus } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Avatar, Contact, callUrl, mailUrl, nameParts, subStyle } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { jobSubs } from './api.ts'

const AssignManager = lazyPart(() => import('./AssignManager.tsx'))

/** The project manager of a job. While there is none, an admin can assign one. */
export function JobManager({ job }: { job: Job }) {
  const may = useMay()
  const [assigning, setAssigning] = useOpened('project manager', false)
  const { projectManagerId: id, projectManagerName: name } = job
  return (
    <TitledPanel title="Project Manager">
      {id ? (
        <>
          <p className="text-ink-2">Assigned</p>
          {name && (
            <div className="mt-1.5 flex items-center gap-2.5">
              <Avatar person={nameParts(name)} />
              <span className="min-w-0 font-medium">{name}</span>
            </div>
          )}
          {may('person.read', { id }) && <ManagerContacts id={id} />}
        </>
      ) : (
        <>
          <p className="text-ink-3">Not assigned</p>
          {may('job.update') && (
            <Button size="sm" onClick={() => setAssigning(true)} className="mt-2">
              <UserRoundPlus aria-hidden />
              Assign Project Manager
            </Button>
          )}
        </>
      )}
      {assigning && <AssignManager job={job} onClose={() => setAssigning(false)} />}
    </TitledPanel>
  )
}

function ManagerContacts({ id }: { id: string }) {
  const { data } = useQuery(query(peopleRoutes.one, { params: { id } }))
  if (!data) return null
  return (
    <div className="mt-2 flex flex-col items-start gap-1.5 touch:gap-0">
      {data.email && (
        <Contact icon={Mail} href={mailUrl(data.email)}>
          {data.email}
        </Contact>
      )}
      {data.phone && (
        <Contact icon={Phone} href={callUrl(data.phone)}>
          {phoneText(data.phone)}
        </Contact>
      )}
    </div>
  )
}

/** The subs on a job. */
export function JobSubs({ jobId }: { jobId: string }) {
  const seesProfiles = useMay()('subcontractor.read')
  const subs = useQuery(jobSubs(jobId))
  return (
    <section aria-label="Subcontractors">
      <PanelHeader title="Subcontractors" count={subs.data?.length} />
      <div className="border-t border-line-strong pt-3">
        <QueryList
          list={subs}
          noun="subcontractors"
          skeleton={<Skeleton className="h-8 w-full" />}
          empty={<p className="text-ink-3">None yet</p>}
        >
          {(all) => (
            <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              {all.map((sub) => (
                <li key={sub.id} className="flex items-center gap-2.5">
                  <Avatar person={sub} className={subStyle(sub.id)} />
                  <span className="min-w-0">
                    {seesProfiles ? (
                      <Link
                        href={paths.subcontractor(sub.id)}
                        className="block hover:underline touch:py-3"
                      >
                        {fullName(sub)}
                      </Link>
                    ) : (
                      <span className="block">{fullName(sub)}</span>
                    )}
                    {sub.specialty && (
                      <span className="block text-sm text-ink-2">{sub.specialty}</span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </section>
  )
}
