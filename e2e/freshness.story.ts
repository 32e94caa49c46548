import { allRows } from '@plumbline/contract/routes.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { owner, signIn } from './harness/company.ts'
import { png } from './harness/png.ts'
import { type StoryContext, story } from './harness/story.ts'

/**
 * After a write in an open tab, every screen reads as it does in a tab that was loaded after it. Each write is made
 * through the screens, between a visit to the screens that show its result (so that they are cached) and a comparison
 * of those screens; after the writes of a slice the other screens of the sidebar are compared too.
 */

interface Thing {
  readonly id: string
}

interface Write {
  /** The row of the contract. */
  readonly row: string
  /** The sidebar's screens that show its result. */
  readonly shownOn: readonly string[]
  /** Makes it in the open tab, and waits for its toast. */
  readonly make: (page: Page) => Promise<void>
}

/** Rows that no screen of a signed-in person writes. */
const notOnScreens: Readonly<Record<string, string>> = {
  'POST /api/setup': 'a page of the server, before anyone is signed in',
  'POST /api/login': 'a page of the server, before anyone is signed in',
  'POST /api/login/sample': 'a page of the server, before anyone is signed in',
  'POST /api/logout': 'leaves the application',
  'POST /api/forgot-password': 'a page of the server, before anyone is signed in',
  'POST /api/reset-password/:token': 'a page of the server, before anyone is signed in',
  'POST /api/invite/:token': 'a page of the server, before anyone is signed in',
  'POST /api/account/password': 'changes nothing that a screen shows',
}

const main = (page: Page) => page.getByRole('main')
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const card = (page: Page, name: string) => page.getByRole('article', { name })

async function open(page: Page, screen: string) {
  // Another story clicks every link; moving the mouse to each of hundreds costs as much as showing the screens.
  await sidebar(page).getByRole('link', { name: screen, exact: true }).dispatchEvent('click')
  await sidebar(page).locator('[aria-current=page]', { hasText: screen }).waitFor()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
}

/** Waits for a toast and for the refresh that follows the write, during which its dialog stays open. */
async function toast(page: Page, text: string) {
  await page.getByText(text, { exact: true }).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
}

const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

/** What a screen says, without what moves with the clock; null while it loads. */
async function read(page: Page): Promise<string[] | null> {
  // One question instead of several: it is asked hundreds of times.
  const shown = page.locator('main:not([aria-hidden=true] *)', { has: page.locator('h1') })
  const [text] = await shown.allInnerTexts()
  if (text === undefined) return null
  const lines = text.split(/[\n\t]+/).filter((line) => line.trim() !== '')
  if (lines.includes('Loading') || lines.includes('…')) return null
  return lines.map((line) => line.replace(/just now|\d+ ?(s|sec|min|m|h|hours?)\w* ago/i, 'now'))
}

/** Compares what two tabs show of one address. */
async function compare(page: Page, fresh: Page, after: string) {
  const seen = async () => ({ open: await read(page), fresh: await read(fresh) })
  await expect
    .poll(async () => {
      const { open, fresh } = await seen()
      return open !== null && JSON.stringify(open) === JSON.stringify(fresh)
    })
    .toBe(true)
    .catch(async () => {
      const { open, fresh } = await seen()
      expect(open, `${new URL(page.url()).pathname} after ${after}`).toEqual(fresh)
    })
}

/** Compares the open tab with one that is loaded now: at its own address, then on the screens of the sidebar. */
async function compareScreens(page: Page, fresh: Page, screens: readonly string[], after: string) {
  const { pathname, search } = new URL(page.url())
  await fresh.goto(pathname + search, { waitUntil: 'commit' })
  await compare(page, fresh, after)
  for (const screen of screens) {
    await Promise.all([open(page, screen), open(fresh, screen)])
    await compare(page, fresh, after)
  }
}

async function followed(
  caller: ApiClient,
  visit: StoryContext['visit'],
  ...slices: readonly (readonly Write[])[]
) {
  const page = await visit(caller, '/')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // In a window of its own: a tab in the background is drawn late.
  const fresh = await visit(caller, '/')
  const screens = await sidebar(page).getByRole('link').allTextContents()
  for (const screen of screens) await open(page, screen)
  for (const writes of slices) {
    for (const { row, shownOn, make } of writes) {
      for (const screen of shownOn) await open(page, screen)
      await make(page)
      await compareScreens(page, fresh, shownOn, row)
    }
    const compared = new Set(writes.flatMap(({ shownOn }) => shownOn))
    const others = screens.filter((name) => !compared.has(name))
    await compareScreens(page, fresh, others, 'all writes')
  }
}

