import { type ScheduleTemplate, templateRoutes } from '@plumbline/contract/templates.ts'
import { useRouter } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'

/** A copy of a template, with its name cut to the maximum length. */
const copyOf = ({ name, description, projectType, templateData }: ScheduleTemplate) => ({
  name: `Copy of ${name}`.slice(0, 200),
  description,
  projectType,
  templateData,
})

/** The actions on a template. */
export function TemplateActions({ template }: { template: ScheduleTemplate }) {
  const router = useRouter()
  const setSearch = useSetSearch()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, isActive } = template
  const duplicate = useWrite(templateRoutes.create, {
    success: 'Template duplicated successfully',
    failure: 'Failed to duplicate template',
    onSuccess: (copy) => router.navigate({ href: paths.template(copy.id, { edit: 'true' }) }),
  })
  const retire = useWrite(templateRoutes.update, {
    success: isActive ? 'Template retired successfully' : 'Template restored successfully',
    failure: isActive ? 'Failed to retire template' : 'Failed to restore template',
  })
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => setSearch({ edit: 'true' })}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button
        pending={duplicate.isPending}
        onClick={() => duplicate.mutate({ body: copyOf(template) })}
      >
        Duplicate
      </Button>
      <Button
        pending={retire.isPending}
        onClick={() => retire.mutate({ params: { id }, body: { isActive: !isActive } })}
      >
        {isActive ? 'Retire' : 'Restore'}
      </Button>
      <Button aria-label="Delete template" onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
      </Button>
      {isDeleting && (
        <ConfirmWrite
          row={templateRoutes.remove}
          args={{ params: { id } }}
          title={`Delete the template ${name}?`}
          success="Template deleted successfully"
          failure="Failed to delete template"
          onClose={() => setDeleting(false)}
          onDone={() => router.navigate({ href: paths.scheduleTemplates() })}
        >
          The jobs that it was applied to keep their entries and tasks. Retire it instead to keep it
          out of the way.
        </ConfirmWrite>
      )}
    </div>
  )
}
