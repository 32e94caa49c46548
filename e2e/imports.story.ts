import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { followed, openScreen, type Write } from './harness/freshness.ts'
import { overflowOf } from './harness/page.ts'
import { button } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** The cells of the faulty rows, by their number in a spreadsheet, with the message for each. */
const faulty: readonly (readonly [row: number, line: string, says: string])[] = [
  [5, ',Noor,ned@example.com,Roofing,', 'First name is required'],
  [25, 'Ned,,ned@example.com,Roofing,', 'Last name is required'],
  [45, 'Ned,Noor,ned at example.com,Roofing,', 'Email: Enter a valid email address'],
  [65, 'Ned,Noor,ned@example.com,,', 'Specialty is required'],
  [85, 'Ned,Noor,no-address,Roofing,', 'Email: Enter a valid email address'],
  [105, 'Ned,Noor,ned@@example.com,Roofing,', 'Email: Enter a valid email address'],
  [125, `Ned,Noor,${'n'.repeat(250)}@example.com,Roofing,`, 'Email: At most 254 characters'],
  [145, 'Ned,Noor,SUB2@example.com,Roofing,', 'Email: The same email address as in row 2'],
  [
    165,
    '"=HYPERLINK(""https://evil.example"")",Noor,ned@example.com,Roofing,',
    'First name: Begins with =',
  ],
  [185, 'Ned,@SUM(A1),ned@example.com,Roofing,', 'Last name: Begins with @'],
  [205, 'Ned,Noor,ned@example.com,+A1+A2,', 'Specialty: Begins with +'],
  [225, 'Ned,Noor,ned@example.com,-2+3,', 'Specialty: Begins with -'],
  [245, "Ned,Noor,ned@example.com,Roofing,=cmd|' /C calc'!A0", 'Phone: Begins with ='],
  [265, '\t=1+1,Noor,ned@example.com,Roofing,', 'First name: Begins with a tab'],
  [285, `${'N'.repeat(101)},Noor,ned@example.com,Roofing,`, 'First name: At most 100 characters'],
  [305, `Ned,Noor,ned@example.com,Roofing,${'5'.repeat(51)}`, 'Phone: At most 50 characters'],
  [
    325,
    'Ned,No\0or,ned@example.com,Roofing,',
    'Last name: Contains characters that cannot be stored',
  ],
  // In Latin-1, in a file that is UTF-8 otherwise.
  [345, 'Jos\xe9,Noor,ned@example.com,Roofing,', 'First name: Is not UTF-8 text'],
  [365, 'Ned,Noor,ned@example.com,Cabinets & mi\xf6bel,', 'Specialty: Is not UTF-8 text'],
  [385, 'Ned,Noor,ned@example.com,Roofing,630 555 0114,LLC', 'Has more cells than the first row'],
]

/** A list of 500 subs with addresses at this host. */
function roster(host = 'example.com'): Buffer {
  const wrong = new Map(faulty.map(([row, line]) => [row, Buffer.from(`${line}\r\n`, 'latin1')]))
  const good = (row: number) =>
    Buffer.from(`Zoë,"Sub, ${row}",sub${row}@${host},Electrical,+1 (630) 555-${1000 + row}\r\n`)
  const rows = Array.from({ length: 500 }, (_, index) => wrong.get(index + 2) ?? good(index + 2))
  return Buffer.concat([Buffer.from('First Name,Last Name,Email,Trade,Phone\r\n'), ...rows])
}

