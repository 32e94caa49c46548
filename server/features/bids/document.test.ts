import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { canary } from '../../testing/canary.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  const company = { companyName: 'Ridgeline Builders', timeZone: 'America/Chicago' }
  await w.db.insert(settings).values(company)
})
afterAll(() => w.close())

async function pricedBid(): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', notes: canary('notes') }
  const { id } = (await w.call('ada', 'POST', '/api/pending-bids', bid)).body
  const line = { description: 'Footings', quantity: '16', unitPrice: '298' }
  const lines = [{ ...line, unitCost: '213.77', category: 'subcontract' }]
  await w.call('ada', 'PUT', `/api/pending-bids/${id}/pricing`, {
    sections: [{ title: 'Room', lines }],
  })
  return id
}

test('a bid is a page and a PDF for the customer, without costs and notes', async () => {
  const path = `/api/pending-bids/${await pricedBid()}/document`
  const page = await w.call('ada', 'GET', path)
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.text).toContain('$4,768.00')
  for (const secret of ['213', 'subcontract', canary('notes')])
    expect(page.text.toLowerCase()).not.toContain(secret)
  const pdf = await w.call('ada', 'GET', `${path}.pdf`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)))
  expect(text.join('')).toContain('4,768.00')
  for (const secret of ['213', 'subcontract', canary('notes')])
    expect(text.join('').toLowerCase()).not.toContain(secret)
})

test('a page names the characters that the PDF cannot show', async () => {
  const bid = { name: '陈伟', address: '14 Lake Dr' }
  const { id } = (await w.call('ada', 'POST', '/api/pending-bids', bid)).body
  const page = await w.call('ada', 'GET', `/api/pending-bids/${id}/document`)
  expect(page.text).toContain('boxes for 陈 伟')
})

test('the script of the page is served to anyone', async () => {
  const page = await w.call('ada', 'GET', `/api/pending-bids/${await pricedBid()}/document`)
  const [, address = ''] = /<script src="([^"]*)"/.exec(page.text) ?? []
  const script = await w.call('nobody', 'GET', address)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
})
