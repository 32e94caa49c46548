import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import {
  durationOf,
  entryOfDeadline,
  planTemplate,
  stepsOf,
} from '@plumbline/contract/templatePlan.ts'
import {
  type AppliedTemplate,
  type ApplyTemplate,
  MAX_ENTRIES,
  MAX_TASKS,
  type NewTemplate,
  type SavedTemplate,
  startProblem,
  type TemplateChange,
  TemplateData,
  tradesOf,
} from '@plumbline/contract/templates.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { and, eq, not } from 'drizzle-orm'
import type { z } from 'zod'
import { workdaySettings } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { settings } from '../../schema/settings.ts'
import { addSubsToJob, fillDays, lockAssignedSubs } from '../jobs/service.ts'
import { addEntries, saveBaseline } from '../schedule/service.ts'
import { addTasks } from '../tasks/service.ts'
import * as queries from './queries.ts'
import { shippedTemplates } from './shipped.ts'

/** A locked job. */
interface LockedJob {
  readonly id: string
  readonly timeZone: string
}

/** The working days of the company. Monday to Friday until it is set up. */
async function calendarOf(db: Db) {
  return workCalendar(await workdaySettings(db))
}

export async function createTemplate(
  db: Db,
  actorId: string,
  template: NewTemplate,
): Promise<queries.TemplateRow> {
  const estimatedDuration = durationOf(template.templateData.entries)
  const [row] = await queries.insertTemplates(db, [
    { ...template, estimatedDuration, createdById: actorId },
  ])
  if (!row) throw new Failure('internal')
  await publish(db, actorId, { name: 'template.created', subjectId: row.id })
  return row
}

/** Changes the given fields of a locked template. */
export async function changeTemplate(
  db: Db,
  actorId: string,
  id: string,
  change: TemplateChange,
): Promise<queries.TemplateRow> {
  const { templateData } = change
  const row = await queries.updateTemplate(db, id, {
    ...change,
    ...(templateData && { estimatedDuration: durationOf(templateData.entries) }),
  })
  await publish(db, actorId, { name: 'template.changed', subjectId: id })
  return row
}

/** Deletes a locked template. */
export async function deleteTemplate(db: Db, actorId: string, id: string) {
  await queries.deleteTemplate(db, id)
  await publish(db, actorId, { name: 'template.deleted', subjectId: id })
}

/** Locks the subs to assign. Throws a 400 that names the trade if somebody is not a sub. */
async function requireSubs(db: Db, subs: ReadonlyMap<string, string>) {
  if (subs.size === 0) return
  const locked = await lockAssignedSubs(db, [...subs.values()])
  for (const [trade, id] of subs)
    if (!locked.has(id))
      throw invalid({ [`assignSubs.${trade}`]: 'Choose one of your subcontractors' })
}

/**
 * Adds the entries and tasks of a template to a locked job, and the subs of its trades to the job,
 * which gets the start and end that it lacks.
 * `joined` are the subs who were not on the job before. Throws a 400 for an unknown template or
 * sub, and a 409 for a retired template.
 */
