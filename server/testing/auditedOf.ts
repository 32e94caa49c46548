import { eq } from 'drizzle-orm'
import { auditEntries } from '../schema/audit.ts'
import type { TestApp } from './testApp.ts'

/** The audit log entries of a person or thing, oldest first. */
export const auditedOf = (w: TestApp, subjectId: string) =>
  w.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(auditEntries.id)
