import type { QuickBooksRun } from '@plumbline/contract/quickBooks.ts'
import { Download, Undo2 } from 'lucide-react'
import { useCompany } from '../../api/company.ts'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { formatMoment, plural } from '../../ui/format.ts'

interface RunRowProps {
  run: QuickBooksRun
  /** Without it, the person may not undo it. */
  onUndo?: () => void
}

/** The things that an export took, in words. */
function takenText({ customers, invoices, creditMemos, payments }: QuickBooksRun): string {
  return [
    invoices > 0 && plural(invoices, 'invoice', 'invoices'),
    customers > 0 && plural(customers, 'customer', 'customers'),
    payments > 0 && plural(payments, 'payment', 'payments'),
    creditMemos > 0 && plural(creditMemos, 'credit memo', 'credit memos'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** An export with its files. */
export function RunRow({ run, onUndo }: RunRowProps) {
  const { timeZone } = useCompany()
  const { id, createdAt, createdByName, files } = run
  const when = formatMoment(createdAt, timeZone)
  return (
    <li aria-label={`Export of ${when}`} className="open-row py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
            <time dateTime={createdAt} className="figures font-medium">
              {when}
            </time>
            {createdByName && <span className="text-sm text-ink-2">{createdByName}</span>}
          </p>
          <p className="text-sm text-ink-2">{takenText(run)}</p>
        </div>
        {onUndo && (
          <Button size="sm" aria-label={`Undo the export of ${when}`} onClick={onUndo}>
            <Undo2 aria-hidden />
            Undo
          </Button>
        )}
      </div>
      <ul aria-label="Files" className="mt-2 flex flex-wrap gap-2">
        {files.map(({ name, rows }, place) => (
          <li key={name}>
            <a
              href={`/api/quickbooks-runs/${id}/file?place=${place}`}
              download
              className={buttonVariants({ size: 'sm' })}
            >
              <Download aria-hidden />
              {name}
              <span className="figures font-normal text-ink-2">{plural(rows, 'row', 'rows')}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
