import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { type WorkdaySettings, workCalendar } from '@plumbline/contract/workdays.ts'
import type { FastifyRequest } from 'fastify'
import { type FileResponse, fileResponse } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { weatherDays } from '../../schema/schedule.ts'
import { type Company, findCompany, usualWeek } from './queries.ts'

const notSetUp = { ...usualWeek, timeZone: 'UTC' }

/** Which days the company works, its holidays by name, and its today (UTC until it is set up). */
export async function companyDays(db: Db, now: Date) {
  const { workingDays, holidays, timeZone } = (await findCompany(db)) ?? notSetUp
  return {
    calendar: workCalendar({ workingDays, holidays }),
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    today: dayIn(timeZone, now),
  }
}

/** What the working days are made of. */
export interface WorkdayFacts {
  readonly settings: WorkdaySettings
  readonly timeZone: string
  /** The days that are bad for work outdoors. */
  readonly wetDays: readonly string[]
}

/** Reads what the working days are made of. */
export async function readWorkdayFacts(db: Db): Promise<WorkdayFacts> {
  const company = (await findCompany(db)) ?? notSetUp
  const rows = await db.select({ day: weatherDays.day }).from(weatherDays)
  return { settings: company, timeZone: company.timeZone, wetDays: rows.map(({ day }) => day) }
}

/** The working days for all work and for work outdoors, with one day of bad weather more or less. */
export function workdaysOf(
  { settings, wetDays }: WorkdayFacts,
  { also, not }: { also?: string; not?: string | null } = {},
): Workdays {
  const days = wetDays.filter((day) => day !== not)
  const outdoors = workCalendar(settings, also === undefined ? days : [...days, also])
  return { all: workCalendar(settings), outdoors }
}

/**
 * The logo of the company as a response.
 * @throws Failure notFound where there is none
 */
export function logoResponse(
  request: FastifyRequest,
  store: FileStore,
  { logoKey, logoFiles }: Pick<Company, 'logoKey' | 'logoFiles'>,
): Promise<FileResponse> {
  if (!logoKey || !logoFiles) throw new Failure('notFound')
  return fileResponse(request, store, {
    ...logoFiles.thumb,
    key: pictureKey(logoKey, 'thumb'),
    contentType: 'image/webp',
    name: 'logo.webp',
    attachment: false,
  })
}
