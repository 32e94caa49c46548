import { SavedTemplate, templateRoutes } from '@plumbline/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { jobQuery } from '../../api/jobs.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameFields } from './NameFields.tsx'

/** The dialog that creates a template from the schedule and tasks of a job. */
export function SaveAsTemplate({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const router = useRouter()
  const { data: job } = useQuery(jobQuery(jobId))
  const { form, submission } = useCreateForm(templateRoutes.saveJob, {
    schema: SavedTemplate,
    empty: { name: job?.name ?? '', description: '', projectType: '' },
    target: { params: { id: jobId } },
    success: ({ id }) => ({
      title: 'Success',
      description: 'Template saved successfully',
      action: {
        label: 'View Template',
        onClick: () => void router.navigate({ href: paths.template(id) }),
      },
    }),
    failure: 'Failed to save template',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Save as Template"
      description="The entries, their order and the tasks of this job, without its dates and people."
      submitLabel="Save Template"
      onClose={onClose}
    >
      <NameFields control={form.control} />
    </FormDialog>
  )
}
