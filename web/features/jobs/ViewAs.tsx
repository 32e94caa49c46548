import type { Job } from '@plumbline/contract/jobs.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { fullName, isSub } from '../../api/people.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Avatar, nameParts, subStyle } from '../../ui/Person.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { titleCase } from '../../ui/status.ts'
import { jobSubs } from './api.ts'

interface Viewer {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Opens the job as its client or one of its subs sees it. */
export function ViewAs({ job }: { job: Job }) {
  const [open, setOpen] = useState(false)
  const subs = useQuery(jobSubs(job.id)).data ?? []
  const { clientId, clientName } = job
  const people: readonly Viewer[] = [
    ...(clientId && clientName
      ? [{ id: clientId, name: clientName, role: 'client' as const }]
      : []),
    ...subs.map((sub) => ({ id: sub.id, name: fullName(sub), role: 'subcontractor' as const })),
  ]
  const button = (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <Eye aria-hidden />
      View as…
    </Button>
  )
  return (
    <div>
      <Popover open={open} onClose={() => setOpen(false)} label="View as" anchor={button}>
        <div className="p-2">
          <p className="px-2 pt-1.5 pb-2 text-sm text-ink-2">
            {people.length > 0
              ? 'See this job as they see it. Nothing can be changed.'
              : 'This job has no client and no subs yet.'}
          </p>
          <ul>
            {people.map(({ id, name, role }) => (
              <li key={id}>
                {/* A full page load: from then on the whole tab is viewed as that person. */}
                <a
                  href={paths.viewAs(id, paths.job(job.id))}
                  className="flex min-h-11 items-center gap-2.5 rounded-s px-2 hover:bg-sunken"
                >
                  <Avatar
                    person={nameParts(name)}
                    {...(isSub({ role }) && { className: subStyle(id) })}
                  />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="text-sm text-ink-2">{titleCase(role)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </Popover>
    </div>
  )
}
