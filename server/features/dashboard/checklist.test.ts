import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(events)
  await w.db.delete(jobs)
  await w.db.delete(settings)
  await w.db.insert(settings).values({ companyName: 'Aspen', timeZone: 'UTC' })
})

const nothing = { contact: false, logo: false, imported: false, job: false, invited: false }
const checklist = async () => (await w.call('ada', 'GET', '/api/dashboard')).body.checklist
const change = (body: object) => w.call('ada', 'PUT', '/api/settings', body)
const csv = (kind: string, dryRun: boolean) =>
  w.upload(
    'ada',
    `/api/imports/${kind}`,
    {
      field: 'file',
      content: Buffer.from(
        kind === 'jobs'
          ? 'Name,Address\nPorch,1 Elm St\n'
          : 'First Name,Last Name,Email\nNora,North,nora@example.com\n',
      ),
      name: 'list.csv',
      type: 'text/csv',
    },
    { dryRun: String(dryRun) },
  )

test('each step is marked as done, and the checklist disappears after the last one', async () => {
  expect(await checklist()).toEqual(nothing)

  await change({ phone: '630 555 0100' })
  expect(await checklist()).toEqual(nothing)
  await change({ address: '1 Elm St' })
  const contact = { ...nothing, contact: true }
  expect(await checklist()).toEqual(contact)

  const content = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await w.upload('ada', '/api/settings/logo', { field: 'logo', content }, {}, {}, 'PUT')
  expect(await checklist()).toEqual({ ...contact, logo: true })

  await csv('customers', true)
  expect(await checklist()).toEqual({ ...contact, logo: true })
  expect((await csv('customers', false)).body.added).toBe(1)
  const list = { ...contact, logo: true, imported: true }
  expect(await checklist()).toEqual(list)

  await w.call('ada', 'POST', '/api/jobs', { name: 'Porch', address: '1 Elm St' })
  expect(await checklist()).toEqual({ ...list, job: true })

  const invite = { firstName: 'Ned', lastName: 'North', email: 'ned@example.com', role: 'client' }
  const { body } = await w.call('ada', 'POST', '/api/users/invite', invite)
  expect(await checklist()).toBeNull()
  await w.call('ada', 'DELETE', `/api/users/${body.user.id}`)
  expect(await checklist()).toEqual({ ...list, job: true })
})

test('importing jobs completes the steps of importing and of the first job', async () => {
  expect((await csv('jobs', false)).body.added).toBe(1)
  expect(await checklist()).toEqual({ ...nothing, imported: true, job: true })
})

test('a company with many jobs is not asked to import them', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `Job ${n}`, address: '' }))
  await w.db.insert(jobs).values(many(100))
  expect(await checklist()).toMatchObject({ imported: false })
  await w.db.insert(jobs).values(many(1))
  expect(await checklist()).toMatchObject({ imported: true })
})

test('a company with a job and an invited person is not asked to import', async () => {
  await w.call('ada', 'POST', '/api/jobs', { name: 'Porch', address: '1 Elm St' })
  expect(await checklist()).toEqual({ ...nothing, job: true })
  const invite = { firstName: 'Ivo', lastName: 'Iron', email: 'ivo@example.com', role: 'client' }
  const { body } = await w.call('ada', 'POST', '/api/users/invite', invite)
  expect(await checklist()).toEqual({ ...nothing, job: true, invited: true, imported: true })
  await w.call('ada', 'DELETE', `/api/users/${body.user.id}`)
  expect(await checklist()).toEqual({ ...nothing, job: true })
})

test('the checklist can be dismissed and restored', async () => {
  await change({ checklistDismissed: true })
  expect(await checklist()).toBeNull()
  await change({ checklistDismissed: false })
  expect(await checklist()).toEqual(nothing)
})

test('the sample company has no checklist, and only admins see one', async () => {
  expect((await w.call('sam', 'GET', '/api/dashboard')).body).not.toHaveProperty('checklist')
  expect((await w.call('cleo', 'GET', '/api/dashboard')).body).not.toHaveProperty('checklist')
  await w.db.update(settings).set({ sample: true })
  expect(await checklist()).toBeNull()
})
