import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { scheduleTemplates } from './table.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

test('the templates, by name', async () => {
  const templateData = { entries: [{ title: 'Demo', days: 2 }] }
  await w.db.insert(scheduleTemplates).values([
    { name: 'Kitchen', templateData, estimatedDuration: 30 },
    { name: 'Bath', templateData, createdById: w.idOf('ada') },
  ])
  const { body } = await w.call('ada', 'GET', '/api/schedule-templates')
  expect(body).toMatchObject([
    { name: 'Bath', templateData, isActive: true, createdById: w.idOf('ada') },
    { name: 'Kitchen', estimatedDuration: 30, createdById: null },
  ])
})
