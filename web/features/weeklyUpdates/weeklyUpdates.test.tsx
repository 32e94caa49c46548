import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import {
  emailOutcomes,
  type WeeklyUpdate,
  weeklyUpdateRoutes,
  weekOf,
} from '@plumbline/contract/weeklyUpdates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { company, open } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { job as jobOf } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { sentUpdate, weeklyUpdate } from '../../testing/weeklyUpdates.ts'
import { receivedText } from './api.ts'

const server = await startServer()
afterAll(server.close)

const client = { clientId: '0198c0de-0000-7000-8000-00000000c1e0', clientName: 'Maya Okafor' }
const job = jobOf(1, { name: 'Kitchen remodel', ...client })
const path = `/jobs/${job.id}`

beforeEach(() => {
  server.reset()
  server.on(jobRoutes.one, { body: job })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
})

const sent = (method: string) => server.seen.filter((request) => request.method === method)
async function openPanel(updates: WeeklyUpdate[], role: Role = 'admin', at = path) {
  server.on(weeklyUpdateRoutes.ofJob, { body: updates })
  open(server, at, role)
  return within(await screen.findByRole('region', { name: 'Weekly updates' }))
}
type Panel = Awaited<ReturnType<typeof openPanel>>
/** The buttons that expand and collapse the updates. */
const rows = (panel: Panel) =>
  panel.getAllByRole('button').filter((button) => button.hasAttribute('aria-expanded'))
const expanded = (panel: Panel) =>
  rows(panel).map((row) => [row.textContent, row.getAttribute('aria-expanded')])

const draft = weeklyUpdate(3, { photoIds: [photo(1).id, photo(2).id] })
const older = sentUpdate(2, { week: '2026-11-13', sentAt: '2026-11-13T23:30:00.000Z' })
const oldest = sentUpdate(1, { week: '2025-12-05', sentAt: '2025-12-05T23:30:00.000Z' })

