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

    // Before anything is typed: what was opened before, without what is open.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' })
    await recent.getByRole('option', { name: /^Kitchen remodel/ }).waitFor()
    expect(await recent.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(`/jobs/${kitchen}`)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Dashboard' }).waitFor()
    expect(await recent.count()).toBe(0)

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

story(
  'late jobs and overdue tasks: the dashboard leads to exactly those, and the list sorts and narrows further',
  async ({ admin, visit, checkAppearance }) => {
    const [manager] = await admin.request<{ id: string }[]>('GET', '/api/project-managers')
    const late = { startDate: '2026-01-05', status: 'in_progress' }
    for (let n = 1; n <= 5; n += 1)
      await newJob(admin, `Late ${n}`, {
        ...{ ...late, endDate: `2026-02-0${n}`, approvedAmount: n * 100_000 },
        ...(n > 3 && { projectManagerId: manager?.id }),
      })
    const shed = await newJob(admin, 'Finished shed', {
      ...{ ...late, endDate: '2026-01-09', status: 'completed' },
    })
    for (const deadline of ['2026-01-10', null])
      await admin.request('POST', '/api/tasks', {
        jobId: shed,
        name: deadline ? 'Sweep' : 'Whenever',
        deadline,
      })

    const page = await visit(admin, '/')
    await main(page)
      .getByRole('link', { name: /^2 more jobs are late/ })
      .click()
    await page.waitForURL('/jobs?late=true')
    await card(page, 'Late 1').waitFor()
    const names = () => main(page).getByRole('article').getByRole('heading').allTextContents()
    expect(await names()).toEqual(['Late 5', 'Late 4', 'Late 3', 'Late 2', 'Late 1'])
    await main(page).getByText('$15,000.00').waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter and Sort' })
    await dialog.getByLabel('Sort by').selectOption('Soonest to end')
    await dialog.getByLabel('Ends from').fill('2026-02-02')
    await dialog.getByRole('button', { name: 'Show jobs' }).click()
    await expect.poll(names).toEqual(['Late 2', 'Late 3', 'Late 4', 'Late 5'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await dialog.getByLabel('Project Manager').selectOption({ index: 2 })
    await page.keyboard.press('Escape')
    await expect.poll(names).toEqual(['Late 4', 'Late 5'])
    await page.reload()
    await expect.poll(names).toEqual(['Late 4', 'Late 5'])
    await page.getByRole('button', { name: 'Remove the filter Ends' }).click()
    await page.getByRole('button', { name: 'Remove the filter Late' }).click()
    await page.waitForURL((url) => !/late|ends/.test(url.search))

    await page.goto('/')
    await main(page)
      .getByRole('link', { name: /^1 task is overdue/ })
      .click()
    await page.waitForURL('/tasks?overdue=true')
    const tasks = main(page).getByRole('list', { name: 'Tasks' }).getByRole('listitem')
    await tasks.filter({ hasText: 'Sweep' }).waitFor()
    expect(await tasks.count()).toBe(1)

    const filtered = `/jobs?late=true&managerId=${manager?.id}&endsTo=2026-12-31&sort=end`
    await checkAppearance(admin, filtered, 'jobs-filtered', {
      narrow: true,
      ready: async (view) => {
        await card(view, 'Late 4').waitFor()
        await view.getByText('Manager').first().waitFor()
      },
    })
    await checkAppearance(admin, `${filtered}&open=filter`, 'jobs-filter', (view) =>
      view.getByRole('dialog', { name: 'Filter and Sort' }).waitFor(),
    )
  },
  { alone: true },
)
