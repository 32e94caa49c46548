import { type ScheduleTemplate, TemplateData } from '@plumbline/contract/templates.ts'

/** A template for tests: two days of digging, then a pour, and a task at the end of the digging. */
export const template = (n: number, change: Partial<ScheduleTemplate> = {}): ScheduleTemplate => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Template ${n}`,
  description: null,
  projectType: 'Deck',
  templateData: TemplateData.parse({
    entries: [
      { title: 'Dig', startDay: 0, days: 2, trade: 'Concrete' },
      {
        title: 'Pour',
        startDay: 0,
        days: 1,
        trade: 'Electrical',
        dependsOn: [{ entry: 0, lagDays: 1 }],
      },
    ],
    tasks: [{ name: 'Call for the inspection', entry: 0 }],
  }),
  estimatedDuration: 4,
  createdById: null,
  isActive: true,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
