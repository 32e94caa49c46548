import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { call } from '../../api/call.ts'
import { describeFilter, type Printout, printout } from '../../print/printout.ts'
import { titleCase } from '../../ui/status.ts'
import { marginText, type PriceListFilter } from './api.ts'

interface Lines {
  /** A description of the filter. */
  readonly filter: string
  readonly rows: readonly SavedLine[]
}

/** The printout of lines of the price list. Its CSV file can be imported again. */
export function priceListOnPaper({ filter, rows }: Lines): Printout {
  return printout({
    title: 'Price List',
    filter,
    noun: ['line', 'lines'],
    columns: [
      { label: 'Description', share: 1.6, text: ({ description }) => description },
      { label: 'Details', share: 1.6, text: ({ details }) => details ?? '' },
      { label: 'Category', kind: 'short', text: ({ category }) => titleCase(category) },
      { label: 'Unit', kind: 'short', text: ({ unit }) => unit ?? '' },
      {
        label: 'Price',
        kind: 'figure',
        text: ({ unitPrice }) => formatUnitPrice(unitPrice),
        plain: ({ unitPrice }) => unitPrice,
      },
      {
        label: 'Cost',
        kind: 'figure',
        text: ({ unitCost }) => (unitCost === null ? '' : formatUnitPrice(unitCost)),
        plain: ({ unitCost }) => unitCost ?? '',
      },
      { label: 'Margin', kind: 'figure', text: marginText },
      { label: 'Taxable', kind: 'short', text: ({ taxable }) => (taxable ? 'Yes' : 'No') },
    ],
    rows,
  })
}

/** The printout of all filtered lines. */
export async function printedPriceList(filter: PriceListFilter): Promise<Printout> {
  const rows = await call(priceListRoutes.list, { query: filter })
  const filterText = describeFilter('All lines', [
    ['Category', filter.category && titleCase(filter.category)],
    ['Search', filter.search],
  ])
  return priceListOnPaper({ filter: filterText, rows })
}
