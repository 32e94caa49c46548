import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { useCompany } from '../api/company.ts'
import { useNow } from '../ui/format.ts'
import { Paper } from './Paper.tsx'
import { PrintedTable } from './PrintedTable.tsx'
import type { Printout } from './printout.ts'

interface PrintedListProps {
  printout: Printout
  onPrinted: () => void
}

/** A printed list: its filter and its day, every row, and the sums. */
export default function PrintedList({ printout, onPrinted }: PrintedListProps) {
  const { companyName, timeZone } = useCompany()
  const today = dayIn(timeZone, useNow())
  const { asOf = today, title, filter, count, heads, rows, totals, sums } = printout
  const date = `As of ${formatDay(asOf)}`
  return (
    <Paper onPrinted={onPrinted}>
      <RunningTitle text={[companyName, title, date].join(' · ')} />
      <h1 className="text-lg tracking-tight">{title}</h1>
      <p className="mt-1 mb-4 text-sm wrap-anywhere">
        {filter} · {date}
      </p>
      <PrintedTable label={title} heads={heads} rows={rows} totals={totals} />
      <div className="mt-3 break-inside-avoid text-sm">
        <p className="font-bold">{count}</p>
        {sums.map((sum) => (
          <p key={sum}>{sum}</p>
        ))}
      </div>
    </Paper>
  )
}

/** A text as a CSS string, escaped so that it can end neither the string nor the style element. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`

/** The text at the foot of every printed page, opposite the page number (styles.css). */
export function RunningTitle({ text }: { text: string }) {
  return <style>{`@page { @bottom-left { content: ${quoted(text)} } }`}</style>
}
