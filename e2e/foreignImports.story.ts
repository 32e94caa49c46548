import { readFile } from 'node:fs/promises'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { Member } from '@plumbline/contract/people.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { overflowOf } from './harness/page.ts'
import { story } from './harness/story.ts'

/** Chooses a list as another tool exports it. */
async function choose(page: Page, name: string) {
  const buffer = await readFile(new URL(`../server/testing/lists/${name}.csv`, import.meta.url))
  await page
    .getByLabel(/^Choose (a|another) CSV file$/)
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
}
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first().textContent()
const rejected = (page: Page) =>
  page
    .getByRole('region', { name: 'Rows that cannot be added' })
    .getByRole('listitem')
    .allTextContents()
const heading = (page: Page, name: string, level?: number) =>
  page.getByRole('heading', { name, ...(level && { level }) }).waitFor()

story(
  'a list of another tool looks right before and after the import',
  async ({ admin, visit }) => {
    for (const width of [1440, 390] as const) {
      const page = await visit(admin, '/imports/subcontractors', { width })
      await choose(page, 'quickbooks-online-vendors')
      await page.getByText('This looks like a QuickBooks vendor contact list.').waitFor()
      expect(await page.getByLabel('Trade of rows without one').inputValue()).toBe('General')
      expect(await overflowOf(page)).toBe(0)
      await checkThemes(page, `foreign-vendors-${width}`)
      await page.getByLabel('Import as').selectOption('Jobs')
      await heading(page, 'Import jobs', 1)
      await page.getByText('Choose a column for every field marked with an asterisk.').waitFor()

      await choose(page, 'jobber-jobs')
      await page.getByRole('region', { name: 'Statuses' }).waitFor()
      await page.getByRole('checkbox', { name: /^Add 3 new clients/ }).waitFor()
      expect(await overflowOf(page)).toBe(0)
      await checkThemes(page, `foreign-jobs-${width}`)
      if (width === 1440) continue
      await page.getByLabel('Waiting on permit').selectOption('On Hold')
      await page.getByRole('button', { name: 'Import 5', exact: true }).click()
      await page.getByText('3 new clients added.').waitFor()
      await checkThemes(page, `foreign-done-${width}`)
    }
  },
)

story(
  'clients and then jobs of another tool: each job finds its client, and its status a meaning',
  async ({ admin, visit }) => {
    // The clients are dropped on the import of jobs, and recognized all the same.
    const page = await visit(admin, '/jobs')
    await page.getByRole('link', { name: 'Import CSV' }).click()
    await heading(page, 'Import jobs', 1)
    await choose(page, 'jobber-clients')
    await heading(page, 'Import customers', 1)
    await page.getByText('This looks like a Jobber client list.').waitFor()
    await page.getByRole('button', { name: 'Import 3', exact: true }).waitFor()
    expect(await figure(page, 'Rows in the file')).toBe('6')
    expect(await figure(page, 'Cannot be added')).toBe('3')
    const said = await rejected(page)
    expect(said[0]).toContain('Row 5Email: The same email address as in row 4')
    expect(said[1]).toContain('Row 6Last name is required')
    expect(said[2]).toContain('Row 7Email: Enter a valid email address')
    await page.getByRole('button', { name: 'Import 3', exact: true }).click()
    await heading(page, '3 customers added')
    await page.getByText('1 person has no email address.').waitFor()

    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Import CSV' }).click()
    await heading(page, 'Import jobs', 1)
    await choose(page, 'jobber-jobs')
    await page.getByText('This looks like a Jobber job list.').waitFor()
    const statuses = page.getByRole('region', { name: 'Statuses' })
    expect(await statuses.getByLabel('Requires Invoicing').inputValue()).toBe('completed')
    await page.getByText('Choose a status for every word.').waitFor()
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
    await statuses.getByLabel('Waiting on permit').focus()
    await page.keyboard.type('On Hold')
    expect(await figure(page, 'Will be linked to a client')).toBe('2')
    expect(await page.getByRole('checkbox', { name: /^Add 1 new client/ }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Import 5', exact: true }).click()
    await heading(page, '5 jobs added')
    await page.getByText('1 new client added.').waitFor()
    expect(await figure(page, 'Linked to a client')).toBe('4')

    const people = await admin.request<Member[]>('GET', '/api/users?role=client')
    const idOf = (name: string) => people.find(({ lastName }) => lastName === name)?.id
    const jobs = await admin.request<Job[]>('GET', '/api/jobs')
    const job = (name: string) => jobs.find((one) => one.name === name)
    expect(job('Dock stairs')).toMatchObject({ clientId: idOf('Alvarez'), status: 'completed' })
    expect(job('Break room')).toMatchObject({ clientId: idOf('Lund'), status: 'on_hold' })
    expect(job('Tile repair')?.clientId).toBeNull()
    // What the office wrote in the other tool is no note for the client.
    expect(job('Dock stairs')).toMatchObject({
      ...{ notes: null, privateNotes: 'Haggles, pays late\nJob number: 1042' },
    })

    await page.goto('/imports/jobs')
    await choose(page, 'jobber-jobs')
    await page.getByText('There is nothing to add.').waitFor()
    expect(await figure(page, 'Already exists')).toBe('5')
    await page.goto(`/jobs/${job('Dock stairs')?.id}`)
    await heading(page, 'Dock stairs', 1)
    await page.getByText('Nina Alvarez').first().waitFor()
  },
  { alone: true },
)
