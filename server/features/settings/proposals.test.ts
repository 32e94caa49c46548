import { CONSENT_TEXT } from '@plumbline/contract/proposalSettings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const path = '/api/proposal-settings'

test('the settings of proposals are the defaults, then what was changed', async () => {
  const first = await w.call('ada', 'GET', path)
  expect(first.body).toMatchObject({ taxRate: '0', validDays: 30, consentText: CONSENT_TEXT })
  const version = { 'if-match': first.headers.etag ?? '' }
  const change = { taxRate: '8.2500', depositPercent: '10', depositAmount: '1,000' }
  const changed = await w.call('ada', 'PUT', path, { ...change, consentText: 'I agree.' }, version)
  expect(changed.body).toMatchObject({
    ...{ taxRate: '8.25', depositPercent: '10', depositAmount: '1000.00' },
    ...{ consentText: 'I agree.', taxName: 'Sales tax' },
  })
  expect((await w.call('ada', 'PUT', path, { taxRate: '9' }, version)).status).toBe(412)
  const cleared = await w.call('ada', 'PUT', path, { consentText: '', depositPercent: null })
  expect(cleared.body).toMatchObject({ consentText: CONSENT_TEXT, depositPercent: null })
})

test('of several first changes at once, one is made and the others are stale', async () => {
  await w.pool.query('delete from proposal_settings')
  const version = { 'if-match': (await w.call('ada', 'GET', path)).headers.etag ?? '' }
  const statuses = await race(w, 'lock table proposal_settings in exclusive mode', async () => {
    return (await w.call('ada', 'PUT', path, { validDays: 10 }, version)).status
  })
  expect(statuses.sort()).toEqual([200, 412, 412])
})

test.each([
  [{ taxRate: '30.5' }, { taxRate: 'At most 30' }],
  [{ taxName: ' ' }, { taxName: 'Name the tax' }],
  [{ validDays: 0 }, { validDays: 'From 1 to 365 days' }],
  [{ depositPercent: '101' }, { depositPercent: 'At most 100' }],
  [{ terms: [{ title: 'Warranty', text: '' }] }, { 'terms.0.text': 'Text is required' }],
])('refuses %j', async (body, fields) => {
  expect((await w.call('ada', 'PUT', path, body)).body).toMatchObject({ code: 'invalid', fields })
})
