import { type WorkCalendar, workCalendar } from '@plumbline/contract/workdays.ts'
import { useMemo } from 'react'
import { useCompany } from '../api/company.ts'

/** The working days of the company. */
export function useWorkCalendar(): WorkCalendar {
  const company = useCompany()
  return useMemo(() => workCalendar(company), [company])
}
