import type { ScheduleTemplate } from '@plumbline/contract/templates.ts'
import { asc } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { scheduleTemplates } from './table.ts'

/** The schedule templates, by name. */
export async function listTemplates(db: Db): Promise<ScheduleTemplate[]> {
  const rows = await db
    .select()
    .from(scheduleTemplates)
    .orderBy(asc(scheduleTemplates.name), asc(scheduleTemplates.id))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
