import { buffer } from 'node:stream/consumers'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Workdays } from '@plumbline/contract/push.ts'
import { type WorkdaySettings, workCalendar } from '@plumbline/contract/workdays.ts'
import type { FastifyRequest } from 'fastify'
import type { Pictures } from '../../documents/documents.ts'
import { type FileResponse, fileResponse } from '../../http/file.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { weatherDays } from '../../schema/schedule.ts'
import { type Company, defaultWeek, findCompany } from './queries.ts'

const notSetUp = { ...defaultWeek, timeZone: 'UTC' }

/**
 * The working days of the company, its holidays by name, and its current day (in UTC until it is
 * set up).
 */
export async function companyDays(db: Db, now: Date) {
  const { workingDays, holidays, timeZone } = (await findCompany(db)) ?? notSetUp
  return {
    calendar: workCalendar({ workingDays, holidays }),
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    today: dayIn(timeZone, now),
  }
}

/** The facts that determine the working days. */
export interface WorkdayFacts {
  readonly settings: WorkdaySettings
  readonly timeZone: string
  /** The days with weather too bad for work outdoors. */
  readonly wetDays: readonly string[]
}

/** Reads the facts that determine the working days. */
export async function readWorkdayFacts(db: Db): Promise<WorkdayFacts> {
  const company = (await findCompany(db)) ?? notSetUp
  const rows = await db.select({ day: weatherDays.day }).from(weatherDays)
  return { settings: company, timeZone: company.timeZone, wetDays: rows.map(({ day }) => day) }
}

/**
 * The working days for all work and for work outdoors. `also` adds a day of bad weather, `not`
 * leaves one out.
 */
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
 * @throws Failure notFound if there is none
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

/** The picture of the logo; null without one. */
export async function logoPicture(
  store: FileStore,
  { logoKey }: Pick<Company, 'logoKey'>,
): Promise<Uint8Array | null> {
  const found = logoKey ? await store.open(pictureKey(logoKey, 'full')) : undefined
  return found ? buffer(found.stream) : null
}

/** Reads the pictures of a PDF without photos, which has the logo alone. */
export const logoAlone =
  (store: FileStore, company: Pick<Company, 'logoKey'>) => async (): Promise<Pictures> => ({
    logo: await logoPicture(store, company),
    photos: [],
  })
