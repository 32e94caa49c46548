import type { NotesChange, PrivateNotes } from '@plumbline/contract/subcontractors.ts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { announce, telling } from '../live/record.ts'
import { nameOf } from '../people/names.ts'
import { subOf } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { privateNotes } from './table.ts'

/** Read beside `users`: before anything is written the version is when the sub was added, so that even the first has one. */
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

/** The notes as they are answered. */
export const toNotes = ({ updatedAt, ...notes }: NotesRow): PrivateNotes => ({
  ...notes,
  updatedAt: updatedAt.toISOString(),
})

/** The notes of a sub who is held, so that they are written one at a time; undefined for whoever is no sub of ours. */
export async function findNotes(
  db: Db,
  id: string,
): Promise<(NotesRow & { subcontractorId: string }) | undefined> {
  const [held] = await db.select({ id: users.id }).from(users).where(subOf(id)).for('no key update')
  if (!held) return undefined
  const [row] = await db
    .select({ ...notesShape, subcontractorId: users.id })
    .from(users)
    .leftJoin(privateNotes, eq(privateNotes.subcontractorId, users.id))
    .where(subOf(id))
  return row
}

/** Writes the notes in the name of the admin. */
export async function saveNotes(
  db: Db,
  actorId: string,
  subcontractorId: string,
  { text }: NotesChange,
): Promise<PrivateNotes> {
  const event = { name: 'notes.changed', subjectId: subcontractorId } as const
  const told = db.$with('told', { id: sql<number>`id`.as('id') }).as(telling(actorId, [event]))
  const [row] = await db
    .with(told)
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
      announced: sql`(select count(${announce(sql`id`)})::int from ${told})`,
    })
  return toNotes(row as NotesRow)
}
