import {
  type NewTemplate,
  type ScheduleTemplate,
  type TemplateChange,
  TemplateData,
} from '@plumbline/contract/templates.ts'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { scheduleTemplates } from '../../schema/templates.ts'

export type TemplateRow = typeof scheduleTemplates.$inferSelect

const nothing: TemplateData = { entries: [], tasks: [] }

/** A template as the API returns it; what is stored in another form than today's counts as empty. */
export function toTemplate(row: TemplateRow): ScheduleTemplate {
  return {
    ...row,
    templateData: TemplateData.safeParse(row.templateData).data ?? nothing,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The schedule templates, by name. */
export async function listTemplates(db: Db): Promise<ScheduleTemplate[]> {
  const rows = await db
    .select()
    .from(scheduleTemplates)
    .orderBy(asc(scheduleTemplates.name), asc(scheduleTemplates.id))
  return rows.map(toTemplate)
}

/** The template; with `lock` it stays as it is until the transaction ends. */
export async function findTemplate(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<TemplateRow | undefined> {
  const query = db.select().from(scheduleTemplates).where(eq(scheduleTemplates.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** What a template holds, and what follows from it. */
type Fields = NewTemplate & { estimatedDuration: number; createdById: string | null }

/** Adds templates; answers them in the same order. */
export function insertTemplates(db: Db, rows: readonly Fields[]): Promise<TemplateRow[]> {
  return db
    .insert(scheduleTemplates)
    .values([...rows])
    .returning()
}

/** Changes the fields given of a template that is locked. */
export async function updateTemplate(
  db: Db,
  id: string,
  change: TemplateChange & { estimatedDuration?: number },
): Promise<TemplateRow> {
  const [row] = await db
    .update(scheduleTemplates)
    .set(change)
    .where(eq(scheduleTemplates.id, id))
    .returning()
  return row as TemplateRow
}

/** Deletes a template; jobs that it was applied to know nothing of it. */
export async function deleteTemplate(db: Db, id: string) {
  await db.delete(scheduleTemplates).where(eq(scheduleTemplates.id, id))
}

type Links = readonly { readonly id: string; readonly lagDays: number }[]

/** The entries of a job as a template needs them, by start: all that are not cancelled. */
export function entriesOfJob(db: Db, jobId: string) {
  const e = scheduleEntries
  return db
    .select({
      id: e.id,
      title: e.title,
      description: e.description,
      scheduleType: e.scheduleType,
      startDate: e.startDate,
      endDate: e.endDate,
      estimatedHours: e.estimatedHours,
      priority: e.priority,
      weatherDependent: e.weatherDependent,
      indoorWork: e.indoorWork,
      internal: e.internal,
      trade: users.specialty,
      dependsOn: sql<Links>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', d.depends_on_id, 'lagDays', d.lag_days)
          order by d.depends_on_id), '[]')
        from ${scheduleDependencies} d where d.entry_id = ${outer(e.id)})`,
    })
    .from(e)
    .leftJoin(users, eq(users.id, e.assignedSubcontractorId))
    .where(and(eq(e.jobId, jobId), ne(e.status, 'cancelled')))
    .orderBy(asc(e.startDate), asc(e.endDate), asc(e.id))
}

/** The tasks of a job as a template needs them, by deadline, none last. */
export function tasksOfJob(db: Db, jobId: string) {
  const { name, description, deadline, id } = tasks
  return db
    .select({ name, description, deadline })
    .from(tasks)
    .where(eq(tasks.jobId, jobId))
    .orderBy(sql`${deadline} asc nulls last`, asc(id))
}
