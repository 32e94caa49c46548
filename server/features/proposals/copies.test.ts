import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalOf } from '../../documents/canonical.ts'
import type { Proposal } from '../../documents/model.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { pendingBids } from '../../schema/bids.ts'
import { proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { copyMaker, makeCopyOf } from './copies.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())

const offer: Proposal = {
  ...{ title: 'Porch', change: null, site: '14 Lake Dr', introduction: null, photos: [] },
  company: { name: 'Ridgeline', address: null, phone: null, license: null },
  customer: { name: 'Nancy Boyd', address: null, phone: null, email: null },
  ...{ scope: null, sections: [], discount: null, taxRate: '0', taxName: 'Tax', schedule: [] },
  ...{ terms: [], consent: 'I agree', amount: '1000.00' },
}
const evidence = {
  ...{ name: 'Nancy Boyd', strokes: null, signedAt: '2026-07-03T20:42:10.000Z' },
  ...{ address: '203.0.113.9', browser: 'Mozilla/5.0', sentTo: null, consent: 'I agree' },
  ...{ total: '1000.00', sha256: '0'.repeat(64) },
}

/** A signed version without a copy; ids are in the order of numbers. */
async function signed(n: number, signedContent: string): Promise<string> {
  const id = `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
  const [bid] = await w.db.insert(pendingBids).values({ name: 'Porch', address: 'A' }).returning()
  await w.db.insert(proposals).values({
    ...{ id, bidId: bid?.id, number: `P-2026-${n}`, version: 1, status: 'approved' },
    ...{ content: signedContent, sha256: '0'.repeat(64), total: 100_000, costs: {} },
    ...{ lastDay: '2026-07-30', linkMadeAt: new Date(), linkHash: `hash ${n}` },
    ...{ signedContent, evidence },
  })
  return id
}
const hasCopy = async (id: string) =>
  (await w.db.$count(proposals, eq(proposals.id, id))) === 1 &&
  (await w.db.select().from(proposals).where(eq(proposals.id, id)))[0]?.copyKey !== null

test('copies that cannot be made keep no others from being made, and are tried again later', async () => {
  const broken: string[] = []
  for (let n = 1; n <= 25; n += 1) broken.push(await signed(n, 'no content'))
  const [first = ''] = broken
  const last = await signed(99, canonicalOf(offer))
  const make = copyMaker()
  const files = diskStore(`${w.settings.dataDir}/files`)
  /** The copies that failed, at so many minutes after the start. */
  const failuresAt = async (minutes: number): Promise<number> => {
    const now = new Date(Date.UTC(2026, 6, 4) + minutes * MINUTE_MS)
    const parts = { db: w.db, files, dataDir: w.settings.dataDir, now }
    return make(parts).then(
      () => 0,
      (error: AggregateError) => error.errors.length,
    )
  }
  expect([await failuresAt(0), await hasCopy(last)]).toEqual([20, false])
  // The 5 that were not tried yet come first, then the good one, then the others again.
  expect([await failuresAt(1), await hasCopy(last)]).toEqual([19, true])
  expect(await failuresAt(1.5)).toBe(6)
  // Repaired, it is made when it is its turn, not before.
  await w.db
    .update(proposals)
    .set({ signedContent: canonicalOf(offer) })
    .where(eq(proposals.id, first))
  expect([await failuresAt(1.6), await hasCopy(first)]).toEqual([0, false])
  await failuresAt(60)
  await failuresAt(61)
  expect(await hasCopy(first)).toBe(true)
})

test('of two nodes that make different copies, the file of one is kept', async () => {
  const id = await signed(100, canonicalOf(offer))
  const files = diskStore(`${w.settings.dataDir}/files`)
  const parts = { db: w.db, files, dataDir: w.settings.dataDir }
  let isFirst = true
  const put = async (key: string, file: string) => {
    await files.put(key, file)
    if (!isFirst) return
    isFirst = false
    // The other node has the day of the signature in the new time zone of the company.
    await w.db.update(settings).set({ timeZone: 'Asia/Tokyo' })
    await makeCopyOf(parts, id)
  }
  await makeCopyOf({ ...parts, files: { ...files, put } }, id)
  const stored: string[] = []
  for await (const { key } of files.list()) if (key.includes(id)) stored.push(key)
  const [row] = await w.db.select().from(proposals).where(eq(proposals.id, id))
  expect(stored).toEqual([row?.copyKey])
})
