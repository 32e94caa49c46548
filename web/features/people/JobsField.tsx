import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { isSub } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import type { FieldProps } from '../../forms/fields.tsx'
import { SearchInput } from '../../ui/Input.tsx'

interface CheckboxListProps {
  role: Role
  /** The ids of the chosen jobs. */
  value: readonly string[]
  onChange: (ids: string[]) => void
}

/** A collapsed list to choose the jobs that a person of that role starts with. */
export function JobsField<V extends FieldValues, Out>({
  control,
  name,
  role,
}: Pick<FieldProps<V, Out>, 'control' | 'name'> & { role: Role }) {
  const { field } = useController({ control, name })
  const value: readonly string[] = field.value ?? []
  const [open, setOpen] = useState(false)
  return (
    <details
      className="group rounded-s border border-line"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 items-center px-3 text-sm font-medium touch:min-h-11">
        <ChevronRight
          aria-hidden
          className="mr-1.5 size-4 text-ink-3 transition-transform group-open:rotate-90"
        />
        Jobs
        <span className="figures ml-auto font-normal text-ink-2">
          {value.length === 0 ? 'None' : `${value.length} chosen`}
        </span>
      </summary>
      {open && <CheckboxList role={role} value={value} onChange={field.onChange} />}
    </details>
  )
}

function CheckboxList({ role, value, onChange }: CheckboxListProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const [chosen, setChosen] = useState<readonly Job[]>([])
  const { data: found = [] } = useQuery({
    ...query(jobRoutes.list, { query: { limit: '8', ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const selected = chosen.filter(({ id }) => value.includes(id))
  const shown = [...selected, ...found.filter(({ id }) => !selected.some((job) => job.id === id))]
  const toggle = (job: Job, isChosen: boolean) => {
    setChosen((before) => (isChosen ? [...before, job] : before))
    onChange(isChosen ? [...value, job.id] : value.filter((id) => id !== job.id))
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <p className="text-sm text-ink-2">
        {isSub({ role })
          ? 'Joins the jobs chosen here.'
          : 'Becomes the client of the jobs chosen here.'}
      </p>
      <SearchInput
        label="Find jobs"
        placeholder="Name, address or customer"
        value={typed}
        onChange={setTyped}
      />
      <ul className="max-h-56 overflow-y-auto">
        {shown.map((job) => (
          <li key={job.id}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2.5 touch:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-ink"
                checked={value.includes(job.id)}
                onChange={(event) => toggle(job, event.target.checked)}
              />
              <span className="min-w-0">
                {job.name} <span className="text-sm text-ink-2">{job.address}</span>
              </span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="py-2 text-ink-2">No matching jobs</li>}
      </ul>
    </div>
  )
}
