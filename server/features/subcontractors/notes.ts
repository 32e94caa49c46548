import type { NotesChange, PrivateNotes } from '@plumbline/contract/subcontractors.ts'
import { eq, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { subOf } from '../../access/people/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { privateNotes } from '../../schema/subcontractors.ts'

/**
 * The columns of the notes, for a query that joins them to `users`. Until notes are written, their
 * version is the time the sub was added, so that the first change has a version too.
 */
export const notesShape = {
  text: sql<string | null>`${privateNotes.text}`,
  updatedByName: nameOf(privateNotes.updatedById),
  updatedAt: sql<Date>`coalesce(${privateNotes.updatedAt}, ${users.createdAt})`.mapWith(
    privateNotes.updatedAt,
  ),
}

interface NotesRow {
  readonly text: string | null
  readonly updatedByName: string | null
  readonly updatedAt: Date
}

/** The notes as the API returns them. */
export const toNotes = ({ updatedAt, ...notes }: NotesRow): PrivateNotes => ({
  ...notes,
  updatedAt: updatedAt.toISOString(),
})

/**
 * The notes of a sub, whose row is locked so that notes are written one at a time. Undefined for
 * anyone who is not a sub.
 */
export async function findNotes(
  db: Db,
  id: string,
): Promise<(NotesRow & { subcontractorId: string }) | undefined> {
  const [sub] = await db.select({ id: users.id }).from(users).where(subOf(id)).for('no key update')
  if (!sub) return undefined
  const [row] = await db
    .select({ ...notesShape, subcontractorId: users.id })
    .from(users)
    .leftJoin(privateNotes, eq(privateNotes.subcontractorId, users.id))
    .where(subOf(id))
  return row
}

/** Writes the notes in the name of the admin. The sub must be locked. */
export async function saveNotes(
  db: Db,
  actorId: string,
  subcontractorId: string,
  { text }: NotesChange,
): Promise<PrivateNotes> {
  const [row] = await db
    .insert(privateNotes)
    .values({ subcontractorId, text, updatedById: actorId })
    .onConflictDoUpdate({
      target: privateNotes.subcontractorId,
      set: { text, updatedById: actorId },
    })
    .returning({
      text: privateNotes.text,
      updatedByName: nameOf(privateNotes.updatedById),
      updatedAt: privateNotes.updatedAt,
    })
  await publish(db, actorId, { name: 'notes.changed', subjectId: subcontractorId })
  return toNotes(row as NotesRow)
}
