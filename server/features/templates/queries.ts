import {
  type NewTemplate,
  type ScheduleTemplate,
  type TemplateChange,
  TemplateData,
} from '@plumbline/contract/templates.ts'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { users } from '../../schema/people.ts'
import { scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { scheduleTemplates } from '../../schema/templates.ts'

export type TemplateRow = typeof scheduleTemplates.$inferSelect

const NO_STEPS: TemplateData = { entries: [], tasks: [] }

/**
 * A template in the form that the API returns. Stored data in an outdated form counts as empty.
 */
export function toTemplate(row: TemplateRow): ScheduleTemplate {
  return {
    ...row,
    templateData: TemplateData.safeParse(row.templateData).data ?? NO_STEPS,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The schedule templates, by name. */
export async function listTemplates(db: Db): Promise<ScheduleTemplate[]> {
  const rows = await db
    .select()
    .from(scheduleTemplates)
    .orderBy(asc(inNaturalOrder(scheduleTemplates.name)), asc(scheduleTemplates.id))
  return rows.map(toTemplate)
}

/** The template. With `lock`, it is locked until the transaction ends. */
export async function findTemplate(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<TemplateRow | undefined> {
  const query = db.select().from(scheduleTemplates).where(eq(scheduleTemplates.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** The fields of a template with those derived from them. */
type Fields = NewTemplate & { estimatedDuration: number; createdById: string | null }

/** Adds templates. Returns them in the same order. */
export function insertTemplates(db: Db, rows: readonly Fields[]): Promise<TemplateRow[]> {
  return db
    .insert(scheduleTemplates)
    .values([...rows])
    .returning()
}

/** Changes the given fields of a locked template. */
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

/** Deletes a template. Jobs that it was applied to have no reference to it. */
export async function deleteTemplate(db: Db, id: string) {
  await db.delete(scheduleTemplates).where(eq(scheduleTemplates.id, id))
}

type Links = readonly { readonly id: string; readonly lagDays: number }[]

/** The entries of a job for a template, by start, without canceled ones. */
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

/** The tasks of a job for a template, by deadline. Tasks without one come last. */
export function tasksOfJob(db: Db, jobId: string) {
  const { name, description, deadline, id } = tasks
  return db
    .select({ name, description, deadline })
    .from(tasks)
    .where(eq(tasks.jobId, jobId))
    .orderBy(sql`${deadline} asc nulls last`, asc(id))
}
