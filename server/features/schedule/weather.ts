import { isDay } from '@plumbline/contract/dates.ts'
import type { WeatherDay } from '@plumbline/contract/scheduleMoves.ts'
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { weatherDays } from '../../schema/schedule.ts'

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The bad weather days in a period, by day. */
export async function listWeatherDays(db: Db, { from, to }: Period): Promise<WeatherDay[]> {
  const rows = await db
    .select({ day: weatherDays.day, markedByName: nameOf(weatherDays.markedById) })
    .from(weatherDays)
    .where(
      and(from ? gte(weatherDays.day, from) : undefined, to ? lte(weatherDays.day, to) : undefined),
    )
    .orderBy(asc(weatherDays.day))
  return rows.map((row) => ({ ...row, markedByName: row.markedByName ?? '' }))
}

/** Marks a day as bad weather. Returns false if it was marked already. */
export async function insertWeatherDay(db: Db, day: string, markedById: string): Promise<boolean> {
  const rows = await db
    .insert(weatherDays)
    .values({ day, markedById })
    .onConflictDoNothing()
    .returning({ day: weatherDays.day })
  return rows.length > 0
}

/** A bad weather day, or undefined if the day is not marked. */
export async function findWeatherDay(db: Db, day: string): Promise<{ day: string } | undefined> {
  if (!isDay(day)) return undefined
  const [row] = await db
    .select({ day: weatherDays.day })
    .from(weatherDays)
    .where(eq(weatherDays.day, day))
  return row
}

/** Removes the mark of a day. Returns false if there was none. */
export async function deleteWeatherDay(db: Db, day: string): Promise<boolean> {
  const rows = await db
    .delete(weatherDays)
    .where(eq(weatherDays.day, day))
    .returning({ day: weatherDays.day })
  return rows.length > 0
}