test('an admin sees the draft; sent updates are folded with sender and date', async () => {
  const panel = await openPanel([draft, older, oldest])
  await panel.findByText(/this is update 3/)
  expect(expanded(panel)).toEqual([
    ['Nov 14 to 20, 2026Draft', 'true'],
    ['Nov 7 to 13, 2026Sent Nov 13, 2026, 5:30 PM by Dana Reyes', 'false'],
    ['Nov 29 to Dec 5, 2025Sent Dec 5, 2025, 5:30 PM by Dana Reyes', 'false'],
  ])
  await userEvent.click(rows(panel)[1] as HTMLElement)
  expect(panel.getByText(/this is update 2/).parentElement?.hidden).toBe(false)
  const links = panel.getAllByRole('link', { name: /^Open photo/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [1, 2].map((n) => `/photos?jobId=${job.id}&photo=${photo(n).id}`),
  )
})

test('a client sees the newest update, without buttons', async () => {
  const all = [older, oldest].map((update) => ({ ...update, byEmail: null }))
  const panel = await openPanel(all, 'client')
  await panel.findByText(/this is update 2/)
  expect(expanded(panel).map(([, isOpen]) => isOpen)).toEqual(['true', 'false'])
  for (const name of ['Send', 'Edit', 'Delete', /^Draft this/])
    expect(panel.queryByRole('button', { name })).toBe(null)
})

test('subs see no updates', async () => {
  open(server, path, 'subcontractor')
  await screen.findByRole('region', { name: 'Schedule' })
  expect(screen.queryByRole('region', { name: 'Weekly updates' })).toBe(null)
  expect(server.seen.some(({ url }) => url.includes('weekly-updates'))).toBe(false)
})

describe('without updates', () => {
  test('an admin sees what to do, and can draft this week', async () => {
    const panel = await openPanel([])
    expect(panel.getByText(/^No weekly updates yet. Draft one/)).toBeTruthy()
    const today = dayIn(company.timeZone, new Date())
    const created = weeklyUpdate(5, { week: weekOf(today) })
    server.on(weeklyUpdateRoutes.create, { body: created })
    server.on(weeklyUpdateRoutes.ofJob, { body: [created] })
    await userEvent.click(panel.getByRole('button', { name: 'Draft this week’s update' }))
    expect(await panel.findByText(/this is update 5/)).toBeTruthy()
    expect(weekOf(JSON.parse(sent('POST')[0]?.body ?? '').day)).toBe(weekOf(today))
    expect(panel.queryByRole('button', { name: 'Draft this week’s update' })).toBe(null)
  })

  test('a client sees what will be there', async () => {
    const panel = await openPanel([], 'client')
    expect(panel.getByText(/^No weekly updates yet. You find here/)).toBeTruthy()
  })
})

test('a list that cannot be loaded says so and tries again', async () => {
  server.on(weeklyUpdateRoutes.ofJob, { failure: 'internal' })
  open(server, path, 'admin')
  const panel = within(await screen.findByRole('region', { name: 'Weekly updates' }))
  const retry = await panel.findByRole('button', { name: /again/i })
  server.on(weeklyUpdateRoutes.ofJob, { body: [draft] })
  await userEvent.click(retry)
  expect(await panel.findByText(/this is update 3/)).toBeTruthy()
})

describe('a long list', () => {
  const many = Array.from({ length: 52 }, (_, n) =>
    sentUpdate(100 - n, { week: addDays('2026-11-20', -7 * n) }),
  )

  test('shows ten, and all when asked to', async () => {
    const panel = await openPanel(many)
    await waitFor(() => expect(rows(panel)).toHaveLength(10))
    await userEvent.click(panel.getByRole('button', { name: 'Show all 52' }))
    expect(rows(panel)).toHaveLength(52)
  })

  test('a link opens the update it names, however far back, and scrolls to it', async () => {
    const scrolled: Element[] = []
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this)
    }
    const linked = many[40] as WeeklyUpdate
    const panel = await openPanel(many, 'client', `${path}?update=${linked.id}`)
    const text = await panel.findByText(new RegExp(`this is update ${100 - 40}\\.`))
    expect(text.parentElement?.hidden).toBe(false)
    expect(scrolled).toContain(text.closest('li'))
  })
})

