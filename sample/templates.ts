import { durationOf } from '@plumbline/contract/templatePlan.ts'
import { shippedTemplates } from '../server/features/templates/shipped.ts'
import type { scheduleTemplates } from '../server/schema/templates.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import type { JobKey } from './jobs.ts'
import { type PersonId, subs } from './people.ts'
import { stepsOf } from './steps.ts'

/** The templates shipped with the application, and two that the company made from its jobs. */
export function templateRows(calendar: Calendar, personId: PersonId) {
  const template = (name: string, description: string, job: JobKey, createdOn: number) => {
    const list = stepsOf(job)
    const first = list[0]?.at ?? 0
    const entries = list.map((step) => ({
      title: step.title,
      description: step.text,
      scheduleType: step.type,
      startDay: step.at - first,
      days: step.days,
      estimatedHours: step.hours,
      priority: step.priority,
      weatherDependent: step.outdoors,
      indoorWork: !step.outdoors,
      internal: step.internal,
      trade: step.by ? (subs[step.by].specialty ?? null) : null,
      dependsOn: step.after.map((title) => ({
        entry: list.findIndex((other) => other.title === title),
        lagDays: 0,
      })),
    }))
    const tasks = [
      { name: 'Collect all selections, signed', description: null, entry: 0 },
      { name: 'Final clean', description: null, entry: entries.length - 1 },
    ]
    const createdAt = calendar.at(createdOn, '13:15')
    return {
      id: seededId(`template/${name}`),
      name,
      description,
      templateData: { entries, tasks },
      estimatedDuration: durationOf(entries),
      createdById: personId('owner'),
      createdAt,
      updatedAt: createdAt,
    }
  }
  const setUp = calendar.at(-200, '09:00')
  const shipped = shippedTemplates.map((one) => ({
    ...one,
    id: seededId(`template/${one.name}`),
    estimatedDuration: durationOf(one.templateData.entries),
    createdAt: setUp,
    updatedAt: setUp,
  }))
  return [
    ...shipped,
    {
      ...template('Basement Finish', 'Framing to final inspection.', 'basement', -60),
      projectType: 'Basement',
    },
    {
      ...template('Porch Restoration', 'As we did it before 2025.', 'porch', -90),
      projectType: 'Porch',
      isActive: false,
    },
  ] satisfies (typeof scheduleTemplates.$inferInsert)[]
}
