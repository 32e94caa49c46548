import { zodResolver } from '@hookform/resolvers/zod'
import {
  NotesChange,
  type PrivateNotes,
  type SubcontractorProfile,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useEdit } from '../api/edit.ts'
import { useWrite } from '../api/write.ts'
import { fullName } from '../people/api.ts'
import { StaleNotice } from '../ui/Alert.tsx'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Textarea } from '../ui/Input.tsx'
import { profileQuery } from './api.ts'

type Values = z.input<typeof NotesChange>

const valuesOf = ({ text }: PrivateNotes): Values => ({ text: text ?? '' })

/** The dialog that writes the private notes of a sub. */
export default function EditNotes({
  sub,
  onClose,
}: {
  sub: SubcontractorProfile
  onClose: () => void
}) {
  const client = useQueryClient()
  const form = useForm<Values, unknown, NotesChange>({
    defaultValues: valuesOf(sub.notes),
    resolver: zodResolver(NotesChange),
  })
  const edit = useEdit({
    thing: sub.notes,
    form,
    valuesOf,
    factsOf: ({ text }) => ({ 'Private Notes': text ?? 'none' }),
    read: async () => (await client.query({ ...profileQuery(sub.id), staleTime: 0 })).notes,
  })
  const save = useWrite(subcontractorRoutes.saveNotes, {
    success: 'Notes saved successfully',
    failure: 'Failed to save notes',
    form,
    onSuccess: onClose,
    onStale: edit.catchUp,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Private Notes"
      description={`About ${fullName(sub)}. Only admins read this.`}
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) =>
        save.mutate({ params: { id: sub.id }, body, version: edit.base }),
      )}
      error={save.problem}
      pending={save.isPending}
    >
      {edit.theirs && <StaleNotice changes={edit.theirs} />}
      <Field label="Notes" error={form.formState.errors.text?.message}>
        {(control) => <Textarea {...control} {...form.register('text')} rows={8} />}
      </Field>
    </FormDialog>
  )
}
