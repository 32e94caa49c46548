import { z } from 'zod'
import { cycleIn } from './cycles.ts'
import { day, formatDay } from './dates.ts'
import { enteredNumber } from './numbers.ts'
import { route } from './route.ts'
import { schedulePriorities, scheduleTypes } from './schedule.ts'
import { dependenciesOf, MAX_LAG, spansOf } from './templatePlan.ts'
import { id, line, optionalId, optionalPhrase, optionalText, text } from './text.ts'

/** The most entries and the most tasks in one template. */
export const MAX_ENTRIES = 200
export const MAX_TASKS = 200
/** The most working days from the first to the last: about twenty years. */
const MAX_DAYS = 5000
const MAX_PREDECESSORS = 100

const yesNo = z.boolean('Must be true or false')
const wholeDays = (min: number, max: number) =>
  enteredNumber('Enter working days')
    .int('Whole days only')
    .min(min, `From ${min} to ${max}`)
    .max(max, `From ${min} to ${max}`)
const entryIndex = z.number('Choose an entry').int('Choose an entry').min(0, 'Choose an entry')

/** A dependency: the index of the other entry in the list, and the working days in between. */
const Link = z.object({ entry: entryIndex, lagDays: wholeDays(-MAX_LAG, MAX_LAG).default(0) })

const Entry = z.object(
  {
    title: line(200, 'Title is required'),
    description: optionalText(10_000).default(null),
    scheduleType: z.enum(scheduleTypes, 'Choose a type').default('task'),
    /** The earliest start, in working days after the start of the job. */
    startDay: wholeDays(0, MAX_DAYS),
    /** The length in working days. */
    days: wholeDays(1, MAX_DAYS),
    estimatedHours: enteredNumber('Enter hours')
      .min(0, 'Hours cannot be negative')
      .max(99_999, 'At most 99999 hours')
      .default(8),
    priority: z.enum(schedulePriorities, 'Choose a priority').default('medium'),
    weatherDependent: yesNo.default(false),
    indoorWork: yesNo.default(true),
    /** Hidden from the client of the job. */
    internal: yesNo.default(false),
    /** The specialty of the sub who does it. */
    trade: optionalPhrase(100).default(null),
    dependsOn: z
      .array(Link, 'Send a list of entries')
      .max(MAX_PREDECESSORS, `At most ${MAX_PREDECESSORS} entries`)
      .default([]),
  },
  'Send the entry as an object',
)

const Task = z.object(
  {
    name: line(200, 'Name is required'),
    description: optionalText(10_000).default(null),
    /** The entry at whose end it is due; null for no deadline. */
    entry: entryIndex.nullable().default(null),
  },
  'Send the task as an object',
)

