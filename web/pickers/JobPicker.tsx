import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { jobQuery } from '../api/jobs.ts'
import { query } from '../api/query.ts'
import { type PickerProps, SearchPicker } from './SearchPicker.tsx'

/** A picker for one job, searched by name, address or customer while typing. */
export const JobPicker = (props: PickerProps<Job>) => (
  <SearchPicker
    placeholder="Choose a job"
    {...props}
    listQuery={(search) => query(jobRoutes.list, { query: { search, limit: '20' } })}
    oneQuery={jobQuery}
    toOption={({ id, name, address }) => ({ value: id, label: name, detail: address })}
    nothing="No job with that name, address or customer"
  />
)