describe('editing a draft', () => {
  test('sends what was changed, with its version', async () => {
    const shared = photo(7, { caption: 'Upper cabinets', createdAt: '2026-11-18T15:00:00.000Z' })
    const photos = [
      photo(1, { caption: 'Island', createdAt: '2026-11-19T15:00:00.000Z' }),
      shared,
      photo(8, { caption: 'Hidden', clientVisible: false, createdAt: '2026-11-18T15:00:00.000Z' }),
      photo(9, { caption: 'Last month', takenAt: '2026-10-18T15:00:00.000Z' }),
    ]
    server.on(photoRoutes.list, { body: photos, headers: { 'X-Total-Count': '4' } })
    const panel = await openPanel([draft])
    await userEvent.click(await panel.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Draft' }))
    await form.findByRole('button', { name: 'Upper cabinets' })
    const choices = within(form.getByRole('group', { name: 'Photos' })).getAllByRole('button')
    expect(
      choices.map((one) => [one.getAttribute('aria-label'), one.getAttribute('aria-pressed')]),
    ).toEqual([
      ['Island', 'true'],
      ['Photo 2', 'true'],
      ['Upper cabinets', 'false'],
    ])
    await userEvent.click(form.getByRole('button', { name: 'Island' }))
    await userEvent.click(form.getByRole('button', { name: 'Upper cabinets' }))
    await userEvent.type(form.getByRole('textbox', { name: /Text/ }), ' Thank you.')
    const text = `${draft.text} Thank you.`
    const photoIds = [photo(2).id, shared.id]
    server.on(weeklyUpdateRoutes.update, { body: { ...draft, text, photoIds } })
    server.on(weeklyUpdateRoutes.ofJob, { body: [{ ...draft, text, photoIds }] })
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await panel.findByText(/Thank you\./)).toBeTruthy()
    const [put] = sent('PUT')
    expect(JSON.parse(put?.body ?? '')).toEqual({ text, photoIds })
    expect(put?.headers['if-match']).toBe(tagOf(draft))
  })

  test('sends no photos where only the text was changed', async () => {
    const panel = await openPanel([draft])
    await userEvent.click(await panel.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Draft' }))
    await userEvent.type(form.getByRole('textbox', { name: /Text/ }), ' Thank you.')
    const text = `${draft.text} Thank you.`
    server.on(weeklyUpdateRoutes.update, { body: { ...draft, text } })
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ text })
  })

  test('more than twelve photos cannot be chosen, and an empty text is not saved', async () => {
    const photoIds = Array.from({ length: 12 }, (_, n) => photo(n + 20).id)
    const more = photo(40, { caption: 'One more', createdAt: '2026-11-18T15:00:00.000Z' })
    server.on(photoRoutes.list, { body: [more], headers: { 'X-Total-Count': '1' } })
    const panel = await openPanel([{ ...draft, photoIds }])
    await userEvent.click(await panel.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Draft' }))
    expect(await form.findByRole('button', { name: 'One more' })).toHaveProperty('disabled', true)
    await userEvent.clear(form.getByRole('textbox', { name: /Text/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Write what happened')).toBeTruthy()
    expect(sent('PUT')).toEqual([])
  })
})

describe('sending a draft', () => {
  test('names who receives it and how, before it is sent', async () => {
    const panel = await openPanel([draft])
    await userEvent.click(await panel.findByRole('button', { name: 'Send' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send this update?' }))
    expect(sheet.getByText('Maya Okafor sees it on the job and gets an email.')).toBeTruthy()
    expect(sent('POST')).toEqual([])
    const done = sentUpdate(3)
    server.on(weeklyUpdateRoutes.send, { body: done })
    server.on(weeklyUpdateRoutes.ofJob, { body: [done] })
    await userEvent.click(sheet.getByRole('button', { name: 'Send' }))
    expect(await panel.findByText(/^Sent Nov 20, 2026/)).toBeTruthy()
    expect(sent('POST')[0]?.headers['if-match']).toBe(tagOf(draft))
    expect(panel.queryByRole('button', { name: 'Send' })).toBe(null)
  })

  test('that someone else has sent says so', async () => {
    const panel = await openPanel([draft])
    server.on(weeklyUpdateRoutes.send, { failure: 'updateSent' })
    await userEvent.click(await panel.findByRole('button', { name: 'Send' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send this update?' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Send' }))
    expect(await sheet.findByText('This update was sent and cannot be changed')).toBeTruthy()
  })

  test('is not possible without a client', async () => {
    server.on(jobRoutes.one, { body: { ...job, clientId: null, clientName: null } })
    const panel = await openPanel([{ ...draft, byEmail: null }])
    expect(await panel.findByText(/has no client to send it to/)).toBeTruthy()
    expect(panel.queryByRole('button', { name: 'Send' })).toBe(null)
  })

  test('each outcome has a sentence on how the update is received', () => {
    expect(
      emailOutcomes.map((outcome) => receivedText('Cleo Hale', outcome)),
    ).toMatchInlineSnapshot(`
        [
          "Cleo Hale sees it on the job and gets an email.",
          "Cleo Hale sees it on the job; no email is sent since no mail server is set up.",
          "Cleo Hale sees it on the job; no email is sent since the public address of the server is not set up.",
          "Cleo Hale sees it on the job; no email is sent since there is no address of theirs.",
          "Cleo Hale sees it on the job; no email is sent since their address refuses emails.",
          "Cleo Hale sees it on the job; no email is sent since they turned it off.",
        ]
      `)
  })
})

test('a draft is deleted after a confirmation', async () => {
  const panel = await openPanel([draft])
  await userEvent.click(await panel.findByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  server.on(weeklyUpdateRoutes.remove, { body: undefined })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await panel.findByText(/^No weekly updates yet/)).toBeTruthy()
})
