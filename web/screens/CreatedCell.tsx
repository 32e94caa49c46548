import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { useCompany } from '../api/company.ts'

/** The day on which the thing of a row was added, in the company's time zone. */
export function CreatedCell({ at }: { at: string }) {
  const { timeZone } = useCompany()
  return <span className="text-ink-2">{formatDay(dayIn(timeZone, new Date(at)))}</span>
}
