import { zodResolver } from '@hookform/resolvers/zod'
import {
  NewJobRating,
  type SubcontractorJob,
  type SubcontractorProfile,
  scores,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useEdit } from '../api/edit.ts'
import { query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { fullName } from '../people/api.ts'
import { StaleNotice } from '../ui/Alert.tsx'
import { RadioGroup } from '../ui/Choices.tsx'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Textarea } from '../ui/Input.tsx'
import { scoreWords } from './scoreWords.ts'

/** A rating as the form shows it; without one there is no version yet. */
interface Standing {
  readonly score: number | null
  readonly note: string | null
  readonly updatedAt: string
}
const none: Standing = { score: null, note: null, updatedAt: '' }

interface Values {
  score: number | null
  note: string
}

const valuesOf = ({ score, note }: Standing): Values => ({ score, note: note ?? '' })
const options = scores.map((score) => ({ value: String(score), label: scoreWords[score] ?? '' }))

interface RateJobProps {
  sub: SubcontractorProfile
  job: SubcontractorJob
  onClose: () => void
}

/** The dialog that rates a sub for a job. */
export default function RateJob({ sub, job, onClose }: RateJobProps) {
  const client = useQueryClient()
  const form = useForm<Values, unknown, NewJobRating>({
    defaultValues: valuesOf(job.rating ?? none),
    resolver: zodResolver(NewJobRating) as never,
  })
  const edit = useEdit({
    thing: job.rating ?? none,
    form,
    valuesOf,
    factsOf: ({ score, note }) => ({ Rating: String(score ?? 'none'), Note: note ?? 'none' }),
    read: async () => {
      const jobs = await client.query({
        ...query(subcontractorRoutes.jobs, { params: { id: sub.id } }),
        staleTime: 0,
      })
      return jobs.find(({ id }) => id === job.id)?.rating ?? none
    },
  })
  const save = useWrite(subcontractorRoutes.rate, {
    success: 'Rating saved successfully',
    failure: 'Failed to save rating',
    form,
    onSuccess: onClose,
    onStale: edit.catchUp,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      onClose={onClose}
      title={`Rate ${fullName(sub)}`}
      description={job.name}
      submitLabel="Save Rating"
      onSubmit={form.handleSubmit((body) =>
        save.mutate({
          params: { id: job.id, userId: sub.id },
          body,
          ...(edit.base.updatedAt && { version: edit.base }),
        }),
      )}
      error={save.problem}
      pending={save.isPending}
    >
      {edit.theirs && <StaleNotice changes={edit.theirs} />}
      <div className="flex flex-col gap-4">
        <Controller
          control={form.control}
          name="score"
          render={({ field }) => (
            <RadioGroup
              label="Rating"
              required
              options={options}
              value={field.value === null ? null : String(field.value)}
              onChange={(value) => field.onChange(Number(value))}
              error={errors.score?.message}
            />
          )}
        />
        <Field label="Note" hint="Only admins read this." error={errors.note?.message}>
          {(control) => <Textarea {...control} {...form.register('note')} />}
        </Field>
      </div>
    </FormDialog>
  )
}
