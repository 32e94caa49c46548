import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, confirm, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function openAccount(page: Page) {
  await page.getByRole('link', { name: /^My account: / }).click()
  await main(page).getByRole('heading', { level: 1, name: 'My account' }).waitFor()
}
const section = (page: Page) => page.getByRole('region', { name: 'Calendar feed' })
const linkIn = (page: Page) => section(page).getByLabel('Calendar Link').inputValue()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

story('a sub subscribes: an entry that moves is the same event on its new day', async (stage) => {
  const { admin, anonymous, join, visit } = stage
  const { id: jobId } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: 'Garage slab',
    address: '418 Alder Ct, Elgin',
  })
  const rosa = await join('subcontractor', 'Rosa', [jobId])
  const entry = await admin.request<{ id: string }>('POST', '/api/schedule', {
    jobId,
    title: 'Pour the slab',
    startDate: inDays(20),
    endDate: inDays(20),
    assignedSubcontractorId: rosa.id,
  })
  const page = await visit(rosa.api, '/account')
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await button(page, 'Create Calendar Link').click()
  await toast(page, 'Calendar link created')
  const link = await linkIn(page)
  await button(page, 'Copy').click()
  await toast(page, 'Copy the link yourself')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link)
  const opens = await page.getByRole('link', { name: 'Open in Calendar App' }).getAttribute('href')
  expect(opens).toBe(link.replace('http:', 'webcal:'))

  const read = async () => {
    const reply = await fetch(link)
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const lines = unfolded(await reply.text())
    return ['UID:', 'SUMMARY:', 'DTSTART;VALUE=DATE:', 'SEQUENCE:'].map(
      (name) => lines.find((line) => line.startsWith(name))?.slice(name.length) ?? '',
    )
  }
  const digits = (days: number) => inDays(days).replaceAll('-', '')
  const [uid, title, start, version] = await read()
  expect([uid, title, start]).toEqual([
    `entry-${entry.id}@plumbline`,
    'Pour the slab · Garage slab',
    digits(20),
  ])
  const days = { startDate: inDays(27), endDate: inDays(27) }
  await admin.request('PUT', `/api/schedule/${entry.id}`, days)
  const [sameUid, , newStart, newVersion] = await read()
  expect([sameUid, newStart]).toEqual([uid, digits(27)])
  expect(Number(newVersion)).toBeGreaterThan(Number(version))

  await page.reload()
  await section(page).getByText('You have a calendar link, created').waitFor()
  expect(await section(page).getByLabel('Calendar Link').count()).toBe(0)
  await button(page, 'Renew Link').click()
  await confirm(page, 'Renew Link')
  await toast(page, 'Calendar link created')
  expect(await linkIn(page)).not.toBe(link)
  expect((await anonymous.call('GET', new URL(link).pathname)).status).toBe(404)
})

story('the calendar feed looks right', async ({ join, checkAppearance }) => {
  const { api } = await join('client', 'Cleo')
  await api.request('POST', '/api/account/calendar-feed')
  await checkAppearance(api, '/account', 'calendar-feed', async (page) => {
    await button(page, 'Renew Link').click()
    await confirm(page, 'Renew Link')
    await section(page).getByLabel('Calendar Link').waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })
})

story('an appointment is saved to a calendar', async ({ admin, visit }) => {
  const bid = { name: 'Lake house', address: '14 Lake Dr' }
  const { id } = await admin.request<{ id: string }>('POST', '/api/pending-bids', bid)
  await admin.request('POST', `/api/pending-bids/${id}/appointments`, {
    title: 'Site visit',
    scheduledDate: `${inDays(3)}T15:00:00Z`,
  })
  const page = await visit(admin, `/pending-bids/${id}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add Site visit to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe('plumbline-appointment.ics')
})

const writes: readonly Write[] = [
  {
    row: 'POST /api/account/calendar-feed',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, 'Create Calendar Link').click()
      await written(page, 'Calendar link created')
      expect(await linkIn(page)).toMatch(/\/api\/calendar\/[\w-]{43}\.ics$/)
      // The link itself is shown only here and now.
      await openScreen(page, 'Tasks')
      await main(page).getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
      await openAccount(page)
    },
  },
  {
    row: 'DELETE /api/account/calendar-feed',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Turn Off').click()
      await confirm(page, 'Turn Off')
      await written(page, 'Calendar link turned off')
    },
  },
]

story('the calendar feed is fresh after each write', (stage) => followed(stage, writes))
