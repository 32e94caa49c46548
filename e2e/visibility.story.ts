import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './harness/accessibility.ts'
import type { ApiClient } from './harness/apiClient.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const SECRET = 'Haggles, pays late'

interface Entity {
  readonly id: string
}

/**
 * Adds a job with a client and a sub. Parts of its work are visible only to the office and the
 * crew.
 */
async function addJob(admin: ApiClient, clientId: string, subId: string) {
  const job = await admin.request<Entity>('POST', '/api/jobs', {
    name: 'Alder Court kitchen',
    address: '418 Alder Ct, Elgin',
    clientId,
    approvedAmount: 4_825_075,
    notes: 'The dog is friendly',
    privateNotes: SECRET,
  })
  const entry = {
    jobId: job.id,
    title: 'Framing',
    startDate: '2026-11-02',
    endDate: '2026-11-04',
    estimatedHours: 37,
    priority: 'critical',
    notes: 'Bring the long ladder',
    assignedSubcontractorId: subId,
  }
  await admin.request('POST', '/api/schedule', entry)
  await admin.request('POST', '/api/tasks', {
    jobId: job.id,
    name: 'Hang doors',
    assigneeId: subId,
  })
  return job
}

/** Expects that a page shows none of these texts, on screen and in print. */
async function expectNoTexts(page: Page, words: readonly string[]) {
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media })
    const event = media === 'print' ? 'beforeprint' : 'afterprint'
    await page.evaluate((type) => window.dispatchEvent(new Event(type)), event)
    if (media === 'print') await page.locator('.paper').waitFor()
    for (const word of words)
      expect(await page.getByText(word).filter({ visible: true }).count(), word).toBe(0)
  }
}

const frame = (page: Page) => page.getByRole('region', { name: 'View as' })
const shown = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 1, name }).waitFor()

story('an admin can view a job as its client, without changing anything', async (stage) => {
  const { admin, join, visit } = stage
  const client = await join('client', 'Clara')
  const sub = await join('subcontractor', 'Stan')
  const job = await addJob(admin, client.id, sub.id)
  const page = await visit(admin, `/jobs/${job.id}`)
  await shown(page, 'Alder Court kitchen')
  await page.getByText(SECRET).waitFor()

  // By keyboard.
  await button(page, 'Job actions').focus()
  await page.keyboard.press('Enter')
  await button(page, 'View as…').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'View as' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/view-as/${client.id}/jobs/${job.id}`)
  await frame(page).getByText('Viewing as Clara').waitFor()
  await shown(page, 'Alder Court kitchen')
  const hidden = [
    SECRET,
    'Private Notes',
    '37h',
    'Critical',
    'long ladder',
    'Hang doors',
    'Edit Job',
  ]
  await expectNoTexts(page, hidden)
  // The page is identical to the client's own, except for the bar.
  const own = await visit(client.api, `/jobs/${job.id}`)
  await shown(own, 'Alder Court kitchen')
  await own.getByText('Framing').first().waitFor()
  await page.getByText('Framing').first().waitFor()
  // The part of the page that loads last.
  for (const each of [own, page]) await each.getByText('No weekly updates yet').waitFor()
  // Notifications are not part of the view.
  const textOf = async (each: Page) =>
    (await main(each).textContent())?.replace('Mute notifications', '')
  await expect
    .poll(async () => [await textOf(page), await textOf(own)])
    .toSatisfy(([seen, ownText]) => seen === ownText)

  // A dialog over the page does not cover the bar and is not covered by it.
  await main(page).getByText('Framing').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'View Messages' }).click()
  await page.waitForURL(`/view-as/${client.id}/messages?jobId=${job.id}`)
  // The message box is enabled only after the readers are known, so this waits for them.
  await page.getByText('Only the office reads this').waitFor()
  expect(await page.getByPlaceholder('Write a message').isDisabled()).toBe(true)
  expect(await button(page, 'Send message').getAttribute('title')).toBe(
    'You are viewing as somebody else; nothing can be changed',
  )
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Find a job, person or bid').fill('alder court')
  await page.getByRole('option', { name: /^Alder Court kitchen/ }).click()
  await page.waitForURL(`/view-as/${client.id}/jobs/${job.id}`)
  await page.reload()
  await frame(page).getByText('Viewing as Clara').waitFor()

  await frame(page).getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`/jobs/${job.id}`)
  await page.getByText(SECRET).waitFor()
  expect(await frame(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.goto(`/view-as/${sub.id}/jobs/${job.id}`)
  await shown(page, 'Alder Court kitchen')
  await page.getByText('Hang doors').waitFor()
  expect(await button(page, 'Start').count()).toBe(0)
  await expectNoTexts(page, [SECRET, '$48,250.75'])
})
