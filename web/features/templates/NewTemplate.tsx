import { NewTemplate as TemplateSchema, templateRoutes } from '@plumbline/contract/templates.ts'
import { useRouter } from '@tanstack/react-router'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameFields, templateForm } from './NameFields.tsx'

/** The dialog that creates a template. Its entries and tasks are then added on its own screen. */
export function NewTemplate({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const { form, submission } = useCreateForm(templateRoutes.create, {
    schema: TemplateSchema,
    empty: templateForm.empty,
    target: {},
    success: 'Template created successfully',
    failure: 'Failed to create template',
    onDone: ({ id }) => router.navigate({ href: paths.template(id, { edit: 'true' }) }),
  })
  return (
    <FormDialog
      {...submission}
      title="New Template"
      description="Entries and tasks come next."
      submitLabel="Create Template"
      onClose={onClose}
    >
      <NameFields control={form.control} />
    </FormDialog>
  )
}
