import { shortDay } from '@plumbline/contract/dates.ts'
import type { TaxDocument } from '@plumbline/contract/salesTax.ts'
import { paths } from '../../paths.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { taxDocuments } from './api.ts'

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
  const { id, day, number, customerName, taxable, notTaxable, tax } = document
  const noted = note(document)
  const aside =
    'figures text-sm text-ink-2 @2xl:text-right @max-2xl:col-start-1 @max-2xl:row-start-auto'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-2 first:border-t-0 @2xl:grid-cols-[minmax(0,1fr)_5.5rem_repeat(3,8rem)]">
      <span className="min-w-0 wrap-anywhere">
        <Link href={paths.invoice(id)} className="figures font-medium hover:underline touch:py-3">
          {number}
        </Link>
        {noted && <span className="ml-2 text-sm text-ink-2">{noted}</span>}
        <span className="block text-ink-2">{customerName}</span>
      </span>
      <span className={aside}>{shortDay(day, today)}</span>
      <span className={aside}>
        <span className="@2xl:sr-only">Taxable </span>
        {columnCents(taxable)}
      </span>
      <span className={aside}>
        <span className="@2xl:sr-only">Not taxable </span>
        {columnCents(notTaxable)}
      </span>
      <span className="figures text-right @max-2xl:col-start-2 @max-2xl:row-start-1">
        <span className="sr-only">Tax </span>
        {columnCents(tax)}
      </span>
    </li>
  )
}
