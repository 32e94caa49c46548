import { NewUser, peopleRoutes } from '@plumbline/contract/people.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import {
  type JobRating,
  NewJobRating,
  NotesChange,
  type PrivateNotes,
  type SubcontractorJob,
  type SubcontractorProfile,
  scores,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { fullName } from '../../api/people.ts'
import { query } from '../../api/query.ts'
import { RadioGroupField, TextAreaField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PersonFields, personFields } from '../people/UserForm.tsx'
import { profileQuery, scoreLabels } from './api.ts'

const { empty } = fieldsOf<z.input<typeof NewUser>>({
  ...personFields,
  role: { label: null, empty: 'subcontractor' },
})

/** The dialog that adds a sub. The sub can be assigned at once. */
export function AddSubcontractor({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(peopleRoutes.create, {
    schema: NewUser,
    empty,
    target: {},
    success: 'Subcontractor added successfully',
    failure: 'Failed to add subcontractor',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Add Subcontractor"
      description="Can be assigned at once; invite them when they should sign in."
      submitLabel="Add Subcontractor"
      onClose={onClose}
    >
      <PersonFields control={form.control} withSpecialty specialtyRequired />
    </FormDialog>
  )
}

type Notes = z.input<typeof NotesChange>

const { fields: notesFields, ...notesForm } = fieldsOf<Notes, PrivateNotes>({
  text: { label: 'Private Notes', hint: readersSentence.office },
})

interface EditNotesProps {
  sub: SubcontractorProfile
  onClose: () => void
}

/** The dialog that edits the private notes about a sub. */
export function EditNotes({ sub, onClose }: EditNotesProps) {
  const { form, submission } = useEditForm(subcontractorRoutes.saveNotes, sub.notes, {
    ...notesForm,
    schema: NotesChange,
    target: { params: { id: sub.id } },
    reload: async (read) => (await read(profileQuery(sub.id))).notes,
    success: 'Notes saved successfully',
    failure: 'Failed to save notes',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Private Notes"
      description={`About ${fullName(sub)}`}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextAreaField control={form.control} {...notesFields.text} label="Notes" rows={8} />
    </FormDialog>
  )
}

type Rating = z.input<typeof NewJobRating>

const { fields: ratingFields, ...ratingForm } = fieldsOf<Rating, JobRating>({
  score: { label: 'Rating', empty: null, required: true },
  note: { label: 'Note', hint: readersSentence.office },
})
const ratingOptions = scores.map((score) => ({
  value: String(score),
  label: scoreLabels[score] ?? '',
}))
const messages = { success: 'Rating saved successfully', failure: 'Failed to save rating' }

interface RateJobProps {
  sub: SubcontractorProfile
  job: SubcontractorJob
  onClose: () => void
}

/** The dialog that rates a sub for a job, or changes the rating. */
export function RateJob({ job, ...props }: RateJobProps) {
  return job.rating ? (
    <ChangeRating {...props} job={job} rating={job.rating} />
  ) : (
    <AddRating {...props} job={job} />
  )
}

function AddRating({ sub, job, onClose }: RateJobProps) {
  const { form, submission } = useCreateForm(subcontractorRoutes.rate, {
    schema: NewJobRating,
    empty: ratingForm.empty,
    target: { params: { id: job.id, userId: sub.id } },
    ...messages,
    onDone: onClose,
  })
  return (
    <RatingDialog {...submission} sub={sub} job={job} control={form.control} onClose={onClose} />
  )
}

function ChangeRating({ sub, job, rating, onClose }: RateJobProps & { rating: JobRating }) {
  const { form, submission } = useEditForm(subcontractorRoutes.rate, rating, {
    ...ratingForm,
    schema: NewJobRating,
    whole: true,
    target: { params: { id: job.id, userId: sub.id } },
    reload: async (read) => {
      const jobs = await read(query(subcontractorRoutes.jobs, { params: { id: sub.id } }))
      const latest = jobs.find(({ id }) => id === job.id)?.rating
      if (!latest) throw new Error('The rating was removed')
      return latest
    },
    ...messages,
    onDone: onClose,
  })
  return (
    <RatingDialog {...submission} sub={sub} job={job} control={form.control} onClose={onClose} />
  )
}

type Submission = Pick<
  React.ComponentProps<typeof FormDialog>,
  'onSubmit' | 'error' | 'pending' | 'conflict' | 'isFilledIn'
>

function RatingDialog({
  sub,
  job,
  control,
  ...dialog
}: RateJobProps & Submission & { control: Control<Rating, unknown, NewJobRating> }) {
  return (
    <FormDialog
      {...dialog}
      title={`Rate ${fullName(sub)}`}
      description={job.name}
      submitLabel="Save Rating"
    >
      <div className="flex flex-col gap-4">
        <RadioGroupField control={control} {...ratingFields.score} options={ratingOptions} />
        <TextAreaField control={control} {...ratingFields.note} />
      </div>
    </FormDialog>
  )
}
