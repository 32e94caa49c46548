import { cx } from 'class-variance-authority'
import type { PrintHead, Printout } from './printout.ts'

const cellClass = ({ kind }: PrintHead) =>
  cx(
    'py-1 align-top not-last:pr-3',
    kind === 'figure' && 'figures text-right whitespace-nowrap',
    kind === 'short' && 'figures whitespace-nowrap',
    kind === undefined && 'wrap-anywhere whitespace-pre-line',
  )

/**
 * The text columns share the width that the others do not need, so that a long name cannot squeeze
 * a date.
 */
function widthOf({ kind, share = 1 }: PrintHead, heads: readonly PrintHead[]) {
  const texts = heads.filter((head) => head.kind === undefined)
  const all = texts.reduce((sum, head) => sum + (head.share ?? 1), 0)
  return kind === undefined ? { width: `${(100 * share) / all}%` } : undefined
}

interface PrintedTableProps extends Pick<Printout, 'heads' | 'rows' | 'totals'> {
  label: string
}

/**
 * A printed table. Its head is repeated on every page, no page break splits a row, and the totals
 * are at the end.
 */
export function PrintedTable({ label, heads, rows, totals }: PrintedTableProps) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left text-[9pt]/[1.35]">
      <thead>
        <tr className="border-b border-ink">
          {heads.map((head) => (
            <th
              key={head.label}
              scope="col"
              style={widthOf(head, heads)}
              className={cx(cellClass(head), 'font-bold')}
            >
              {head.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // The rows of a printout do not change.
          <tr key={String(row)} className="break-inside-avoid border-b border-line">
            {heads.map((head, column) => (
              <td key={head.label} className={cellClass(head)}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals.length > 0 && (
        // Not a footer, which would be printed on every page.
        <tbody>
          <tr className="break-inside-avoid border-t-2 border-ink font-bold">
            {heads.map((head, column) => (
              <td key={head.label} className={cellClass(head)}>
                {column === 0 ? 'Total' : totals[column]}
              </td>
            ))}
          </tr>
        </tbody>
      )}
    </table>
  )
}