async function openJob(page: Page, name: string) {
  await open(page, 'Work in Progress')
  await card(page, name).getByRole('link', { name: 'View Details' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const JOB = 'Deck'
const jobWrites: readonly Write[] = [
  {
    row: 'POST /api/jobs',
    shownOn: ['Dashboard', 'Pending Bids', 'Work in Progress'],
    make: async (page) => {
      await button(page, 'Create New Job').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill('Porch')
      await dialog(page).getByLabel('Address', { exact: true }).fill('7 Elm St, Batavia')
      await dialog(page).getByLabel('Approved Amount').fill('1200')
      await dialog(page).getByLabel('Status').selectOption('in_progress')
      await button(page, 'Create Job').click()
      await toast(page, 'Job created successfully')
    },
  },
  {
    row: 'PUT /api/jobs/:id',
    shownOn: ['Tasks', 'Messages'],
    make: async (page) => {
      await openJob(page, JOB)
      await button(page, 'Edit Job').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill(`${JOB} and stairs`)
      await button(page, 'Save Changes').click()
      await toast(page, 'Job updated successfully')
    },
  },
  {
    row: 'POST /api/jobs/:id/subcontractors',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openJob(page, JOB)
      await button(page, /Manage Subcontractors/).click()
      await dialog(page).getByRole('combobox').fill('Sam')
      await page.getByRole('option', { name: /Sam Sub/ }).click()
      await page.getByText('Subcontractor added to the job', { exact: true }).waitFor()
      await dialog(page).getByRole('button', { name: 'Remove Sam Sub' }).waitFor()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    },
  },
  {
    row: 'DELETE /api/jobs/:id/subcontractors/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openJob(page, JOB)
      await button(page, /Manage Subcontractors/).click()
      await dialog(page).getByRole('button', { name: 'Remove Sam Sub' }).click()
      await confirm(page, 'Take off the job')
      await page.getByText('Subcontractor removed from the job', { exact: true }).waitFor()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    },
  },
  {
    row: 'DELETE /api/jobs/:id',
    shownOn: ['Dashboard', 'Photos', 'Messages'],
    make: async (page) => {
      await openJob(page, JOB)
      await button(page, 'Delete Job').click()
      await confirm(page, 'Delete the job')
      await toast(page, 'Job deleted successfully')
      await main(page).getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    },
  },
]

const SITE = 'Bath'
const taskWrites: readonly Write[] = [
  {
    row: 'POST /api/tasks',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Add Task').click()
      await dialog(page).getByLabel('Name').fill('Set the posts')
      await button(page, 'Create Task').click()
      await toast(page, 'Task created successfully')
    },
  },
  {
    row: 'PUT /api/tasks/:id',
    shownOn: ['Dashboard', 'Tasks'],
    make: async (page) => {
      await item(page, 'Hang doors').getByRole('button', { name: 'Start' }).click()
      await toast(page, 'Task updated successfully')
    },
  },
  {
    row: 'POST /api/tasks/:id/correspondence',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Hang doors').click()
      await dialog(page).getByRole('textbox', { name: 'Comment' }).fill('Hinges on the left')
      await dialog(page).getByRole('textbox', { name: 'Comment' }).press('Enter')
      await item(page, 'Hinges on the left').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'POST /api/schedule',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await button(page, 'Add Entry').click()
      await dialog(page).getByLabel('Title').fill('Drywall')
      await dialog(page).getByLabel('Start Date').fill('2026-11-03')
      await dialog(page).getByLabel('End Date').fill('2026-11-06')
      await button(page, 'Create Entry').click()
      await toast(page, 'Schedule entry created successfully')
    },
  },
  {
    row: 'PUT /api/schedule/:id',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openJob(page, SITE)
      await page.getByLabel('Status of Framing').selectOption('delayed')
      await toast(page, 'Schedule entry updated successfully')
    },
  },
  {
    row: 'DELETE /api/schedule/:id',
    shownOn: [],
    make: async (page) => {
      await openJob(page, SITE)
      await item(page, 'Framing').getByRole('button', { name: 'Delete entry' }).click()
      await confirm(page, 'Delete the entry')
      await toast(page, 'Schedule entry deleted successfully')
    },
  },
  {
    row: 'DELETE /api/tasks/:id',
    shownOn: ['Tasks'],
    make: async (page) => {
      await openJob(page, SITE)
      await item(page, 'Hang doors').getByRole('button', { name: 'Delete task' }).click()
      await confirm(page, 'Delete the task')
      await toast(page, 'Task deleted successfully')
    },
  },
]

