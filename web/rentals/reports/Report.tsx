import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { CsvButton } from '../../shell/CsvButton.tsx'
import { csv } from '../../shell/csv.ts'
import { Link } from '../../shell/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'

/** A report in each of its states; while another year loads, the last one stays. */
export function ReportQuery<T>({
  read,
  children,
}: {
  read: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (read.data !== undefined) return children(read.data)
  if (!read.isError) return <RowsSkeleton count={6} />
  return (
    <LoadProblem what="The report" pending={read.isFetching} onRetry={() => void read.refetch()} />
  )
}

interface ReportProps {
  title: string
  /** The day or the period, as paper has to say it. */
  text: string
  /** What chooses the period or the property. */
  controls?: ReactNode
  /** The name of the CSV file, without its ending. */
  fileName: string
  /** Its rows, below the head. */
  rows: () => readonly (readonly string[])[]
  children: ReactNode
}

/** A report: what it is, of when, to print and as a file. */
export function Report({ title, text, controls, fileName, rows, children }: ReportProps) {
  return (
    <section aria-label={title}>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2.5">
        <div className="min-w-40 flex-1">
          <h2 className="text-md">{title}</h2>
          <p className="figures mt-0.5 text-ink-2">{text}</p>
        </div>
        <div className="no-print flex flex-wrap items-center gap-2 max-sm:w-full">
          {controls}
          <Button onClick={() => print()}>
            <Printer aria-hidden />
            Print
          </Button>
          <CsvButton name={`${fileName}.csv`} make={() => csv(rows())} />
        </div>
      </div>
      {children}
    </section>
  )
}

/** Where the rows of a report stand on its page. */
const ROWS = 'rows'

interface ReportTableProps {
  label: string
  head: ReactNode
  /** The sums, below the rows. */
  foot?: ReactNode
  /** One or more `tbody`. */
  children: ReactNode
  /** The figures above the table lead here. */
  isMain?: boolean
}

/** A table of figures, which prints with its head on every page. */
export function ReportTable({ label, head, foot, children, isMain = false }: ReportTableProps) {
  return (
    <Panel {...(isMain && { id: ROWS })} className="scroll-mt-16 px-2">
      <table aria-label={label} className="w-full border-collapse">
        <thead className="border-b border-line-strong text-sm text-ink-2">
          <tr>{head}</tr>
        </thead>
        {children}
        {foot && (
          <tfoot className="border-t border-line-strong font-bold">
            <tr>{foot}</tr>
          </tfoot>
        )}
      </table>
    </Panel>
  )
}

/** One row, which no page break cuts. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="break-inside-avoid border-t border-line first:border-t-0 hover:bg-sunken/50">
      {children}
    </tr>
  )
}

interface CellProps {
  /** Left out on a phone. */
  wide?: boolean
  /** A figure, at the right. */
  number?: boolean
  className?: string
  children?: ReactNode
}

const cell = ({ wide, number, className }: CellProps) =>
  cx(
    'px-2 py-2 align-top',
    number ? 'text-right whitespace-nowrap' : 'text-left wrap-anywhere',
    wide && 'max-sm:hidden',
    className,
  )

/** The head of a column; a column of bars has no name. */
export function Head(props: CellProps) {
  if (!props.children) return <td className={cell(props)} />
  return (
    <th scope="col" className={cx(cell(props), 'font-medium')}>
      {props.children}
    </th>
  )
}

export function Cell(props: CellProps) {
  return <td className={cell(props)}>{props.children}</td>
}

/** The cell that names its row. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={cx(cell({}), 'font-medium')}>
      {children}
    </th>
  )
}

const linked = 'figures underline decoration-line-strong underline-offset-3 hover:decoration-ink'

/** Dollars that lead to the rows they are the sum of. */
export function Amount({ value, href }: { value: string; href?: string | undefined }) {
  const text = formatDollars(value)
  return href === undefined ? (
    <span className="figures">{text}</span>
  ) : (
    <Link href={href} className={linked}>
      {text}
    </Link>
  )
}

/** A figure that leads to its rows on the same page. */
export function OfRows({ to = ROWS, children }: { to?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={linked}>
      {children}
    </a>
  )
}

const tones = { good: 'fill-good', neutral: 'fill-ink-3', warn: 'fill-warn' }

interface BarProps {
  /** 0 to 1. */
  share: number
  tone?: keyof typeof tones
}

/** How much something is of the most, drawn so that it prints. */
export function Bar({ share, tone = 'good' }: BarProps) {
  const percent = 100 * Math.min(1, Math.max(0, share))
  return (
    <svg aria-hidden className="block h-2.5 w-full min-w-16 in-[td]:mt-1.5">
      <rect width="100%" height="100%" rx="2" className="fill-sunken" />
      <rect width={`${percent}%`} height="100%" rx="2" className={tones[tone]} />
    </svg>
  )
}

/** The largest of some dollars, at least a cent: what a bar of full length means. */
export const mostOf = (amounts: readonly string[]) => Math.max(0.01, ...amounts.map(Number))
