import { type JobStatus, jobStatuses } from '@plumbline/contract/jobs.ts'
import { Panel } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { plural } from '../../ui/format.ts'
import { SectionHeader } from '../../ui/Headings.tsx'
import { Select } from '../../ui/Input.tsx'
import { statusOptions } from '../../ui/status.ts'
import type { Import } from './useImport.ts'

const options = statusOptions(jobStatuses)

/** Maps the status names in the file to job statuses. Each needs one before the import. */
export function Statuses({ current }: { current: Import }) {
  const fileStatuses = current.report?.statuses ?? []
  if (fileStatuses.length === 0) return null
  return (
    <section aria-label="Statuses" className="mt-7">
      <SectionHeader title="Statuses" />
      <p className="mb-2.5 text-ink-2">
        Your file uses its own status names. Choose the matching status for each.
      </p>
      <Panel>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {fileStatuses.map(({ value, rows }) => {
            const status = current.statuses[value]
            return (
              <li key={value} className="min-w-0 px-4 py-3">
                <Field
                  label={value}
                  required
                  hint={plural(rows, 'job', 'jobs')}
                  error={status ? undefined : 'Choose a status'}
                >
                  {(control) => (
                    <Select
                      {...control}
                      options={status ? options : [{ value: '', label: 'Not chosen' }, ...options]}
                      value={status ?? ''}
                      onChange={({ target }) => current.setStatus(value, target.value as JobStatus)}
                    />
                  )}
                </Field>
              </li>
            )
          })}
        </ul>
      </Panel>
    </section>
  )
}
