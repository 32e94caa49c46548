import type { Job } from '@plumbline/contract/jobs.ts'
import { jobChoices, jobQuery } from '../api/jobs.ts'
import { type PickerProps, SearchPicker } from './SearchPicker.tsx'

/** A picker for one job, searched by name, address or customer while typing. */
export const JobPicker = (props: PickerProps<Job>) => (
  <SearchPicker
    placeholder="Choose a job"
    {...props}
    listQuery={jobChoices}
    oneQuery={jobQuery}
    toOption={({ id, name, address }) => ({ value: id, label: name, detail: address })}
    nothing="No job with that name, address or customer"
  />
)
