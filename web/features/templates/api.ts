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

/** Offered as types of project. */
export const projectTypes = [
  'Addition',
  'Basement',
  'Bathroom',
  'Deck',
  'Kitchen',
  'Rental',
  'Roof',
] as const

/** A list whose items have no id, each with its place: what a template names them by. */
export const withPlaces = <T>(items: readonly T[]) => items.map((item, place) => ({ item, place }))

/** The form of a template: what its fields hold, and what a submit sends. */
export type TemplateValues = z.input<typeof TemplateChange>
export type TemplateForm = UseFormReturn<TemplateValues, unknown, TemplateChange>
