import {
  type ScheduleTemplate,
  TemplateChange,
  templateRoutes,
} from '@plumbline/contract/templates.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { FormProblems } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { templateQuery } from './api.ts'
import { EntriesField } from './EntriesField.tsx'
import { NameFields, templateForm } from './NameFields.tsx'
import { TasksField } from './TasksField.tsx'

interface EditTemplateProps {
  template: ScheduleTemplate
  onClose: () => void
}

/** The form that edits a template, shown in place of its content. */
export function EditTemplate({ template, onClose }: EditTemplateProps) {
  const { form, submission } = useEditForm(templateRoutes.update, template, {
    ...templateForm,
    schema: TemplateChange,
    target: { params: { id: template.id } },
    reload: (read) => read(templateQuery(template.id)),
    success: 'Template updated successfully',
    failure: 'Failed to update template',
    onDone: onClose,
  })
  const { onSubmit, pending, ...notes } = submission
  return (
    <form
      noValidate
      aria-label="Edit Template"
      onSubmit={onSubmit}
      className="flex flex-col gap-7 [--foot:4.5rem]"
    >
      <FormProblems {...notes} />
      <TitledPanel title="Template">
        <NameFields control={form.control} />
      </TitledPanel>
      <EntriesField form={form} />
      <TasksField form={form} />
      <div className="sticky bottom-(--bottom-bar) z-10 flex justify-end gap-2 border-t border-line bg-ground py-3 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
