import type { events } from '../server/live/table.ts'
import type {
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleTemplates,
} from '../server/schedule/table.ts'
import type { Calendar, Days } from './calendar.ts'
import { changes } from './changes.ts'
import { idOf, numberOf } from './fixed.ts'
import { daysOf, type JobKey, jobId, jobKeys, jobOf } from './jobs.ts'
import type { PersonId } from './people.ts'
import type { Step } from './steps.ts'
import { stepsElse } from './stepsElse.ts'
import { stepsNow } from './stepsNow.ts'

const steps: Record<JobKey, readonly Step[]> = { ...stepsNow, ...stepsElse }

export const entryId = (job: JobKey, title: string) => idOf(`entry/${job}/${title}`)

const lastDay = ({ at, days }: Step) => at + days - 1

/** Titles of what the `n`th step waits for. */
const waitsFor = (list: readonly Step[], n: number) =>
  list[n]?.after ?? list.slice(Math.max(0, n - 1), n).map(({ title }) => title)

/** How a step stands, told by its days unless it says so itself. */
function statusOf(step: Step, job: JobKey) {
  if (step.status) return step.status
  if (jobOf(job).status === 'completed' || lastDay(step) < 0) return 'completed'
  return step.at <= 0 ? 'in_progress' : 'scheduled'
}

export function entryRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return steps[job].map((step) => ({
      id: entryId(job, step.title),
      jobId: jobId(job),
      title: step.title,
      description: step.text ?? null,
      scheduleType: step.type ?? 'task',
      startDate: days.day(step.at),
      endDate: days.day(lastDay(step)),
      estimatedHours: hoursOf(step),
      assignedSubcontractorId: step.by ? personId(step.by) : null,
      priority: step.priority ?? 'medium',
      weatherDependent: step.outdoors ?? false,
      indoorWork: !step.outdoors,
      ...courseOf(step, job, days),
    })) satisfies NewEntry[]
  })
}

/** Each step waits for the one before it, or for those it names. */
export function dependencyRows() {
  return jobKeys.flatMap((job) => {
    const list = steps[job]
    return list.flatMap((step, n) =>
      waitsFor(list, n).map((title) => ({
        jobId: jobId(job),
        entryId: entryId(job, step.title),
        dependsOnId: entryId(job, title),
      })),
    )
  }) satisfies (typeof scheduleDependencies.$inferInsert)[]
}

type NewEntry = typeof scheduleEntries.$inferInsert
type NewEvent = typeof events.$inferInsert

const hoursOf = ({ hours, days }: Step) => hours ?? days * 8

/** What has come of a step so far. */
function courseOf(step: Step, job: JobKey, days: Days) {
  const status = statusOf(step, job)
  const createdAt = days.at(jobOf(job).days[0] + 1, '11:30')
  const begun = { status, actualStartDate: days.day(step.at), createdAt }
  if (status === 'completed') {
    const actualHours =
      Math.round(hoursOf(step) * numberOf(`hours/${job}/${step.title}`, 85, 120) * 0.02) / 2
    const actualEndDate = days.day(lastDay(step))
    const updatedAt = days.at(lastDay(step), '16:20')
    return {
      ...begun,
      percentComplete: 100,
      actualEndDate,
      actualHours,
      completionNotes: step.done ?? null,
      updatedAt,
    }
  }
  if (status === 'in_progress')
    return { ...begun, percentComplete: step.percent ?? 0, updatedAt: days.at(-1, '16:20') }
  return { status, percentComplete: 0, createdAt, updatedAt: createdAt }
}

/** Three lists worth using again, as the jobs had them: days are working days from the first. */
export function templateRows(calendar: Calendar, personId: PersonId) {
  const template = (
    name: string,
    description: string,
    projectType: string,
    list: readonly Step[],
    age: number,
  ) => {
    const first = list[0]?.at ?? 0
    const createdAt = calendar.at(age, '13:15')
    return {
      id: idOf(`template/${name}`),
      name,
      description,
      projectType,
      templateData: {
        entries: list.map((step, n) => ({
          title: step.title,
          description: step.text ?? null,
          scheduleType: step.type ?? 'task',
          startDay: step.at - first,
          days: step.days,
          estimatedHours: hoursOf(step),
          priority: step.priority ?? 'medium',
          weatherDependent: step.outdoors ?? false,
          indoorWork: !step.outdoors,
          dependsOn: waitsFor(list, n).map((title) =>
            list.findIndex((other) => other.title === title),
          ),
        })),
      },
      estimatedDuration: Math.max(...list.map(lastDay)) - first + 1,
      createdById: personId('owner'),
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof scheduleTemplates.$inferInsert
  }
  return [
    template(
      'Kitchen',
      'Full remodel with new cabinets and stone.',
      'Kitchen',
      stepsNow.kitchen,
      -140,
    ),
    template('Bathroom', 'One bath, tile to the ceiling.', 'Bath', stepsElse.hallBath, -135),
    template('Deck', 'Footings to final inspection.', 'Deck', stepsElse.deck, -120),
  ]
}

/** Who changed what, and why: a row for each field. */
export function changeRows(calendar: Calendar, personId: PersonId) {
  return changes.flatMap(({ job, title, by, at, what, reason }) => {
    const step = steps[job].find((step) => step.title === title)
    if (!step) throw new Error(`${job} has no step ${title}`)
    const fields =
      'dates' in what
        ? [
            ['startDate', calendar.day(what.dates[0]), calendar.day(step.at)] as const,
            ['endDate', calendar.day(what.dates[1]), calendar.day(lastDay(step))] as const,
          ]
        : [[what.field, what.from, what.to] as const]
    return fields.map(
      ([changeType, oldValue, newValue]) =>
        ({
          id: idOf(`change/${job}/${title}/${changeType}`),
          jobId: jobId(job),
          scheduleEntryId: entryId(job, title),
          changedById: personId(by),
          changeType,
          oldValue,
          newValue,
          reason,
          createdAt: calendar.at(...at),
        }) satisfies typeof scheduleChanges.$inferInsert,
    )
  })
}

/** What the entries would have told: those finished, and those whose dates were moved. */
export function entryEvents(calendar: Calendar, personId: PersonId) {
  const finished = entryRows(calendar, personId)
    .filter(({ status }) => status === 'completed')
    .map(({ id, jobId, title, updatedAt }) => ({
      subjectId: id,
      jobId,
      detail: { title },
      createdAt: updatedAt,
    }))
    .map((event) => ({ ...event, name: 'schedule.finished' as const, actorId: personId('owner') }))
  const moved = changes
    .filter(({ what }) => 'dates' in what)
    .map(({ job, title, by, at }) => {
      const { at: first = 0, days = 1 } = steps[job].find((step) => step.title === title) ?? {}
      const detail = {
        title,
        startDate: calendar.day(first),
        endDate: calendar.day(first + days - 1),
      }
      const about = {
        subjectId: entryId(job, title),
        jobId: jobId(job),
        detail,
        actorId: personId(by),
      }
      return { ...about, name: 'schedule.dates' as const, createdAt: calendar.at(...at) }
    })
  return [...finished, ...moved] satisfies NewEvent[]
}
