import { inOrder, isDay } from '@plumbline/contract/dates.ts'
import { isOpenEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { clashWarnings, orderWarnings } from '@plumbline/contract/scheduleWarnings.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { query } from '../../api/query.ts'
import { useWorkCalendar } from '../../screens/workCalendar.ts'
import { Alert } from '../../ui/Alert.tsx'
import { type EntryForm, jobSchedule } from './api.ts'

interface EntryWarningsProps {
  form: EntryForm
  entryId: string | undefined
  blocksIds: readonly string[]
  className?: string
}

/** The current lags of the form, with 0 for those that are no number. */
const lagsOf = (lags: Readonly<Record<string, number | undefined>> = {}) =>
  Object.fromEntries(
    Object.entries(lags).map(([id, days]) => [id, days && Number.isInteger(days) ? days : 0]),
  )

/**
 * Warnings before saving: a start before a predecessor ends, or a sub booked twice. They do not
 * prevent saving.
 */
export function EntryWarnings({ form, entryId = 'new', blocksIds, className }: EntryWarningsProps) {
  const values = useWatch({ control: form.control })
  const calendar = useWorkCalendar()
  const { jobId, startDate, endDate, status = 'scheduled', assignedSubcontractorId: subId } = values
  const hasDates = Boolean(
    startDate && endDate && isDay(startDate) && isDay(endDate) && inOrder(startDate, endDate),
  )
  const days = { from: startDate ?? '', to: endDate ?? '' }
  const ofJob = useQuery({ ...jobSchedule(jobId ?? ''), enabled: Boolean(jobId) })
  const onDays = useQuery({
    ...query(scheduleRoutes.list, { query: { ...days, subcontractorId: subId ?? undefined } }),
    enabled: hasDates && Boolean(subId),
  })
  if (!hasDates) return null

  const entry = {
    id: entryId,
    title: values.title ?? '',
    startDate: days.from,
    endDate: days.to,
    status,
    dependsOnIds: values.dependsOnIds ?? [],
    lagDays: lagsOf(values.lagDays),
    blocksIds,
  }
  const clashes = (onDays.data ?? []).filter(
    (other) =>
      other.id !== entryId && isOpenEntry(other) && other.assignedSubcontractorId === subId,
  )
  const name = clashes[0]?.assignedSubcontractorName ?? null
  const warnings = [
    ...orderWarnings(new Map(ofJob.data?.map((other) => [other.id, other])), entry, calendar),
    ...(isOpenEntry({ status }) ? clashWarnings(name, clashes) : []),
  ]
  if (warnings.length === 0) return null
  return (
    <Alert tone="warn" className={className ?? ''}>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Alert>
  )
}
