import type { Invoice } from '@plumbline/contract/invoices.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMay } from '../../api/me.ts'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'

const NoteForm = lazyPart(async () => ({ default: (await import('./NoteForm.tsx')).NoteForm }))

/** The note of the office, which is edited in its place. */
export function InvoiceNote({ invoice }: { invoice: Invoice }) {
  const mayWrite = useMay()('finance.write')
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { note } = invoice
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return (
    <TitledPanel
      title="Note"
      mark={<ReadersBadge readers="office" />}
      action={
        mayWrite &&
        !isOpen && (
          <Button ref={opener} size="sm" variant="quiet" onClick={() => setOpen(true)}>
            {note ? 'Edit note' : 'Add note'}
          </Button>
        )
      }
    >
      {isOpen ? (
        <NoteForm invoice={invoice} onClose={close} />
      ) : (
        <p className={note ? 'whitespace-pre-line wrap-anywhere' : 'text-ink-2'}>
          {note ?? 'No note'}
        </p>
      )}
    </TitledPanel>
  )
}