export async function applyTemplate(
  db: Db,
  actorId: string,
  job: LockedJob,
  { templateId, startDate, assignSubs, keepBaseline }: ApplyTemplate,
): Promise<AppliedTemplate & { joined: string[] }> {
  const template = await queries.findTemplate(db, templateId)
  if (!template) throw invalid({ templateId: 'Choose one of your templates' })
  if (!template.isActive) throw new Failure('templateRetired')
  const { templateData } = queries.toTemplate(template)
  const plan = planTemplate(templateData, startDate, await calendarOf(db))
  const problem = startProblem(plan.finish)
  if (problem) throw invalid({ startDate: problem })
  const wanted = new Map(Object.entries(assignSubs))
  const subs = new Map(
    tradesOf(templateData).flatMap((trade) => {
      const id = wanted.get(trade)
      return id ? [[trade, id] as const] : []
    }),
  )
  await requireSubs(db, subs)
  const ids = templateData.entries.map(() => newId())
  const idOf = (place: number) => ids[place] ?? ''
  const entries = templateData.entries.map(({ startDay: _, days: __, trade, ...entry }, n) => ({
    ...entry,
    ...(plan.entries[n] ?? { startDate, endDate: startDate }),
    id: idOf(n),
    jobId: job.id,
    assignedSubcontractorId: (trade && subs.get(trade)) || null,
    dependsOn: entry.dependsOn.map(({ entry: place, lagDays }) => ({ id: idOf(place), lagDays })),
  }))
  await addEntries(db, actorId, job.id, { entries, reason: `From the template ${template.name}` })
  const tasks = templateData.tasks.map(({ name, description }, n) => ({
    name,
    description,
    deadline: plan.tasks[n]?.deadline ?? null,
  }))
  await addTasks(db, job, tasks)
  await publish(db, actorId, { name: 'schedule.planned', subjectId: job.id, jobId: job.id })
  const joined = await addSubsToJob(db, actorId, job.id, [...new Set(subs.values())])
  if (keepBaseline && entries.length > 0) await saveBaseline(db, actorId, job.id)
  const { start, finish } = plan
  if (start && finish) await fillDays(db, actorId, job.id, { startDate: start, endDate: finish })
  return { entries: entries.length, tasks: tasks.length, start, finish, joined }
}

/** The labels of the fields of a template. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  name: 'Name',
  description: 'Description',
  startDay: 'Working days after the start of the job',
  days: 'Working days',
  estimatedHours: 'Estimated hours',
  trade: 'Trade',
  dependsOn: 'What comes before it',
}

/**
 * The 409 for an entry or task of a job that no template can hold. It names the limit that is
 * exceeded.
 */
function doesNotFit(
  { issues: [issue] }: z.ZodError,
  entries: readonly { readonly title: string }[],
  tasks: readonly { readonly name: string }[],
): Failure {
  if (!issue) return new Failure('jobDoesNotFit')
  const [list, place, field] = issue.path
  const title = list === 'entries' ? entries[Number(place)]?.title : tasks[Number(place)]?.name
  const what = title === undefined ? 'This job' : `"${title}"`
  const name = fieldLabels[String(field)]
  const problem = name ? `${name}: ${issue.message}` : issue.message
  return new Failure('jobDoesNotFit', {
    message: `${what} does not fit into a template. ${problem}`,
  })
}

/**
 * Creates a template from the tasks and entries of a job, without canceled entries. Throws a 409 if
 * there are too many, or if one of them does not fit into a template.
 */
export async function saveAsTemplate(
  db: Db,
  actorId: string,
  job: LockedJob,
  named: SavedTemplate,
): Promise<queries.TemplateRow> {
  const entries = await queries.entriesOfJob(db, job.id)
  const tasks = await queries.tasksOfJob(db, job.id)
  if (entries.length > MAX_ENTRIES || tasks.length > MAX_TASKS) throw new Failure('jobTooLarge')
  const steps = stepsOf(entries, await calendarOf(db))
  const made = TemplateData.safeParse({
    entries: entries.map(({ id: _, startDate: __, endDate: ___, ...entry }, n) => ({
      ...entry,
      ...steps[n],
    })),
    tasks: tasks.map(({ name, description, deadline }) => ({
      name,
      description,
      entry: entryOfDeadline(entries, deadline && dayIn(job.timeZone, deadline)),
    })),
  })
  if (!made.success) throw doesNotFit(made.error, entries, tasks)
  return createTemplate(db, actorId, { ...named, templateData: made.data })
}

/**
 * Adds the shipped templates to a company that is set up. This happens once, so that templates that
 * were deleted or renamed do not come back.
 */
export async function addShippedTemplates(db: Db) {
  const [company] = await db
    .update(settings)
    .set({ templatesAdded: true })
    .where(and(eq(settings.id, 1), not(settings.templatesAdded)))
    .returning({ id: settings.id })
  if (!company) return
  await queries.insertTemplates(
    db,
    shippedTemplates.map((template) => ({
      ...template,
      estimatedDuration: durationOf(template.templateData.entries),
      createdById: null,
    })),
  )
}
