import type { UseQueryResult } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { CsvButton } from '../../../screens/CsvButton.tsx'
import { csv } from '../../../screens/csv.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { RowsSkeleton } from '../../../ui/Loading.tsx'

interface ReportQueryProps<T> {
  read: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** Renders a report once it is loaded, and a placeholder or error until then. */
export function ReportQuery<T>({ read, children }: ReportQueryProps<T>) {
  if (read.data !== undefined) return children(read.data)
  if (!read.isError) return <RowsSkeleton count={6} />
  return (
    <LoadProblem what="The report" pending={read.isFetching} onRetry={() => void read.refetch()} />
  )
}

export interface ReportProps {
  title: string
  /** The day or period, which printed reports must name. */
  text: string
  /** The fields for the period and the property. */
  controls?: ReactNode
  /** The name of the CSV file, without the extension. */
  fileName: string
  /** The rows of the CSV file, its header first. */
  rows: () => readonly (readonly string[])[]
  /** The empty state shown instead of the figures, or false if there are any. */
  empty: ComponentProps<typeof EmptyState> | false
  children: ReactNode
}

/** The frame of a report: title, period, controls, and buttons to print and download it. */
export function Report({ title, text, controls, fileName, rows, empty, children }: ReportProps) {
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
      {empty ? <EmptyState {...empty} /> : children}
    </section>
  )
}
