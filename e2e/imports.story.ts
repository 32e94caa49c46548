import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { story } from './harness/story.ts'

const choose = (page: Page, content: string | Buffer, name = 'subs.csv') =>
  page
    .getByLabel(/^Choose (a|another) CSV file$/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const failedRows = (page: Page) =>
  page.getByRole('region', { name: 'Rows that cannot be added' }).getByRole('listitem')

story('rejected rows can be downloaded, corrected and imported', async (stage) => {
  const { admin, visit } = stage
  const page = await visit(admin, '/subcontractors')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await choose(
    page,
    [
      'First Name,Last Name,Email,Trade',
      'Zoë,Sub,zoe@example.com,Electrical',
      'Ned,Noor,no-address,Roofing',
      '"=HYPERLINK(""https://evil.example"")",Noor,nell@example.com,Roofing',
    ].join('\r\n'),
  )
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await page.getByRole('heading', { name: '1 subcontractor added' }).waitFor()
  expect(await failedRows(page).count()).toBe(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await text(await (await download).createReadStream())
  expect(file).toContain('Reason,First Name,Last Name,Email,Trade\r\n')
  expect(file).not.toMatch(/(^|,)"?[=@+\t]/m)

  await page.goto('/imports/subcontractors')
  await choose(page, file.replace('no-address', 'ned@example.com'), 'subcontractors-to-fix.csv')
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await page.getByRole('heading', { name: '1 subcontractor added' }).waitFor()
})

story('jobs with other column names can be imported by keyboard', async ({ admin, visit }) => {
  const page = await visit(admin, '/jobs')
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import jobs' }).waitFor()
  await choose(
    page,
    'What;Where;Worth;From;Customer\r\nPorch;7 Elm St, Batavia;"$48,250.75";3/5/2026;Mia Moss\r\nDeck;9 Elm St;-5;;\r\n',
    'jobs.csv',
  )
  await page.getByText('Choose a column for every field marked with an asterisk.').waitFor()
  for (const [label, column] of [
    ['Name', 'What'],
    ['Address', 'Where'],
    ['Approved amount', 'Worth'],
    ['Start date', 'From'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.type(column)
  }
  await page.getByText('Check the file before importing.').waitFor()
  await page.getByRole('button', { name: 'Check' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Approved amount: Amounts cannot be negative').waitFor()
  await page.getByRole('button', { name: 'Import 1', exact: true }).focus()
  await page.keyboard.press('Enter')
  const done = page.getByRole('heading', { name: '1 job added' })
  await done.waitFor()
  expect(await done.evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await admin.request('GET', '/api/jobs')).toMatchObject([
    {
      name: 'Porch',
      approvedAmount: 4_825_075,
      startDate: '2026-03-05',
      customerName: 'Mia Moss',
    },
  ])
})