/** The contents of a template: entries by working days, and tasks. */
export const TemplateData = z
  .object(
    {
      entries: z
        .array(Entry, 'Send a list of entries')
        .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries`),
      tasks: z.array(Task, 'Send a list of tasks').max(MAX_TASKS, `At most ${MAX_TASKS} tasks`),
    },
    'Send entries and tasks',
  )
  .superRefine(({ entries, tasks }, context) => {
    const problem = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    for (const [n, { dependsOn }] of entries.entries()) {
      const others = dependsOn.map(({ entry }) => entry)
      if (others.some((entry) => entry >= entries.length))
        problem(['entries', n, 'dependsOn'], 'Choose entries of this template')
      else if (new Set(others).size < others.length)
        problem(['entries', n, 'dependsOn'], 'List each dependency only once')
    }
    for (const [n, { entry }] of tasks.entries())
      if (entry !== null && entry >= entries.length)
        problem(['tasks', n, 'entry'], 'Choose an entry of this template')
    const cycle = cycleIn(dependenciesOf(entries))
    const [at] = cycle ?? []
    if (cycle && at !== undefined) {
      const path = cycle.map((n) => entries[n]?.title ?? '').join(' → ')
      problem(['entries', at, 'dependsOn'], `These dependencies form a cycle: ${path}`)
    }
    if (spansOf(entries).some(({ last }) => last >= MAX_DAYS))
      problem(['entries'], `At most ${MAX_DAYS} working days in all`)
  })
export type TemplateData = z.output<typeof TemplateData>
export type TemplateEntry = TemplateData['entries'][number]

export const ScheduleTemplate = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  projectType: z.string().nullable(),
  templateData: TemplateData,
  /** Working days from the first start to the last end. */
  estimatedDuration: z.number().int().nullable(),
  createdById: id.nullable(),
  /** False once it is retired: it is retained, but can no longer be applied. */
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ScheduleTemplate = z.infer<typeof ScheduleTemplate>

const named = {
  name: line(200, 'Name is required'),
  description: optionalText(5000).optional(),
  projectType: optionalPhrase(50).optional(),
}

export const NewTemplate = z.object(
  { ...named, templateData: TemplateData },
  'Send the template as an object',
)
export type NewTemplate = z.output<typeof NewTemplate>

/** Only the fields sent are changed. */
export const TemplateChange = z.object(
  {
    ...named,
    name: named.name.optional(),
    isActive: yesNo.optional(),
    templateData: TemplateData.optional(),
  },
  'Send the change as an object',
)
export type TemplateChange = z.output<typeof TemplateChange>

/** The name of a template made from a job. */
export const SavedTemplate = z.object(named, 'Send the template as an object')
export type SavedTemplate = z.output<typeof SavedTemplate>

export const ApplyTemplate = z.object(
  {
    templateId: id,
    /** The first day, or the first working day after it if it is a day off. */
    startDate: text(40, 'Start date is required').pipe(day),
    /** The sub for each trade; a trade that is not listed gets no sub. */
    assignSubs: z.record(z.string().max(100), optionalId, 'Send subs by their trade').default({}),
    /** Whether to save the schedule of the job as its baseline. */
    keepBaseline: z.boolean('Must be true or false').optional(),
  },
  'Send templateId and startDate',
)
export type ApplyTemplate = z.output<typeof ApplyTemplate>

/** The number of entries and tasks added to the job, and their days. */
export const AppliedTemplate = z.object({
  entries: z.number().int(),
  tasks: z.number().int(),
  start: z.iso.date().nullable(),
  finish: z.iso.date().nullable(),
})
export type AppliedTemplate = z.infer<typeof AppliedTemplate>

/** The trades of a template's entries, in order of first appearance. */
export const tradesOf = ({ entries }: Pick<TemplateData, 'entries'>): string[] => [
  ...new Set(entries.flatMap(({ trade }) => trade ?? [])),
]

/** The problem if the work would end after the last day of the calendar; undefined otherwise. */
export const startProblem = (finish: string | null): string | undefined =>
  finish !== null && finish > '2999-12-31'
    ? `The work would go on after ${formatDay('2999-12-31')}`
    : undefined

const templatePath = '/api/schedule-templates/:id'

export const templateRoutes = {
  list: route({
    method: 'GET',
    path: '/api/schedule-templates',
    summary: 'The schedule templates, by name, with those that are retired',
    may: 'template.list',
    about: ['template'],
    keep: true,
    reply: z.array(ScheduleTemplate),
  }),
  one: route({
    method: 'GET',
    path: templatePath,
    summary: 'One schedule template',
    may: 'template.read',
    about: ['template'],
    keep: true,
    reply: ScheduleTemplate,
  }),
  create: route({
    method: 'POST',
    path: '/api/schedule-templates',
    summary: 'Create a schedule template',
    may: 'template.create',
    body: NewTemplate,
    reply: ScheduleTemplate,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: templatePath,
    summary: 'Change the fields sent; jobs that it was applied to stay as they are',
    may: 'template.update',
    body: TemplateChange,
    reply: ScheduleTemplate,
    fails: ['stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: templatePath,
    summary: 'Delete a schedule template; jobs that it was applied to stay as they are',
    may: 'template.delete',
    reply: z.void(),
    status: 204,
  }),
  apply: route({
    method: 'POST',
    path: '/api/jobs/:id/apply-template',
    summary: 'Add the entries and tasks of a template to a job; subs who get work join it',
    may: 'template.apply',
    body: ApplyTemplate,
    reply: AppliedTemplate,
    status: 201,
    fails: ['templateRetired'],
  }),
  saveJob: route({
    method: 'POST',
    path: '/api/jobs/:id/save-as-template',
    summary: 'Make a template of the schedule and the tasks of a job',
    may: 'template.create',
    body: SavedTemplate,
    reply: ScheduleTemplate,
    status: 201,
    fails: ['jobTooLarge', 'jobDoesNotFit'],
  }),
}
