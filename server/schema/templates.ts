import type { TemplateData } from '@plumbline/contract/templates.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { idColumn, line, prose, stamps, word } from '../platform/db/columns.ts'
import { inNaturalOrder } from '../platform/db/naturalOrder.ts'
import { users } from './people.ts'

export const scheduleTemplates = pgTable(
  'schedule_templates',
  {
    id: idColumn(),
    name: line('name').notNull(),
    description: prose('description'),
    projectType: word('project_type'),
    templateData: jsonb('template_data').$type<TemplateData>().notNull(),
    /** Working days. */
    estimatedDuration: integer('estimated_duration'),
    createdById: uuid('created_by_id').references(() => users.id),
    isActive: boolean('is_active').notNull().default(true),
    ...stamps('schedule_templates'),
  },
  (t) => [
    check('schedule_templates_duration_check', sql`${t.estimatedDuration} >= 0`),
    index('schedule_templates_name_idx').on(inNaturalOrder(t.name), t.id),
    index('schedule_templates_creator_idx').on(t.createdById),
  ],
)
