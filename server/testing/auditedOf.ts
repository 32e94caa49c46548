import { eq } from 'drizzle-orm'
import { auditEntries } from '../schema/audit.ts'
import type { TestApp } from './testApp.ts'

/** What the audit log has of a person or thing, the oldest first. */
export const auditedOf = (w: TestApp, subjectId: string) =>
  w.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(auditEntries.id)
