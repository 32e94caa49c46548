import type { NewSavedView, SavedView, SavedViewChange } from '@plumbline/contract/savedViews.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { savedViews } from '../../schema/savedViews.ts'

type ViewRow = typeof savedViews.$inferSelect
type Screen = ViewRow['screen']

/** A view as the API returns it. */
export const toView = ({ personId: _, createdAt, updatedAt, ...view }: ViewRow): SavedView => ({
  ...view,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const ofPerson = (personId: string, screen: Screen | undefined) =>
  and(eq(savedViews.personId, personId), screen ? eq(savedViews.screen, screen) : undefined)

/** A person's views of one screen, or of all screens, oldest first. */
export async function listViews(
  db: Db,
  personId: string,
  screen: Screen | undefined,
): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(ofPerson(personId, screen))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
  return rows.map(toView)
}

/** Lets one request at a time add a view of the person, so that their number is right. */
export const lockViews = (db: Db, personId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`plumbline views ${personId}`}))`)

/** The number of views of a screen that a person has. */
export const countViews = (db: Db, personId: string, screen: Screen) =>
  db.$count(savedViews, ofPerson(personId, screen))

/** The view, if it is the person's own, locked until the transaction ends. */
export async function lockView(db: Db, personId: string, id: string): Promise<ViewRow | undefined> {
  const [row] = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.personId, personId)))
    .for('update')
  return row
}

export async function insertView(db: Db, personId: string, view: NewSavedView): Promise<ViewRow> {
  const [row] = await db
    .insert(savedViews)
    .values({ ...view, personId })
    .returning()
  return row as ViewRow
}

/** Changes the given fields. */
export async function updateView(db: Db, id: string, change: SavedViewChange): Promise<ViewRow> {
  const [row] = await db.update(savedViews).set(change).where(eq(savedViews.id, id)).returning()
  return row as ViewRow
}

export async function deleteView(db: Db, id: string) {
  await db.delete(savedViews).where(eq(savedViews.id, id))
}
