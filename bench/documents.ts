import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { withCompany } from './company.ts'
import { reportLink, reportTyping } from './pricedBid.ts'
import { ratedCalls, underLoad } from './rates.ts'
import { formatAmounts, type Part } from './report.ts'

const LINES = 300
const SECONDS = 4

/** The price of a bid as large as it can be. */
export const largePricing = {
  sections: Array.from({ length: 10 }, (_, section) => ({
    title: `Section ${section}`,
    lines: Array.from({ length: LINES / 10 }, (__, n) => ({
      description: `Footings and frame, part ${(section * LINES) / 10 + n}`,
      ...{ quantity: '12.5', unitPrice: '48.25' },
      ...{ unitCost: '31.5', details: 'Concrete to below the frost line, posts of pine.' },
    })),
  })),
}

/** Adds a bid with this price. @returns its id */
async function pricedBid(admin: ApiClient): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' }
  const { id } = await admin.request<{ id: string }>('POST', '/api/pending-bids', bid)
  await admin.request('PUT', `/api/pending-bids/${id}/pricing`, largePricing)
  return id
}

export const documentsPart: Part = {
  name: 'documents',
  title: 'Bids and their documents',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const bidId = await pricedBid(company.admin)
      const bid = `/api/pending-bids/${bidId}`
      const one = { seconds: SECONDS, connections: 1 }
      const save = { method: 'PUT', path: `${bid}/pricing`, body: JSON.stringify(largePricing) }
      const pdf = { method: 'GET', path: `${bid}/document.pdf` }
      report.table(`${formatAmounts(amounts)}; a bid of ${LINES} lines, one after the other`)
      report.speed('saving the price', await underLoad(company, save, one), 'documents.save')
      report.speed('the PDF', await underLoad(company, pdf, one), 'documents.pdf')

      const oneJob = (await ratedCalls(company)).find(({ name }) => name === 'one job')
      if (!oneJob) throw new Error('one job is not among the calls')
      report.table('One job, while two people get PDFs; the budget is for the p99')
      const [job] = await Promise.all([
        underLoad(company, oneJob, one),
        underLoad(company, pdf, { ...one, connections: 2 }),
      ])
      report.speed('one job', job, 'crowd.one job', 'p99')

      await reportTyping(report, company, bidId)
      await reportLink(report, company, bidId)
    }),
}
