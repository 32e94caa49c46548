import {
  type ScheduleTemplate,
  type TemplateChange,
  templateRoutes,
} from '@plumbline/contract/templates.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { plural } from '../../ui/format.ts'

/** All templates, by name. */
export const templatesQuery = query(templateRoutes.list)

/** One template. */
export const templateQuery = (id: string) => query(templateRoutes.one, { params: { id } })

/** `22 entries and 18 tasks`. */
export const contentText = (entries: number, tasks: number) =>
  [plural(entries, 'entry', 'entries'), plural(tasks, 'task', 'tasks')].join(' and ')

/** `31 working days`. */
export const durationText = ({ estimatedDuration }: Pick<ScheduleTemplate, 'estimatedDuration'>) =>
  plural(estimatedDuration ?? 0, 'working day', 'working days')

/** The suggested project types. */
export const projectTypes = [
  'Addition',
  'Basement',
  'Bathroom',
  'Deck',
  'Kitchen',
  'Rental',
  'Roof',
] as const

/** Pairs each item with its index, which identifies it in a template because items have no id. */
export const withIndex = <T>(items: readonly T[]) => items.map((item, index) => ({ item, index }))

/** The values that the fields of the template form hold. */
export type TemplateValues = z.input<typeof TemplateChange>
export type TemplateForm = UseFormReturn<TemplateValues, unknown, TemplateChange>
