import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCompany } from '../server/access/company/queries.ts'
import { readProposal } from '../server/documents/canonical.ts'
import { proposalOf } from '../server/features/bids/document.ts'
import { findPricing } from '../server/features/bids/pricing.ts'
import { contentOf } from '../server/features/changeOrders/document.ts'
import { findPhotos } from '../server/features/changeOrders/photos.ts'
import { findChange } from '../server/features/changeOrders/queries.ts'
import { proposals } from '../server/schema/proposals.ts'
import { type SampleApp, sampleApp } from './testing.ts'

let app: SampleApp
beforeAll(async () => {
  app = await sampleApp()
}, 60_000)
afterAll(() => app.close())

test('what was sent is what would be sent now', async () => {
  const company = await findCompany(app.db)
  const sent = await app.db.select().from(proposals)
  expect(sent.length).toBeGreaterThan(10)
  for (const { number, content, bidId, changeOrderId } of sent) {
    const bid = bidId ? await findPricing(app.db, bidId) : undefined
    const change = changeOrderId ? await findChange(app.db, changeOrderId) : undefined
    if (!company || !(bid || change)) throw new Error(`${number} is of nothing`)
    const now = bid
      ? await proposalOf(app.db, company, bid)
      : change && (await contentOf(app.db, company, change, await findPhotos(app.db, change.order)))
    expect([number, now]).toEqual([number, readProposal(content)])
  }
})
