import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedLines } from '../../schema/pricing.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const list = async (query = '') =>
  (await w.call('ada', 'GET', `/api/price-list${query}`)).body.map(
    ({ description }: { description: string }) => description,
  )

test('a line is saved, found by words and category, changed and deleted', async () => {
  const post = (body: object) => w.call('ada', 'POST', '/api/price-list', body)
  const { body: window } = await post({
    ...{ description: 'Window, vinyl-clad', unit: 'each', unitPrice: '1,150.50', unitCost: 842 },
    ...{ category: 'material', taxable: true },
  })
  expect(window).toMatchObject({ unitPrice: '1150.5', unitCost: '842', details: null })
  await post({ description: 'Framing, 2 by 10', unitPrice: '66' })
  await post({ description: 'Framing, 2 by 6', unitPrice: '0.1234', unitCost: '' })
  expect(await list()).toEqual(['Framing, 2 by 6', 'Framing, 2 by 10', 'Window, vinyl-clad'])
  expect(await list('?search=by fram')).toEqual(['Framing, 2 by 6', 'Framing, 2 by 10'])
  expect(await list('?category=material')).toEqual(['Window, vinyl-clad'])
  const path = `/api/price-list/${window.id}`
  const changed = await w.call('ada', 'PUT', path, { unitPrice: '1200', unitCost: null })
  expect(changed.body).toMatchObject({ unitPrice: '1200', unitCost: null, taxable: true })
  expect((await w.call('ada', 'DELETE', path)).status).toBe(204)
  expect(await list('?search=window')).toEqual([])
})

test.each([
  [{ description: '', unitPrice: '1' }, { description: 'Description is required' }],
  [{ description: 'Siding' }, { unitPrice: 'Enter a price' }],
  [{ description: 'Siding', unitPrice: '-1' }, { unitPrice: 'This cannot be negative' }],
  [
    { description: 'Siding', unitPrice: '1', unitCost: 'x' },
    { unitCost: 'Enter a number such as 1,250 or 1.5' },
  ],
])('refuses %j', async (body, fields) => {
  const before = await w.db.$count(savedLines)
  expect((await w.call('ada', 'POST', '/api/price-list', body)).body).toMatchObject({
    ...{ code: 'invalid', fields },
  })
  expect(await w.db.$count(savedLines)).toBe(before)
})