async function openBid(page: Page, name: string) {
  await open(page, 'Pending Bids')
  await card(page, name).getByRole('link', { name: 'View Details' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const bidWrites: readonly Write[] = [
  {
    row: 'POST /api/pending-bids',
    shownOn: ['Dashboard', 'Pending Bids'],
    make: async (page) => {
      await button(page, 'Create New Bid').click()
      await dialog(page).getByLabel('Project Name').fill('Barn roof')
      await dialog(page).getByLabel('Address', { exact: true }).fill('418 Alder Ct, Elgin')
      await button(page, 'Create Bid').click()
      await toast(page, 'Pending bid created successfully')
    },
  },
  {
    row: 'POST /api/pending-bids/:id/appointments',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openBid(page, 'Garage')
      await button(page, 'Add Appointment').click()
      await dialog(page).getByLabel('Title').fill('Look at the slab')
      await dialog(page).getByLabel('Date and Time').fill('2026-12-01T09:00')
      await dialog(page).getByRole('button', { name: 'Add Appointment' }).click()
      await toast(page, 'Appointment created successfully')
    },
  },
  {
    row: 'PUT /api/bid-appointments/:id',
    shownOn: [],
    make: async (page) => {
      await openBid(page, 'Garage')
      await page.getByLabel('Status of Look at the slab').selectOption('completed')
      await toast(page, 'Appointment updated successfully')
    },
  },
  {
    row: 'DELETE /api/bid-appointments/:id',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Delete Look at the slab').click()
      await confirm(page, 'Delete')
      await toast(page, 'Appointment deleted successfully')
    },
  },
  {
    row: 'PUT /api/pending-bids/:id',
    shownOn: ['Pending Bids'],
    make: async (page) => {
      await openBid(page, 'Garage')
      await button(page, 'Reject').click()
      await dialog(page).getByLabel('Reason').fill('Too small')
      await dialog(page).getByRole('button', { name: 'Reject' }).click()
      await toast(page, 'Bid rejected successfully')
    },
  },
  {
    row: 'POST /api/pending-bids/:id/convert',
    shownOn: ['Dashboard', 'Work in Progress', 'Messages', 'Pending Bids'],
    make: async (page) => {
      await card(page, 'Attic').getByRole('button', { name: 'Approve' }).click()
      await toast(page, 'Bid successfully converted to job')
    },
  },
  {
    row: 'DELETE /api/pending-bids/:id',
    shownOn: ['Pending Bids'],
    make: async (page) => {
      await openBid(page, 'Garage')
      await button(page, 'Delete bid').click()
      await confirm(page, 'Delete')
      await toast(page, 'Bid deleted successfully')
      await main(page).getByRole('heading', { level: 1, name: 'Pending Bids' }).waitFor()
    },
  },
]

async function openSub(page: Page, name: string) {
  await open(page, 'Subcontractors')
  await card(page, name).getByRole('link', { name: 'View Profile' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const peopleWrites: readonly Write[] = [
  {
    row: 'POST /api/users',
    shownOn: ['User Management', 'Subcontractors'],
    make: async (page) => {
      await button(page, 'Add Subcontractor').first().click()
      for (const [label, text] of [
        ['First Name', 'Ned'],
        ['Last Name', 'Noor'],
        ['Email', 'ned@example.com'],
        ['Specialty', 'Roofing'],
      ] as const)
        await dialog(page).getByLabel(label).fill(text)
      await dialog(page).getByRole('button', { name: 'Add Subcontractor' }).click()
      await toast(page, 'Subcontractor added successfully')
    },
  },
  {
    row: 'POST /api/users/invite',
    shownOn: ['User Management'],
    make: async (page) => {
      await button(page, 'Invite User').first().click()
      await dialog(page).getByLabel('First Name').fill('Ivy')
      await dialog(page).getByLabel('Last Name').fill('Lund')
      await dialog(page).getByLabel('Email').fill('ivy@example.com')
      await dialog(page).getByRole('button', { name: 'Send Invite' }).click()
      await toast(page, 'Invite link copied to clipboard')
    },
  },
  {
    row: 'POST /api/users/:id/resend-invite',
    shownOn: ['User Management'],
    make: async (page) => {
      await page.getByRole('tab', { name: /Pending Invites/ }).click()
      await button(page, 'Resend the invite of Ivy Lund').click()
      await toast(page, 'New invite link copied to clipboard')
    },
  },
  {
    row: 'PUT /api/users/:id',
    shownOn: ['Tasks', 'User Management'],
    make: async (page) => {
      await button(page, 'Edit Rosa Sub').click()
      await dialog(page).getByLabel('Last Name').fill('Marin')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await toast(page, 'User updated successfully')
    },
  },
  {
    row: 'PUT /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rosa Marin')
      await button(page, 'Rate').click()
      await dialog(page).getByRole('radio').first().focus()
      await page.keyboard.press('4')
      await dialog(page).getByRole('button', { name: 'Save Rating' }).click()
      await toast(page, 'Rating saved successfully')
    },
  },
  {
    row: 'DELETE /api/jobs/:id/ratings/:userId',
    shownOn: ['Subcontractors'],
    make: async (page) => {
      await openSub(page, 'Rosa Marin')
      await button(page, 'Remove the rating').click()
      await confirm(page, 'Remove')
      await toast(page, 'Rating removed successfully')
    },
  },
  {
    row: 'PUT /api/subcontractors/:id/notes',
    shownOn: [],
    make: async (page) => {
      await openSub(page, 'Rosa Marin')
      await button(page, 'Edit private notes').click()
      await dialog(page).getByLabel('Notes').fill('Ask for the invoice twice.')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await toast(page, 'Notes saved successfully')
    },
  },
  {
    row: 'POST /api/users/:id/reset-link',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Reset link for Rosa Marin').click()
      await toast(page, 'Reset link copied to clipboard')
    },
  },
  {
    row: 'DELETE /api/users/:id',
    shownOn: ['Tasks', 'Subcontractors', 'User Management'],
    make: async (page) => {
      await button(page, 'Delete Rosa Marin').click()
      await confirm(page, 'Delete')
      await toast(page, 'User deleted successfully')
    },
  },
]

/** Imports a CSV file; its row is the contract's. */
const imported = (kind: string, from: string, link: string, csv: string): Write => ({
  row: `POST /api/imports/${kind}`,
  shownOn: ['Dashboard', 'Messages', from],
  make: async (page) => {
    await open(page, from)
    await page.getByRole('link', { name: link }).click()
    await page
      .getByLabel(/^Choose a CSV file$/)
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await button(page, /^Import 1$/).click()
    await page.getByRole('heading', { name: /^1 .* added$/ }).waitFor()
    // What was imported is no part of a fresh load of the import.
    await open(page, from)
  },
})

const importWrites: readonly Write[] = [
  imported(
    'subcontractors',
    'Subcontractors',
    'Import CSV',
    'First Name,Last Name,Email,Trade\nZoe,Lund,zoe@example.com,Tiling\n',
  ),
  imported(
    'customers',
    'User Management',
    'Import Customers',
    'First Name,Last Name,Email\nMia,Moss,mia@example.com\n',
  ),
  imported('jobs', 'Work in Progress', 'Import CSV', 'Name,Address\nShed,9 Elm St\n'),
]

const photoWrites: readonly Write[] = [
  {
    row: 'POST /api/photos',
    shownOn: ['Photos'],
    make: async (page) => {
      await button(page, 'Upload Photos').first().click()
      await dialog(page).getByRole('combobox', { name: 'Project' }).fill('Loft')
      await page.getByRole('option', { name: /Loft/ }).click()
      await dialog(page)
        .getByLabel(/^Choose photos$/)
        .setInputFiles({
          name: 'a.png',
          mimeType: 'image/png',
          buffer: Buffer.from(png(32, 24, 90)),
        })
      await dialog(page).getByLabel('Caption').fill('Rafters')
      await dialog(page).getByRole('button', { name: 'Upload' }).click()
      await toast(page, 'Photo uploaded successfully')
    },
  },
  {
    row: 'PUT /api/photos/:id',
    shownOn: ['Photos'],
    make: async (page) => {
      await card(page, 'Rafters').getByRole('button', { name: 'Edit the caption' }).click()
      await dialog(page).getByLabel('Caption').fill('Rafters, north')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await toast(page, 'Photo updated successfully')
    },
  },
  {
    row: 'DELETE /api/photos/:id',
    shownOn: ['Photos'],
    make: async (page) => {
      await card(page, 'Rafters, north').getByRole('button', { name: 'Delete photo' }).click()
      await confirm(page, 'Delete')
      await toast(page, 'Photo deleted successfully')
    },
  },
  {
    row: 'POST /api/jobs/:id/read',
    shownOn: ['Messages'],
    make: async (page) => {
      // The list counts an open conversation as read before the server has heard of it.
      const written = page.waitForResponse((response) => response.url().endsWith('/read'))
      await page.getByRole('link', { name: /Loft.*1 unread/ }).click()
      await page.getByRole('link', { name: /unread/ }).waitFor({ state: 'detached' })
      await written
      // A fresh load of the conversation has no line before what is new.
      await open(page, 'Messages')
    },
  },
  {
    row: 'POST /api/messages',
    shownOn: ['Messages'],
    make: async (page) => {
      await page.getByRole('link', { name: /Loft/ }).click()
      await page.getByRole('textbox', { name: 'Message' }).fill('Thanks')
      await button(page, 'Send message').click()
      await toast(page, 'Message sent successfully')
    },
  },
]

async function openAccount(page: Page) {
  await page.getByRole('link', { name: /^My account: / }).click()
  await main(page).getByRole('heading', { level: 1 }).waitFor()
}

async function openSettings(page: Page) {
  await openAccount(page)
  await page
    .getByRole('link', { name: /Settings|Company/ })
    .first()
    .click()
  await main(page).getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}

const settingsWrites: readonly Write[] = [
  {
    row: 'PUT /api/settings',
    shownOn: ['Dashboard'],
    make: async (page) => {
      await openSettings(page)
      await page.getByLabel('Phone').fill('(630) 555-0100')
      await page
        .getByRole('region', { name: 'Company' })
        .getByRole('button', { name: 'Save' })
        .click()
      await toast(page, 'Settings saved successfully')
    },
  },
  {
    row: 'PUT /api/settings/logo',
    shownOn: [],
    make: async (page) => {
      await openSettings(page)
      await page.locator('input[type=file]').setInputFiles({
        name: 'l.png',
        mimeType: 'image/png',
        buffer: Buffer.from(png(64, 48, 90)),
      })
      await toast(page, 'Logo saved successfully')
    },
  },
  {
    row: 'DELETE /api/settings/logo',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Remove').first().click()
      await toast(page, 'Logo removed successfully')
    },
  },
  {
    row: 'DELETE /api/account/sessions/:sid',
    shownOn: [],
    make: async (page) => {
      await openAccount(page)
      await button(page, /^Sign out (?!everywhere)/)
        .first()
        .click()
      await toast(page, 'Device signed out')
    },
  },
  {
    row: 'DELETE /api/account/sessions',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Sign out all other devices').click()
      await toast(page, 'Signed out of all other devices')
    },
  },
]

