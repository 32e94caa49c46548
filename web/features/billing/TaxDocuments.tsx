import { shortDay } from '@plumbline/contract/dates.ts'
import type { TaxDocument } from '@plumbline/contract/salesTax.ts'
import { cx } from 'class-variance-authority'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { taxDocuments } from './api.ts'
import { TaxAmounts, taxColumns } from './TaxAmounts.tsx'

/** The invoices and credit memos that the sales tax of a month is the sum of. */
export function TaxDocuments({ month }: { month: string }) {
  const list = usePagedList(taxDocuments(month))
  return (
    <QueryList
      list={list}
      noun="documents"
      skeleton={<RowsSkeleton count={2} />}
      empty={<p className="py-2 text-ink-2">Nothing was invoiced</p>}
    >
      {(documents) => (
        <ul aria-label="Documents">
          {documents.map((one) => (
            <Row key={`${one.id}${one.isVoid}`} document={one} />
          ))}
        </ul>
      )}
    </QueryList>
  )
}

/** The name of a document that is not an invoice as issued; empty for one that is. */
function note({ kind, isVoid }: TaxDocument): string {
  const noun = kind === 'creditMemo' ? 'Credit memo' : ''
  if (!isVoid) return noun
  return noun ? `${noun}, void` : 'Void'
}

function Row({ document }: { document: TaxDocument }) {
  const today = useToday()
  const { id, day, number, customerName } = document
  const noted = [note(document), shortDay(day, today)].filter(Boolean).join(', ')
  return (
    <li className={cx('border-t border-line py-2 first:border-t-0', taxColumns)}>
      <Link
        href={paths.invoice(id)}
        className="figures pl-5 font-medium whitespace-nowrap hover:underline touch:py-3"
      >
        {number}
      </Link>
      <span className="min-w-0 pl-5 wrap-anywhere @max-2xl:row-start-2">
        {customerName} <span className="text-sm text-ink-2">{noted}</span>
      </span>
      <TaxAmounts of={document} />
    </li>
  )
}
