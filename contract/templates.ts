import { z } from 'zod'
import { route } from './route.ts'
import { id } from './text.ts'

export const ScheduleTemplate = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  projectType: z.string().nullable(),
  templateData: z.json(),
  /** Days. */
  estimatedDuration: z.number().int().nullable(),
  createdById: id.nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ScheduleTemplate = z.infer<typeof ScheduleTemplate>

export const templateRoutes = {
  list: route({
    method: 'GET',
    path: '/api/schedule-templates',
    summary: 'The schedule templates, by name',
    may: 'schedule.templates',
    reply: z.array(ScheduleTemplate),
  }),
}
