import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, findCompany } from '../../access/company/queries.ts'
import { createLog } from '../../platform/log.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { changeEntries } from './audit.ts'

const lines: string[] = []
let w: TestApp
beforeAll(async () => {
  w = await testApp({}, undefined, {
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
  const names = { companyName: 'Ridgeline', timeZone: 'UTC' }
  await w.db.insert(settings).values(names)
})
afterAll(() => w.close())

const initialSettings = {
  backupsKept: 7,
  personQuotaMb: 500,
  companyQuotaMb: 5000,
  clientsSeeSubs: true,
}

/** The audit details of the log lines at level `warn` for a change. */
async function warningsOf(change: object) {
  await w.db.update(settings).set(initialSettings)
  lines.length = 0
  const { status, text } = await w.call('ada', 'PUT', '/api/settings', change)
  expect(status, text).toBe(200)
  return lines.map((line) => JSON.parse(line).audit.detail)
}

test.each([
  ['backupsKept', 0],
  ['personQuotaMb', null],
  ['companyQuotaMb', null],
] as const)('changing %s to %s logs a warning with both values', async (name, to) => {
  const from = initialSettings[name]
  expect(await warningsOf({ [name]: to })).toEqual([
    { fields: name, [`${name}.from`]: from, [`${name}.to`]: to },
  ])
})

test.each([
  { backupsKept: 14 },
  { backupsKept: 1 },
  { personQuotaMb: 1000 },
  { phone: '555-0100' },
  { clientsSeeSubs: false },
])('changing %j logs no warning', async (change) => {
  expect(await warningsOf(change)).toEqual([])
})

test('no longer requiring a second factor of admins is a warning', async () => {
  const company = await findCompany(w.db)
  if (!company) throw new Error('There is no company')
  const required = { ...company, adminsNeedSecondFactor: true }
  const optional = { ...company, adminsNeedSecondFactor: false }
  const warns = (before: Company, after: Company) =>
    changeEntries(['adminsNeedSecondFactor'], before, after).map(({ isWarning }) => isWarning)
  expect([warns(required, optional), warns(optional, required)]).toEqual([[true], [false]])
})
