import {
  type NewTemplate,
  TemplateData,
  type TemplateEntry,
} from '@plumbline/contract/templates.ts'

/** The trades of the templates. */
export const trades = {
  carpentry: 'Carpentry',
  electrical: 'Electrical',
  plumbing: 'Plumbing and heating',
  concrete: 'Concrete and masonry',
  roofing: 'Roofing and siding',
  drywall: 'Drywall and painting',
  tile: 'Tile and flooring',
} as const

/** The title of a predecessor, with the working days between if there are any. */
type After = string | readonly [title: string, lagDays: number]

interface Step
  extends Partial<
    Pick<TemplateEntry, 'description' | 'estimatedHours' | 'priority' | 'internal' | 'startDay'>
  > {
  readonly title: string
  /** Duration in working days. The default is 1. */
  readonly days?: number
  readonly type?: TemplateEntry['scheduleType']
  readonly by?: (typeof trades)[keyof typeof trades]
  readonly after?: readonly After[]
  /** Whether the work depends on the weather. */
  readonly outdoors?: true
}

/** A task, and the title of the entry at whose end it is due. */
type ToDo = readonly [name: string, entry: string | null, description?: string]

interface Template {
  readonly name: string
  readonly description: string
  readonly projectType: string
  readonly steps: readonly Step[]
  readonly tasks: readonly ToDo[]
}

/** Estimated hours of entries that take less than a day. 0 stands for whole days. */
const SHORT_HOURS = { inspection: 1, delivery: 2, meeting: 1, milestone: 1, task: 0 } as const

/**
 * Builds a template whose entries refer to each other by title.
 * @throws Error for an unknown title
 */
export function build({ steps, tasks, ...named }: Template): NewTemplate {
  const placeOf = (title: string) => {
    const place = steps.findIndex((step) => step.title === title)
    if (place < 0) throw new Error(`${named.name} has no entry ${title}`)
    return place
  }
  const templateData = TemplateData.parse({
    entries: steps.map(({ type = 'task', by = null, after = [], outdoors, days = 1, ...step }) => ({
      startDay: 0,
      estimatedHours: SHORT_HOURS[type] || days * 8,
      ...step,
      days,
      scheduleType: type,
      trade: by,
      weatherDependent: outdoors ?? false,
      indoorWork: !outdoors,
      dependsOn: after.map((one) => {
        const [title, lagDays] = typeof one === 'string' ? [one, 0] : one
        return { entry: placeOf(title), lagDays }
      }),
    })),
    tasks: tasks.map(([name, entry, description = null]) => ({
      name,
      description,
      entry: entry === null ? null : placeOf(entry),
    })),
  })
  return { ...named, templateData }
}
