import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const list = (page: Page) => main(page).getByRole('navigation', { name: 'Projects' })
const conversation = (page: Page, name: string) =>
  list(page).getByRole('link', { name: new RegExp(`^${name}\\b`) })

/** The number of jobs. The oldest one has the oldest message. */
const COUNT = 45

story(
  'ten conversations are listed first, then all others, and any by search',
  async ({ admin, visit }) => {
    const first = await newJob(admin, 'Attic', {
      ...{ customerName: 'Roberta Finch', customerPhone: '(630) 555-0151' },
    })
    await admin.request('POST', '/api/messages', { jobId: first, content: 'The stairs creak' })
    for (let n = 1; n < COUNT; n += 1) await newJob(admin, `Job ${n}`)
    const newest = Array.from({ length: 10 }, (_, n) => `Job ${COUNT - 1 - n}`)
    for (const name of newest) {
      const [job] = await admin.request<{ id: string }[]>('GET', `/api/jobs?search=${name}&limit=1`)
      await admin.request('POST', '/api/messages', { jobId: job?.id, content: 'Hello' })
    }

    const page = await visit(admin, '/messages')
    await conversation(page, newest[0] ?? '').waitFor()
    expect(await list(page).getByRole('link').count()).toBe(10)
    expect(await conversation(page, 'Attic').count()).toBe(0)
    await button(page, 'More conversations').click()
    await page.waitForURL('/messages?show=all')
    // Reaching the end of the list loads the next page.
    await list(page).getByRole('link').nth(29).scrollIntoViewIfNeeded()
    await conversation(page, 'Attic').getByText('The stairs creak').waitFor()
    expect(await list(page).getByRole('link').count()).toBe(COUNT)

    const box = main(page).getByRole('searchbox', { name: 'Search conversations' })
    for (const word of ['finch', '630-555-0151', 'attic']) {
      await box.fill(word)
      await expect.poll(() => list(page).getByRole('link').count()).toBe(1)
      await conversation(page, 'Attic').waitFor()
    }
    await conversation(page, 'Attic').click()
    await main(page).getByRole('region', { name: 'Conversation' }).getByText('The stairs').waitFor()
    expect(await conversation(page, 'Attic').getAttribute('aria-current')).toBe('page')
    await box.fill('nowhere')
    await list(page).getByText('No conversations match your search').waitFor()
    await box.press('Escape')
    await expect.poll(() => list(page).getByRole('link').count()).toBeGreaterThan(10)
  },
)
