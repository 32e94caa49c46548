import {
  NotesChange,
  type PrivateNotes,
  type SubcontractorProfile,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { fullName } from '../people/api.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { profileQuery } from './api.ts'

type Values = z.input<typeof NotesChange>

const valuesOf = ({ text }: PrivateNotes): Required<Values> => ({ text: text ?? '' })
const textsOf = ({ text }: PrivateNotes): FieldTexts<Values> => ({
  text: ['Private Notes', text ?? 'none'],
})

interface EditNotesProps {
  sub: SubcontractorProfile
  onClose: () => void
}

/** The dialog that writes the private notes about a sub. */
export default function EditNotes({ sub, onClose }: EditNotesProps) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(subcontractorRoutes.saveNotes, sub.notes, {
    schema: NotesChange,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: sub.id } },
    reload: async () => (await client.query({ ...profileQuery(sub.id), staleTime: 0 })).notes,
    success: 'Notes saved successfully',
    failure: 'Failed to save notes',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Private Notes"
      description={`About ${fullName(sub)}. Only admins read this.`}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextAreaField control={form.control} name="text" label="Notes" rows={8} />
    </FormDialog>
  )
}