const newJob = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Thing>('POST', '/api/jobs', { name, address: '418 Alder Ct, Elgin', ...more })

story('jobs and their subs are fresh after each write', async ({ admin, join, visit }) => {
  const { id: jobId } = await newJob(admin, JOB, { status: 'in_progress' })
  await join('subcontractor', 'Sam')
  await admin.request('POST', '/api/tasks', { jobId, name: 'Lay the boards' })
  await followed(admin, visit, jobWrites)
})

story('tasks and schedules are fresh after each write', async ({ admin, visit }) => {
  const { id: jobId } = await newJob(admin, SITE, { status: 'in_progress' })
  await admin.request('POST', '/api/tasks', { jobId, name: 'Hang doors' })
  const days = { startDate: '2026-11-02', endDate: '2026-11-04' }
  await admin.request('POST', '/api/schedule', { jobId, title: 'Framing', ...days })
  await followed(admin, visit, taskWrites)
})

story('bids are fresh after each write', async ({ admin, visit }) => {
  for (const name of ['Garage', 'Attic'])
    await admin.request('POST', '/api/pending-bids', { name, address: '12 Quarry Rd, Elgin' })
  await followed(admin, visit, bidWrites)
})

story('people and what is imported are fresh after each write', async ({ admin, join, visit }) => {
  const job = await newJob(admin, 'Garage slab', { status: 'completed' })
  const rosa = await join('subcontractor', 'Rosa', [job.id])
  await admin.request('POST', '/api/tasks', { jobId: job.id, name: 'Pour', assigneeId: rosa.id })
  await followed(admin, visit, peopleWrites, importWrites)
})

story('photos, messages, settings and sessions are fresh after each write', async (stage) => {
  const { admin, join, server, visit } = stage
  const job = await newJob(admin, 'Loft fan')
  const sub = await join('subcontractor', 'Tess', [job.id])
  await sub.api.request('POST', '/api/messages', { jobId: job.id, content: 'The fan is in.' })
  for (let device = 0; device < 2; device++) await signIn(server.url, owner.email)
  await followed(admin, visit, photoWrites, settingsWrites)
})

test('every write of the contract is made in a story, or cannot be made on a screen', () => {
  const made = [
    ...[
      jobWrites,
      taskWrites,
      bidWrites,
      peopleWrites,
      importWrites,
      photoWrites,
      settingsWrites,
    ].flat(),
  ].map(({ row }) => row)
  const rows = allRows
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...made, ...Object.keys(notOnScreens)].sort()).toEqual(rows.sort())
})
