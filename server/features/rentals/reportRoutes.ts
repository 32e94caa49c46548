import { addDays } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { rentalReportRoutes } from '@plumbline/contract/rentalReports.ts'
import { sql } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import type { Serve } from '../../http/serve.ts'
import { endingLeases, lateRents, rentRoll } from './rentRoll.ts'
import { incomeStatement, netYield, taxYear } from './statements.ts'

/** The number of days from today up to which a rent roll can be requested. */
const MAX_DAYS_AHEAD = 366

const dayOf = (day: string) => sql`${day}::date`
const yearOf = (day: string) => Number(day.slice(0, 4))

export function reportRoutes(serve: Serve) {
  serve(rentalReportRoutes.rentRoll, {
    handle: async ({ db, query, now }) => {
      const { today } = await companyDays(db, now)
      const on = query.on ?? today
      if (on > addDays(today, MAX_DAYS_AHEAD)) throw invalid({ on: 'At most a year ahead' })
      return rentRoll(db, dayOf(on))
    },
  })

  serve(rentalReportRoutes.incomeStatement, {
    handle: async ({ db, query, now }) => {
      const { today } = await companyDays(db, now)
      return incomeStatement(db, query.year ?? yearOf(today), query.propertyId)
    },
  })

  serve(rentalReportRoutes.lateRents, {
    handle: async ({ db, now }) => lateRents(db, dayOf((await companyDays(db, now)).today)),
  })

  serve(rentalReportRoutes.endingLeases, {
    handle: async ({ db, now }) => endingLeases(db, dayOf((await companyDays(db, now)).today)),
  })

  serve(rentalReportRoutes.taxYear, {
    handle: async ({ db, query, now }) => {
      const { today } = await companyDays(db, now)
      return taxYear(db, query.year ?? yearOf(today) - 1, query.propertyId)
    },
  })

  serve(rentalReportRoutes.netYield, {
    handle: async ({ db, now }) => netYield(db, dayOf((await companyDays(db, now)).today)),
  })
}
