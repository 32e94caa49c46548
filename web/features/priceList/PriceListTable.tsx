import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { Trash2 } from 'lucide-react'
import { call } from '../../api/call.ts'
import { ListTable, type TableProps } from '../../lists/ListTable.tsx'
import { EditCell } from '../../screens/EditCell.tsx'
import { plural } from '../../ui/format.ts'
import { titleCase } from '../../ui/status.ts'
import { useShownColumns } from '../../ui/table/columns.ts'
import { BarButton } from '../../ui/table/SelectionBar.tsx'
import { TableSums } from '../../ui/table/TableSums.tsx'
import type { Column } from '../../ui/table/tableProps.ts'
import type { PriceListFilter } from './api.ts'
import { DeleteSavedLine } from './DeleteSavedLine.tsx'
import { Margin } from './Margin.tsx'

/** The table of filtered lines. A selected one can be deleted. */
function PriceListTable(props: TableProps<SavedLine, PriceListFilter>) {
  return (
    <ListTable
      {...props}
      label="Price List"
      columns={useShownColumns(columns, props.columns)}
      nameOf={({ description }) => description}
      readAll={() => call(priceListRoutes.list, { query: props.filter })}
      foot={<TableSums count={plural(props.total, 'line', 'lines')} parts={[]} />}
      actions={({ chosen, open }) => (
        <BarButton
          disabled={chosen.length !== 1}
          title={chosen.length === 1 ? undefined : 'Select one line to delete it'}
          onClick={() => open('delete')}
        >
          <Trash2 aria-hidden />
          Delete
        </BarButton>
      )}
      dialogs={{
        delete: ([line], onClose) => line && <DeleteSavedLine line={line} onClose={onClose} />,
      }}
      fileName="price-list"
      printoutOf={async (rows) => {
        const { priceListOnPaper } = await import('./printed.ts')
        return priceListOnPaper({ filter: 'Selected lines', rows })
      }}
    />
  )
}

/** The columns of the price list. */
const columns: readonly Column<SavedLine>[] = [
  {
    label: 'Description',
    width: 'minmax(12rem,2.4fr)',
    cell: (line) => (
      <>
        <EditCell id={line.id} className="block max-w-full truncate text-base font-medium">
          {line.description}
        </EditCell>
        <span className="block truncate text-ink-2">{line.details}</span>
      </>
    ),
  },
  {
    label: 'Category',
    key: 'category',
    width: '6.5rem',
    cell: ({ category }) => <span className="text-ink-2">{titleCase(category)}</span>,
  },
  {
    label: 'Unit',
    key: 'unit',
    width: 'minmax(4rem,0.5fr)',
    cell: ({ unit }) => <span className="block truncate text-ink-2">{unit}</span>,
  },
  {
    label: 'Taxable',
    key: 'taxable',
    width: '4.5rem',
    cell: ({ taxable }) => <span className="text-ink-2">{taxable && 'Taxable'}</span>,
  },
  {
    label: 'Price',
    key: 'price',
    width: '7.5rem',
    figures: true,
    cell: ({ unitPrice }) => formatUnitPrice(unitPrice),
  },
  {
    label: 'Cost',
    key: 'cost',
    width: '7.5rem',
    figures: true,
    cell: ({ unitCost }) => (
      <span className="text-ink-2">{unitCost !== null && formatUnitPrice(unitCost)}</span>
    ),
  },
  {
    label: 'Margin',
    key: 'margin',
    width: '5rem',
    figures: true,
    cell: (line) => <Margin line={line} />,
  },
  {
    label: 'Edit',
    hideLabel: true,
    width: '4rem',
    cell: (line) => (
      <span className="flex justify-end pr-3">
        <EditCell id={line.id} label={`Edit ${line.description}`} className="action-link">
          Edit
        </EditCell>
      </span>
    ),
  },
]

export default { Table: PriceListTable, columns }
