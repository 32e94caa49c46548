import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newJob } from './harness/jobs.ts'
import { card, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

const find = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Find a job, person or bid').fill(text)
}
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

story(
  'who is calling: a number finds job, bid and person, and the jobs of a customer are found by name',
  async ({ admin, join, visit, checkAppearance }) => {
    const maya = await join('client', 'Maya')
    const person = await admin.request<{ id: string }>('GET', `/api/users/${maya.id}`)
    await admin.request('PUT', `/api/users/${person.id}`, { phone: '(312) 555-0177' })
    const kitchen = await newJob(admin, 'Kitchen remodel', {
      customerName: 'Roberta Finch',
      customerPhone: '630-555-0151',
    })
    await newJob(admin, 'Hall bath', { customerName: 'Roberta Finch' })
    await newJob(admin, 'Garage', { clientId: maya.id })
    await admin.request('POST', '/api/tasks', { jobId: kitchen, name: 'Order the countertop' })
    await admin.request('POST', '/api/pending-bids', {
      name: 'Sunroom',
      address: '89 Illinois St',
      customerPhone: '+1 (630) 555-0151',
    })

    const page = await visit(admin, '/')
    await main(page).getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await find(page, '6305550151')
    await option(page, /^Sunroom/).waitFor()
    await option(page, /^Order the countertop.*Kitchen remodel/).waitFor()
    await option(page, /^Kitchen remodel.*Roberta Finch/).click()
    await page.waitForURL(`/jobs/${kitchen}`)

    await find(page, '312 555 0177')
    await option(page, /^Garage.*Maya/).waitFor()
    await option(page, /^Maya/).waitFor()
    await page.keyboard.press('Escape')

    await find(page, 'countertop')
    await option(page, /^Order the countertop/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tasks\?task=/)
    await page.getByRole('dialog', { name: 'Order the countertop' }).waitFor()

    await page.goto('/jobs')
    await card(page, 'Garage').waitFor()
    const box = page.getByRole('searchbox', { name: 'Search jobs' })
    await box.fill('finch')
    await card(page, 'Garage').waitFor({ state: 'detached' })
    expect(await page.getByRole('article').count()).toBe(2)
    await box.fill('555-0151')
    await card(page, 'Hall bath').waitFor({ state: 'detached' })
    await card(page, 'Kitchen remodel').waitFor()

    await checkAppearance(admin, '/jobs?search=finch', 'jobs-search', (view) =>
      card(view, 'Kitchen remodel').waitFor(),
    )
  },
  { alone: true },
)
