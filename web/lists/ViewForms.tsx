import {
  NewSavedView,
  type SavedView,
  SavedViewChange,
  savedViewRoutes,
} from '@plumbline/contract/savedViews.ts'
import type { z } from 'zod'
import { TextField } from '../forms/fields.tsx'
import { fieldsOf } from '../forms/fieldsOf.ts'
import { useCreateForm } from '../forms/useCreateForm.ts'
import { useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { viewsQuery } from './savedViews.ts'

const NameChange = SavedViewChange.pick({ name: true })

const { fields, ...nameForm } = fieldsOf<z.input<typeof NameChange>, SavedView>({
  name: { label: 'Name', required: true },
})

interface SaveViewProps {
  screen: SavedView['screen']
  /** The filter and the order to save. */
  query: string
  onClose: () => void
}

/** The dialog that saves a filter and an order under a name. */
export function SaveView({ screen, query, onClose }: SaveViewProps) {
  const { form, submission } = useCreateForm(savedViewRoutes.create, {
    schema: NewSavedView,
    empty: { screen, query, name: '' },
    target: {},
    success: 'View saved successfully',
    failure: 'Failed to save view',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Save View" submitLabel="Save View" onClose={onClose}>
      <TextField
        control={form.control}
        {...fields.name}
        hint="Only you see it. It keeps the filter, the order and the columns, not the rows."
      />
    </FormDialog>
  )
}

/** The dialog that renames a view. */
export function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { form, submission } = useEditForm(savedViewRoutes.update, view, {
    ...nameForm,
    schema: NameChange,
    target: { params: { id: view.id } },
    reload: async (read) => {
      const views = await read(viewsQuery(view.screen))
      return views.find(({ id }) => id === view.id) ?? view
    },
    success: 'View renamed successfully',
    failure: 'Failed to rename view',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="Rename View" submitLabel="Rename" onClose={onClose}>
      <TextField control={form.control} {...fields.name} />
    </FormDialog>
  )
}
