import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Panel } from '../../../ui/Card.tsx'
import { Amount, MAIN_TABLE_ID } from './Amount.tsx'

export interface Column<Row> {
  /** Omitted for the column of bars, of which a table has at most one. */
  label?: string
  /** Whether its cells are row headers. */
  isHead?: boolean
  /** Whether it has figures, which are right-aligned. */
  number?: boolean
  /** Whether it is hidden on a phone. */
  wide?: boolean
  className?: string
  cell: (row: Row) => ReactNode
  /** The cell in the row of totals, which is shown if any column has a total. */
  total?: ReactNode
}

interface AmountColumn<Row> extends Omit<Column<Row>, 'cell' | 'total'> {
  value: (row: Row) => string
  /** The entries or the page behind the amount of a row. */
  href?: (row: Row) => string | undefined
  total?: string | undefined
}

/** A column of dollar amounts. */
export const amountColumn = <Row,>({
  value,
  href,
  total,
  ...column
}: AmountColumn<Row>): Column<Row> => ({
  ...column,
  number: true,
  cell: (row) => <Amount value={value(row)} href={href?.(row)} />,
  total: total !== undefined && <Amount value={total} />,
})

const cellClass = ({ number, wide, className }: Column<never>) =>
  cx(
    'px-2 py-2 align-top touch:py-3',
    number ? 'figures text-right whitespace-nowrap' : 'text-left text-pretty wrap-anywhere',
    wide && 'max-sm:hidden',
    className,
  )

interface FrameProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Whether the figures above the table link to it. */
  isMain?: boolean
}

interface RowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table of figures. It prints its head on every page, and its totals only at the end. */
export function ReportTable<Row>({ rows, keyOf, ...frame }: FrameProps<Row> & RowsProps<Row>) {
  return (
    <TableFrame {...frame}>
      <tbody>
        <TableRows columns={frame.columns} rows={rows} keyOf={keyOf} />
      </tbody>
    </TableFrame>
  )
}

/** The table without rows, for grouped rows. `children` has one `tbody` per group. */
export function TableFrame<Row>({
  label,
  columns,
  isMain = false,
  children,
}: FrameProps<Row> & { children: ReactNode }) {
  return (
    <Panel {...(isMain && { id: MAIN_TABLE_ID })} className="scroll-mt-16 px-2">
      {/* Both the name of a row and the text below it can be links. */}
      <table
        aria-label={label}
        className="w-full border-collapse [&_td_a]:touch-target touch:[&_th_a]:inline-block touch:[&_th_a]:py-3 touch:[&_th_li_a]:py-3.5 touch:[&_th_span_a]:-mb-3.5 touch:[&_th_span_a]:py-3.5 touch:[&_th>a]:-mt-3"
      >
        <thead className="border-b border-line-strong text-sm text-ink-2">
          <tr>
            {columns.map((column) =>
              column.label ? (
                <th key={column.label} scope="col" className={cx(cellClass(column), 'font-medium')}>
                  {column.label}
                </th>
              ) : (
                <td key="" className={cellClass(column)} />
              ),
            )}
          </tr>
        </thead>
        {children}
        {columns.some(({ total }) => Boolean(total)) && (
          // A footer would be printed on every page.
          <tfoot className="border-t border-line-strong font-bold print:table-row-group">
            <tr className="break-inside-avoid">
              {columns.map((column) => (
                <td key={column.label ?? ''} className={cellClass(column)}>
                  {column.isHead ? 'Total' : column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Panel>
  )
}

/** Table rows that page breaks do not split. */
export function TableRows<Row>({ columns, rows, keyOf }: RowsProps<Row>) {
  return rows.map((row) => (
    <tr
      key={keyOf(row)}
      className="break-inside-avoid border-t border-line first:border-t-0 hover:bg-sunken/50"
    >
      {columns.map((column) =>
        column.isHead ? (
          <th key={column.label ?? ''} scope="row" className={cx(cellClass(column), 'font-medium')}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.label ?? ''} className={cellClass(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  ))
}
