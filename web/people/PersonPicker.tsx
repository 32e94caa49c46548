import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { ControlProps } from '../ui/Field.tsx'
import { fullName, isAdmin, isCard, isSub } from './api.ts'

interface PersonPickerProps extends Partial<ControlProps> {
  /** The job the person is chosen for: says who would join it. */
  jobId: string | null
  /** The roles of the people to choose from. */
  roles: readonly Role[]
  /** The label of the choice of no one. */
  nobody: string
  value: string | null
  onChange: (id: string | null) => void
}

const NOBODY = ''

/** A choice of one person or no one for work on a job; for admins, who see the whole cards. */
export function PersonPicker({
  jobId,
  roles,
  nobody,
  value,
  onChange,
  ...control
}: PersonPickerProps) {
  const everyone = useQuery(query(peopleRoutes.list))
  const onJob = useQuery({
    ...query(jobRoutes.subcontractors, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
  })
  const isOn = (id: string) => !onJob.data || onJob.data.some((sub) => sub.id === id)
  const people = (everyone.data ?? [])
    .filter(isCard)
    .filter((person) => roles.includes(person.role) && (isSub(person) || !person.isInvited))
    // Those on the job first, then the others, both by last name as the server sorts them.
    .sort((a, b) => Number(isOn(b.id)) - Number(isOn(a.id)))
  const detail = (person: User) =>
    isAdmin(person)
      ? 'Admin'
      : [person.specialty, !isOn(person.id) && 'joins the job when assigned']
          .filter(Boolean)
          .join(' · ')
  return (
    <Combobox
      {...control}
      options={[
        { value: NOBODY, label: nobody },
        ...people.map((person) => ({
          value: person.id,
          label: fullName(person),
          detail: detail(person),
        })),
      ]}
      value={value ?? NOBODY}
      onChange={(id) => onChange(id || null)}
      placeholder={nobody}
      none="No matching people"
    />
  )
}
