import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ImportKind } from '@plumbline/contract/imports.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import type { Member } from '@plumbline/contract/people.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { countWrites, Finger } from './harness/finger.ts'
import { overflowOf, SCREENS, saveScreenshot, setTheme } from './harness/page.ts'
import { story } from './harness/story.ts'

/** A list as another tool exports it, and what comes of importing it where cleo@example.com is a client. */
interface ForeignList {
  readonly file: string
  readonly kind: ImportKind
  /** What it is recognized as. */
  readonly name: string
  readonly rows: number
  readonly added: number
  /** How many clients its jobs bring. */
  readonly newClients: number
  readonly rejected: readonly (readonly [row: number, ...reasons: string[]])[]
}
const foreignLists: readonly ForeignList[] = JSON.parse(
  readFileSync(new URL('../server/testing/lists/lists.json', import.meta.url), 'utf8'),
)

/** Chooses a list as another tool exports it. */
async function choose(page: Page, name: string) {
  const buffer = await readFile(new URL(`../server/testing/lists/${name}.csv`, import.meta.url))
  await page
    .getByLabel(/^Choose (a|another) CSV file$/)
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer })
}
/** How many statuses of a list mean nothing to us, and are asked about. */
const QUESTIONS: Readonly<Record<string, number>> = { 'jobber-jobs': 1 }

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first().textContent()
const figureIs = (page: Page, label: string, value: number) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .filter({ hasText: new RegExp(`^${value}$`) })
    .waitFor()
const rejected = (page: Page) =>
  page
    .getByRole('region', { name: 'Rows that cannot be added' })
    .getByRole('listitem')
    .allTextContents()
/** Checks that a page does not scroll sideways on a tablet; its colors and names are those of the other widths. */
async function checkTablet(page: Page, name: string) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 820, height: SCREENS[820] })
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    await saveScreenshot(page, `${name}-820-${theme}`)
  }
  expect(await overflowOf(page), `overflow of ${name} at 820 px`).toBe(0)
  if (size) await page.setViewportSize(size)
}

const heading = (page: Page, name: string, level?: number) =>
  page.getByRole('heading', { name, ...(level && { level }) }).waitFor()

for (const { file, kind, name, rows, added, newClients, rejected: wrong } of foreignLists)
  story(
    `${file}: from the file to the report`,
    async ({ admin, join, visit }) => {
      await join('client', 'Cleo')
      const page = await visit(admin, `/imports/${kind}`)
      const finger = new Finger()
      const writes = countWrites(page)
      await page.getByLabel('Choose a CSV file').waitFor()
      await choose(page, file)
      await page.getByText(`This looks like a ${name}.`).waitFor()
      const unknown = page
        .getByRole('region', { name: 'Statuses' })
        .locator('select', { has: page.locator('option[value=""]:checked') })
      await figureIs(page, 'Rows in the file', rows)
      let questions = 0
      for (; (await unknown.count()) > 0; questions++)
        await unknown.first().selectOption({ label: 'On Hold' })
      await finger.tap(page.getByRole('button', { name: `Import ${added}`, exact: true }))
      await page.getByRole('heading', { name: new RegExp(`^${added} .* added$`) }).waitFor()

      await figureIs(page, 'Rows in the file', rows)
      await figureIs(page, 'Added', added)
      await figureIs(page, 'Not added', wrong.length)
      if (newClients > 0)
        await page.getByText(new RegExp(`^${newClients} new clients? added.$`)).waitFor()
      const said = wrong.length > 0 ? await rejected(page) : []
      expect(said).toHaveLength(wrong.length)
      for (const [index, [row, ...reasons]] of wrong.entries()) {
        expect(said[index]).toContain(`Row ${row}`)
        for (const reason of reasons) expect(said[index]).toContain(reason)
      }
      // After the file: one click, and one choice for each status that is in no list of ours.
      expect([finger.taps, questions, writes()]).toEqual([1, QUESTIONS[file] ?? 0, 2])
    },
    { alone: true },
  )

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
      if (width === 1440) await checkTablet(page, 'foreign-vendors')
      await page.getByLabel('Import as').selectOption('Jobs')
      await heading(page, 'Import jobs', 1)
      await page.getByText('Choose a column for every field marked with an asterisk.').waitFor()

      await choose(page, 'jobber-jobs')
      await page.getByRole('region', { name: 'Statuses' }).waitFor()
      await page.getByRole('checkbox', { name: /^Add 3 new clients/ }).waitFor()
      expect(await overflowOf(page)).toBe(0)
      await checkThemes(page, `foreign-jobs-${width}`)
      if (width === 1440) {
        await checkTablet(page, 'foreign-jobs')
        continue
      }
      await page.getByLabel('Waiting on permit').selectOption('On Hold')
      await page.getByRole('button', { name: 'Import 5', exact: true }).click()
      await page.getByText('3 new clients added.').waitFor()
      await checkThemes(page, `foreign-done-${width}`)
      await checkTablet(page, 'foreign-done')
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
    await page.getByText('Choose a matching status for each name.').waitFor()
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
