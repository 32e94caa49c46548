import { formatDay } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Checkbox } from '../ui/Choices.tsx'
import { jobSchedule } from './api.ts'

interface DependsOnProps {
  jobId: string
  entryId?: string | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

/** Which other entries of the job come first; nothing where there are none. */
export function DependsOn({ jobId, entryId, value, onChange, error }: DependsOnProps) {
  const { data: entries = [] } = useQuery(jobSchedule(jobId))
  const others = entries.filter(({ id }) => id !== entryId)
  if (others.length === 0) return null
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">Depends on</legend>
      <div className="max-h-44 overflow-y-auto rounded-s border border-control px-3 py-1">
        {others.map(({ id, title, startDate, endDate }) => (
          <Checkbox
            key={id}
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id] : value.filter((other) => other !== id))
            }
          >
            {title}{' '}
            <span className="figures text-sm text-ink-2">
              {formatDay(startDate)} – {formatDay(endDate)}
            </span>
          </Checkbox>
        ))}
      </div>
      {error && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
