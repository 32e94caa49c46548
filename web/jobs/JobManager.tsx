import type { Job } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { Mail, Phone, UserRoundPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../api/me.ts'
import { query } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Avatar, Contact, nameParts } from '../ui/Person.tsx'
import { callUrl, mailUrl } from './contacts.ts'
import { Part } from './JobFacts.tsx'

const AssignManager = lazy(() => import('./AssignManager.tsx'))

/** Who manages the job; an admin assigns somebody while nobody does. */
export function JobManager({ job }: { job: Job }) {
  const isAdmin = useMe().role === 'admin'
  const [assigning, setAssigning] = useState(false)
  return (
    <Part title="Project Manager">
      {job.projectManagerId ? (
        <>
          <p className="text-ink-2">Assigned</p>
          {job.projectManagerName && (
            <div className="mt-1.5 flex items-center gap-2.5">
              <Avatar person={nameParts(job.projectManagerName)} />
              <span className="min-w-0 font-medium">{job.projectManagerName}</span>
            </div>
          )}
          {isAdmin && <ManagerContacts id={job.projectManagerId} />}
        </>
      ) : (
        <>
          <p className="text-ink-3">Not assigned</p>
          {isAdmin && (
            <Button size="sm" onClick={() => setAssigning(true)} className="mt-2">
              <UserRoundPlus aria-hidden />
              Assign Project Manager
            </Button>
          )}
        </>
      )}
      <Suspense>
        {assigning && <AssignManager job={job} onClose={() => setAssigning(false)} />}
      </Suspense>
    </Part>
  )
}

function ManagerContacts({ id }: { id: string }) {
  const { data } = useQuery(query(peopleRoutes.one, { params: { id } }))
  if (!data) return null
  return (
    <div className="mt-2 flex flex-col items-start gap-1.5 touch:gap-0">
      <Contact icon={Mail} href={mailUrl(data.email)}>
        {data.email}
      </Contact>
      {data.phone && (
        <Contact icon={Phone} href={callUrl(data.phone)}>
          {data.phone}
        </Contact>
      )}
    </div>
  )
}
