import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { Lock, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCompany } from '../api/company.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Headings.tsx'
import { formatDate } from '../ui/zoned.ts'

const EditNotes = lazy(() => import('./EditNotes.tsx'))

/** What the admins keep to themselves. */
export function NotesPart({ sub }: { sub: SubcontractorProfile }) {
  const { timeZone } = useCompany()
  const [editing, setEditing] = useState(false)
  const { text, updatedByName, updatedAt } = sub.notes
  return (
    <Section
      title="Private Notes"
      action={
        <Button
          variant="quiet"
          size="icon"
          aria-label="Edit private notes"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
      }
    >
      <div className="p-4">
        <p className={text ? 'whitespace-pre-wrap wrap-anywhere' : 'text-ink-3'}>
          {text ?? 'No notes yet'}
        </p>
        <p className="mt-3 flex items-center gap-1.5 text-sm text-ink-2">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          Only admins read this.
          {updatedByName &&
            ` Last changed by ${updatedByName}, ${formatDate(updatedAt, timeZone)}.`}
        </p>
      </div>
      <Suspense>{editing && <EditNotes sub={sub} onClose={() => setEditing(false)} />}</Suspense>
    </Section>
  )
}
