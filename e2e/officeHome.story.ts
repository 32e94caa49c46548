import { addDays, dayIn, daysFrom, sundayOf } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { setup } from './harness/company.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const section = (page: Page, name: string) => main(page).getByRole('region', { name })
const attention = (page: Page) => section(page, 'Needs attention')
const today = () => dayIn(setup.timeZone, new Date())

story(
  'the office begins with what needs it, each with the one thing to do about it',
  async ({ admin, join, visit, checkAppearance }) => {
    const client = await join('client', 'Maya')
    const tom = await join('subcontractor', 'Tom')
    const late = await newJob(admin, 'Roof replacement', {
      ...{ status: 'in_progress', endDate: addDays(today(), -3), clientId: client.id },
    })
    const names = ['Kitchen remodel', 'Basement finish with a name longer than its column']
    const [kitchen = '', basement = ''] = await Promise.all(
      names.map((name) => newJob(admin, name, { status: 'in_progress', progress: 40 })),
    )
    const [first = today(), ...others] = daysFrom(sundayOf(today()), 7).slice(1, 6)
    const last = others.at(-1) ?? first
    const entries = [
      [kitchen, 'Cabinet install', first, last, { assignedSubcontractorId: tom.id }],
      [kitchen, 'Countertop', last, last, { assignedSubcontractorId: tom.id }],
      [basement, 'Paint', first, addDays(last, 7), {}],
      [late, 'Inspection', last, last, { scheduleType: 'inspection' }],
    ] as const
    for (const [jobId, title, startDate, endDate, fields] of entries)
      await admin.request('POST', '/api/schedule', { jobId, title, startDate, endDate, ...fields })
    const { id: bidId } = await admin.request<{ id: string }>('POST', '/api/pending-bids', {
      ...{ name: 'Three-season room', address: '5 Lake Dr', estimatedAmount: 5_200_000 },
      ...{ customerName: 'Walter Boyd', customerPhone: '(630) 555-0152' },
    })
    const followUp = { status: 'follow_up', followUpDate: today() }
    await admin.request('PUT', `/api/pending-bids/${bidId}`, followUp)
    for (const shade of [40, 90, 160])
      await sendPhoto(admin, { content: png(640, 480, shade) }, { jobId: late })
    const content = 'Can the tile come a day later? We are away on Friday, and the dog stays home.'
    await client.api.request('POST', '/api/messages', { jobId: late, content })

    const page = await visit(admin, '/')
    const roof = attention(page)
      .getByRole('listitem')
      .filter({ hasText: 'Roof replacement is late' })
    await roof.getByText('3 days', { exact: true }).waitFor()
    const bid = attention(page).getByRole('listitem').filter({ hasText: 'Three-season room' })
    expect(await bid.getByRole('link', { name: 'Call', exact: true }).getAttribute('href')).toBe(
      'tel:6305550152',
    )
    await section(page, 'This week')
      .getByRole('link', { name: /^Nobody assigned, Paint/ })
      .waitFor()
    await section(page, 'Unread').getByText('Can the tile come').waitFor()
    expect(await section(page, 'Newest photos').getByRole('img').count()).toBe(0)
    expect(
      await section(page, 'Newest photos')
        .getByRole('link', { name: /^Open photo/ })
        .count(),
    ).toBe(3)

    await checkAppearance(admin, '/', 'officeHome', async (opened) => {
      await attention(opened).getByText('Roof replacement is late').waitFor()
      await section(opened, 'Unread').getByText('Can the tile come').waitFor()
    })

    // What is wrong is one click away, and gone once it is put right.
    await attention(page)
      .getByRole('listitem')
      .filter({ hasText: 'Paint has nobody assigned' })
      .getByRole('link', { name: 'Assign', exact: true })
      .click()
    await page.waitForURL(/\/crew-board\?.*book=/)
  },
  { alone: true },
)

story('what is snoozed with E is gone until tomorrow, also on another device', async (stage) => {
  const { admin, visit } = stage
  for (const [name, days] of [
    ['First', 5],
    ['Second', 4],
  ] as const)
    await newJob(admin, name, { status: 'in_progress', endDate: addDays(today(), -days) })
  const page = await visit(admin, '/')
  await attention(page).getByText('First is late').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await toast(page, 'Snoozed until tomorrow')
  await attention(page).getByText('First is late').waitFor({ state: 'detached' })
  const focused = page.locator(':focus')
  expect(await focused.textContent()).toContain('Second is late')

  const phone = await visit(admin, '/', { width: 390 })
  await attention(phone).getByText('Second is late').waitFor()
  expect(await attention(phone).getByText('First is late').count()).toBe(0)
  await button(phone, 'Show 1 snoozed').tap()
  await attention(phone).getByText('First is late').waitFor()
})

const writes: readonly Write[] = [
  {
    row: 'POST /api/attention/snoozes',
    shownOn: [],
    make: async (page) => {
      await openScreen(page, 'Dashboard')
      await attention(page).getByText('First is late').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('e')
      await written(page, 'Snoozed until tomorrow')
    },
  },
  {
    row: 'DELETE /api/attention/snoozes',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Show 1 snoozed').click()
      await attention(page).getByText('First is late').waitFor()
    },
  },
]

story(
  'what is snoozed and shown again is the same on every screen',
  async (stage) => {
    for (const days of [5, 4])
      await newJob(stage.admin, days === 5 ? 'First' : 'Second', {
        ...{ status: 'in_progress', endDate: addDays(today(), -days) },
      })
    await followed(stage, writes)
  },
  { alone: true },
)