const choose = (page: Page, content: string | Buffer, name = 'subs.csv') =>
  page
    .getByLabel(/^Choose (a|another) CSV file$/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd').first().textContent()
const rowsSaid = (page: Page) =>
  page.getByRole('region', { name: 'Rows that cannot be added' }).getByRole('listitem')

story(
  '500 subs, 20 of them faulty: each fault is named, 480 are imported, a repeat adds nobody',
  async ({ admin, visit }) => {
    const page = await visit(admin, '/subcontractors')
    await page.getByRole('link', { name: 'Import CSV' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import subcontractors' }).waitFor()
    await choose(page, roster())
    const go = page.getByRole('button', { name: 'Import 480' })
    await go.waitFor()
    expect(await figure(page, 'Will be added')).toBe('480')
    expect(await figure(page, 'Cannot be added')).toBe('20')
    expect(await figure(page, 'Already exists')).toBe('0')
    const said = await rowsSaid(page).allTextContents()
    expect(said).toHaveLength(20)
    for (const [index, [row, , says]] of faulty.entries())
      expect(said[index]).toContain(`Row ${row}${says}`)
    expect(await admin.request<unknown[]>('GET', '/api/subcontractors')).toHaveLength(0)

    await go.click()
    await page.getByRole('heading', { name: '480 subcontractors added' }).waitFor()
    expect(await rowsSaid(page).count()).toBe(20)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await (await download).createReadStream()
    const text = Buffer.concat(await file.toArray()).toString()
    expect(text).toContain('Reason,First Name,Last Name,Email,Trade,Phone\r\n')
    expect(text).toContain(`,"'=HYPERLINK`)
    expect(text).not.toMatch(/(^|,)"?[=@+\t]/m)

    await page.getByRole('link', { name: 'Go to Subcontractors' }).click()
    await page.getByText(/^[\d,]+ of 480 subcontractors$/).waitFor()
    expect(await admin.request<unknown[]>('GET', '/api/subcontractors')).toHaveLength(480)

    await page.goto('/imports/subcontractors')
    await choose(page, roster())
    await page.getByText('There is nothing to add.').waitFor()
    expect(await figure(page, 'Already exists')).toBe('480')
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)

    // The downloaded file is corrected and imported again.
    await choose(
      page,
      text.replace('no-address', 'corrected@example.com'),
      'subcontractors-to-fix.csv',
    )
    await page.getByRole('button', { name: 'Import 1', exact: true }).click()
    await page.getByRole('heading', { name: '1 subcontractor added' }).waitFor()
    // The address that was in the file twice exists now.
    expect(await rowsSaid(page).count()).toBe(18)
    expect(await figure(page, 'Already exists')).toBe('1')
  },
  { alone: true },
)

story(
  'jobs with other column names, by keyboard alone',
  async ({ admin, visit }) => {
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
  },
  { alone: true },
)

story(
  'unreadable files are reported, and the choices are kept',
  async ({ admin, visit, expectError }) => {
    expectError(/^POST \/api\/imports\/customers: (415|400)$/)
    const page = await visit(admin, '/users')
    await page.getByRole('link', { name: 'Import Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import customers' }).waitFor()
    await choose(page, 'PK\u0003\u0004 and so on', 'customers.xlsx')
    await page.getByRole('alert').getByText('This is not a CSV file').waitFor()
    await choose(page, 'x'.repeat(2 * 1024 * 1024 + 1))
    await page.getByRole('alert').getByText('at most 2 MB').waitFor()

    await choose(page, 'Who,Mail\nMia Moss,mia@example.com\nCher,cher@example.com\n')
    await page.getByLabel('Full name').selectOption('Who')
    await page.getByLabel('Email', { exact: true }).selectOption('Mail')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Full name: Needs a first and a last name').waitFor()
    // Corrected, and mapped like the file before.
    await choose(page, 'Who,Mail\nMia Moss,mia@example.com\nCher Lopez,cher@example.com\n')
    await page.getByRole('button', { name: 'Import 2', exact: true }).waitFor()
    await choose(page, 'Who,Mail\n"Mia Moss,mia@example.com\n')
    await page.getByRole('alert').getByText('A quote is opened in row 2 and never closed').waitFor()
    expect(await page.getByLabel('Full name').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
    await choose(page, 'Who,Mail\nMia Moss,mia@example.com\n')
    await page.getByRole('button', { name: 'Import 1', exact: true }).click()
    await page.getByRole('link', { name: 'Go to User Management' }).click()
    await page.getByRole('heading', { name: 'Mia Moss' }).waitFor()

    await page.goto('/imports/tools')
    await page.getByText('Import not found').waitFor()
  },
)

story('imports are for admins, and look right', async ({ admin, join, visit, checkAppearance }) => {
  const { api } = await join('client', 'Cleo')
  const page = await visit(api, '/imports/jobs')
  await page.getByText('Access Denied: This page is only available to administrators.').waitFor()
  await checkAppearance(admin, '/imports/subcontractors', 'imports-empty', (there) =>
    there.getByText('Choose a CSV file', { exact: true }).waitFor(),
  )
  for (const width of [1440, 390] as const) {
    const there = await visit(admin, '/imports/subcontractors', { width })
    await choose(there, roster('example.org'))
    await rowsSaid(there).first().waitFor()
    const check = async (name: string) => {
      expect(await overflowOf(there), `${name} at ${width} px`).toBe(0)
      await checkThemes(there, `imports-${name}-${width}`)
    }
    await check('checked')
    if (width === 390) {
      await there.getByLabel('Specialty').selectOption('Not in the file')
      await there.getByText('Choose a column', { exact: true }).waitFor()
      await check('changed')
      await there.getByLabel('Specialty').selectOption('Trade')
      await there.getByRole('button', { name: /^Import \d/ }).click()
      await there.getByRole('heading', { name: /\d .* added$/ }).waitFor()
      await check('done')
    }
  }
})

/** Imports one row of a CSV file from the screen that shows it. */
async function importFrom(page: Page, screen: string, link: string, csv: string) {
  await openScreen(page, screen)
  await page.getByRole('link', { name: link }).click()
  await choose(page, csv)
  await button(page, /^Import 1$/).click()
  await page.getByRole('heading', { name: /^1 .* added$/ }).waitFor()
  // What was imported is no part of a fresh load of the import.
  await openScreen(page, screen)
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/imports/subcontractors',
    shownOn: ['Dashboard', 'Messages', 'Subcontractors'],
    make: (page) =>
      importFrom(
        page,
        'Subcontractors',
        'Import CSV',
        'First Name,Last Name,Email,Trade\nZoe,Lund,zoe@example.com,Tiling\n',
      ),
  },
  {
    row: 'POST /api/imports/customers',
    shownOn: ['Dashboard', 'Messages', 'User Management'],
    make: (page) =>
      importFrom(
        page,
        'User Management',
        'Import Customers',
        'First Name,Last Name,Email\nMia,Moss,mia@example.com\n',
      ),
  },
  {
    row: 'POST /api/imports/jobs',
    shownOn: ['Dashboard', 'Messages', 'Work in Progress'],
    make: (page) =>
      importFrom(page, 'Work in Progress', 'Import CSV', 'Name,Address\nShed,9 Elm St\n'),
  },
]

const RENTALS = 'Ridgeline Holdings'

/** Imports one row of a CSV file into a tab of the rentals. */
async function importInto(page: Page, tab: string, csv: string) {
  await openScreen(page, RENTALS)
  await page.getByRole('tab', { name: tab }).click()
  if (tab === 'Income') await page.getByText('Entries', { exact: true }).click()
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await choose(page, csv)
  await button(page, /^Import 1$/).click()
  await page.getByRole('heading', { name: /^1 .* added$/ }).waitFor()
  await openScreen(page, RENTALS)
}

const rentalWrites: readonly Write[] = [
  {
    row: 'POST /api/imports/properties',
    shownOn: [RENTALS],
    make: (page) =>
      importInto(
        page,
        'Properties',
        'Address,City,State,ZIP,Type,Rent\n12 Jackson St,Batavia,IL,60510,House,"1,795.00"\n',
      ),
  },
  {
    row: 'POST /api/imports/tenants',
    shownOn: [RENTALS],
    make: (page) =>
      importInto(
        page,
        'Tenants',
        'Property,First Name,Last Name,Lease Start,Rent\n12 Jackson St,Bill,Ostrander,2026-01-01,1795\n',
      ),
  },
  {
    row: 'POST /api/imports/income',
    shownOn: [],
    make: (page) =>
      importInto(
        page,
        'Income',
        'Property,Date,Amount,Type\n12 Jackson St,2026-02-03,1795.00,Rent\n',
      ),
  },
  {
    row: 'POST /api/imports/expenses',
    shownOn: [],
    make: (page) =>
      importInto(
        page,
        'Expenses',
        'Property,Date,Amount,Category,Description\n12 Jackson St,2026-02-05,84.20,Repairs,New lock\n',
      ),
  },
]

story('what is imported into the rentals is fresh after each import', async (stage) => {
  await followed(stage, rentalWrites)
})

story(
  'what is imported is fresh after each import',
  async (stage) => {
    const { admin, join } = stage
    const job = await admin.request<{ id: string }>('POST', '/api/jobs', {
      name: 'Garage slab',
      address: '418 Alder Ct, Elgin',
      status: 'completed',
    })
    await join('subcontractor', 'Rosa', [job.id])
    await followed(stage, writes)
  },
  { alone: true },
)
