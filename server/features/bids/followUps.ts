import {
  type FollowUp,
  MAX_FOLLOW_UPS,
  type NewFollowUp,
} from '@plumbline/contract/bidFollowUps.ts'
import { desc, eq, getTableColumns } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { bidFollowUps } from '../../schema/bids.ts'

const { personId: _, ...columns } = getTableColumns(bidFollowUps)
const shape = { ...columns, personName: nameOf(bidFollowUps.personId) }
type FollowUpRow = Omit<FollowUp, 'createdAt'> & { createdAt: Date }

const toFollowUp = (row: FollowUpRow): FollowUp => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** The last times that somebody followed up on a bid, newest first. */
export async function listFollowUps(db: Db, bidId: string): Promise<FollowUp[]> {
  const rows = await db
    .select(shape)
    .from(bidFollowUps)
    .where(eq(bidFollowUps.bidId, bidId))
    .orderBy(desc(bidFollowUps.day), desc(bidFollowUps.createdAt), desc(bidFollowUps.id))
    .limit(MAX_FOLLOW_UPS)
  return rows.map(toFollowUp)
}

/** The follow-up, locked until the transaction ends. */
export async function lockFollowUp(db: Db, id: string) {
  const [row] = await db
    .select(shape)
    .from(bidFollowUps)
    .where(eq(bidFollowUps.id, id))
    .for('update')
  return row
}

export async function insertFollowUp(
  db: Db,
  followUp: Pick<NewFollowUp, 'day' | 'way' | 'note'> & { bidId: string; personId: string },
): Promise<FollowUp> {
  const [row] = await db.insert(bidFollowUps).values(followUp).returning(shape)
  return toFollowUp(row as FollowUpRow)
}

export async function deleteFollowUp(db: Db, id: string) {
  await db.delete(bidFollowUps).where(eq(bidFollowUps.id, id))
}
