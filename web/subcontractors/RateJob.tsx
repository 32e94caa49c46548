import {
  type JobRating,
  NewJobRating,
  type SubcontractorJob,
  type SubcontractorProfile,
  scores,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../api/query.ts'
import { RadioGroupField } from '../forms/RadioGroupField.tsx'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { fullName } from '../people/api.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { scoreLabels } from './api.ts'

type Values = z.input<typeof NewJobRating>

const valuesOf = ({ score, note }: JobRating): Required<Values> => ({ score, note: note ?? '' })
const textsOf = ({ score, note }: JobRating): FieldTexts<Values> => ({
  score: ['Rating', String(score)],
  note: ['Note', note ?? 'none'],
})
const options = scores.map((score) => ({ value: String(score), label: scoreLabels[score] ?? '' }))
const texts = { success: 'Rating saved successfully', failure: 'Failed to save rating' }

interface RateJobProps {
  sub: SubcontractorProfile
  job: SubcontractorJob
  onClose: () => void
}

/** The dialog that rates a sub for a job, or changes the rating. */
export default function RateJob({ job, ...props }: RateJobProps) {
  return job.rating ? (
    <ChangeRating {...props} job={job} rating={job.rating} />
  ) : (
    <AddRating {...props} job={job} />
  )
}

function AddRating({ sub, job, onClose }: RateJobProps) {
  const { form, submission } = useCreateForm(subcontractorRoutes.rate, {
    schema: NewJobRating,
    empty: { score: null, note: '' },
    target: { params: { id: job.id, userId: sub.id } },
    ...texts,
    onDone: onClose,
  })
  return (
    <RatingDialog {...submission} sub={sub} job={job} control={form.control} onClose={onClose} />
  )
}

function ChangeRating({ sub, job, rating, onClose }: RateJobProps & { rating: JobRating }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(subcontractorRoutes.rate, rating, {
    schema: NewJobRating,
    values: valuesOf,
    texts: textsOf,
    whole: true,
    target: { params: { id: job.id, userId: sub.id } },
    reload: async () => {
      const jobs = await client.query({
        ...query(subcontractorRoutes.jobs, { params: { id: sub.id } }),
        staleTime: 0,
      })
      const now = jobs.find(({ id }) => id === job.id)?.rating
      if (!now) throw new Error('The rating was removed')
      return now
    },
    ...texts,
    onDone: onClose,
  })
  return (
    <RatingDialog {...submission} sub={sub} job={job} control={form.control} onClose={onClose} />
  )
}

type Submission = Pick<
  React.ComponentProps<typeof FormDialog>,
  'onSubmit' | 'error' | 'pending' | 'conflict'
>

function RatingDialog({
  sub,
  job,
  control,
  ...dialog
}: RateJobProps & Submission & { control: Control<Values, unknown, NewJobRating> }) {
  return (
    <FormDialog
      {...dialog}
      title={`Rate ${fullName(sub)}`}
      description={job.name}
      submitLabel="Save Rating"
    >
      <div className="flex flex-col gap-4">
        <RadioGroupField control={control} name="score" label="Rating" required options={options} />
        <TextAreaField control={control} name="note" label="Note" hint="Only admins read this." />
      </div>
    </FormDialog>
  )
}
