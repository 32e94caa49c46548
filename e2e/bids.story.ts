import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, openScreen, type Write, written } from './harness/freshness.ts'
import { button, card, confirm, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Bid {
  readonly id: string
  readonly status: string
  readonly jobId: string | null
}

const make = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Bid>('POST', '/api/pending-bids', { name, address: '12 Quarry Rd, Elgin', ...more })

async function fill(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create New Bid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Bid' })
  await dialog.getByLabel('Project Name').fill(name)
  await dialog.getByLabel('Address', { exact: true }).fill('418 Alder Ct, Elgin')
  return { dialog, submit: () => dialog.getByRole('button', { name: 'Create Bid' }).click() }
}

story(
  'a bid is created, found and approved into a job',
  async ({ admin, visit }) => {
    const office = await visit(admin, '/pending-bids')
    await office.getByText('No pending bids found').waitFor()
    const { dialog, submit } = await fill(office, 'Alder Court kitchen')
    await dialog.getByLabel('Estimated Amount').fill('48250.75')
    await dialog.getByLabel('Customer Email').fill('nonsense')
    await submit()
    await dialog.getByText('Enter a valid email address').waitFor()
    await dialog.getByLabel('Customer Email').fill('grace@example.com')
    await dialog.getByLabel('Customer Name').fill('Grace Hollis')
    await submit()
    await toast(office, 'Pending bid created successfully')
    const card = office.getByRole('article', { name: 'Alder Court kitchen' })
    await card.getByText('$48,250.75').waitFor()
    await office.getByRole('searchbox', { name: 'Search bids' }).fill('HOLLIS')
    await office.waitForURL(/search=HOLLIS/)
    await card.getByRole('button', { name: 'Approve' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await toast(office, 'Bid successfully converted to job')
    await card.getByText('Approved').waitFor()
    expect(await card.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const jobs = await admin.request<object[]>('GET', '/api/jobs')
    expect(jobs).toMatchObject([
      { name: 'Alder Court kitchen', approvedAmount: 4825075, customerEmail: 'grace@example.com' },
    ])

    await office
      .getByText('Total Active Jobs Value')
      .locator('..')
      .getByText('$48,250.75')
      .waitFor()
    await office.keyboard.press('Control+k')
    await office.getByPlaceholder('Find a job, person or bid').fill('alder')
    await office.getByRole('option', { name: /^Alder Court kitchen\s*Grace Hollis$/ }).click()
    await office.waitForURL(/\/pending-bids\/.+/)
    await office.getByRole('link', { name: 'View Job' }).waitFor()
  },
  { alone: true },
)

story(
  'a bid is postponed, rejected with a reason, reopened and gets an appointment',
  async ({ admin, visit }) => {
    const { id } = await make(admin, 'Barn roof')
    const page = await visit(admin, `/pending-bids/${id}`)
    await page.getByRole('button', { name: 'Follow Up' }).click()
    const followUp = page.getByRole('dialog', { name: 'Follow Up' })
    await followUp.getByLabel('Follow-Up Date').fill('2026-01-05')
    await followUp.getByLabel('Note').fill('Call after the holidays')
    await followUp.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Follow-up saved successfully')
    await page.getByText('Call after the holidays').first().waitFor()
    await page.getByRole('button', { name: 'Reject' }).click()
    const reject = page.getByRole('dialog', { name: 'Reject Bid' })
    await reject.getByLabel('Reason').fill('Went with another roofer')
    await reject.getByRole('button', { name: 'Reject' }).click()
    await toast(page, 'Bid rejected successfully')
    await page.getByText('Rejected: Went with another roofer').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await toast(page, 'Bid reopened successfully')

    await page.getByRole('button', { name: 'Add Appointment' }).click()
    const form = page.getByRole('dialog', { name: 'Add Appointment' })
    await form.getByLabel('Title').fill('Look at the roof')
    await form.getByLabel('Date and Time').fill('2026-12-01T09:00')
    await form.getByLabel('Person').fill('Ada')
    await form.getByRole('option', { name: /Ada Admin/ }).click()
    await form.getByRole('button', { name: 'Add Appointment' }).click()
    await toast(page, 'Appointment created successfully')
    await page.getByText(/Dec 1, 2026, 9:00 AM · 60 min · Consultation · Ada Admin/).waitFor()
    await page.getByLabel('Status of Look at the roof').selectOption('completed')
    await toast(page, 'Appointment updated successfully')
    await page.getByText('Appointment “Look at the roof”: Completed').waitFor()
  },
)

story(
  'a bid is printed for its customer with its scope, over as many pages as it takes',
  async ({ admin, visit }) => {
    const steps = Array.from({ length: 40 }, (_, n) => `Step ${n + 1} of the work.`)
    const { id } = await make(admin, 'Barn roof', { notes: 'CANARY' })
    const page = await visit(admin, `/pending-bids/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog(page).getByLabel('Scope of Work').fill(steps.join('\n\n'))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Bid updated successfully')
    await main(page).getByText('Step 40 of the work.').waitFor()
    const file = new Uint8Array(await page.pdf({ format: 'Letter' }))
    const { text: pages } = await extractText(await getDocumentProxy(file))
    const lines = pages.flatMap((text) => text.split('\n').map((line) => line.trim()))
    expect(lines.filter((line) => line.startsWith('Step'))).toEqual(steps)
    expect(lines).toContain('Bid: Barn roof')
    expect(lines.join()).not.toContain('CANARY')
    expect(pages.length).toBeGreaterThan(1)
    for (const part of ['Estimated amount', 'Signature']) expect(pages.at(-1)).toContain(part)
  },
)

story(
  'the bids are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('client', 'Clara')
    const page = await visit(api, '/pending-bids')
    await page.getByText("Access Denied: You don't have permission to view pending bids.").waitFor()
    const name = 'Whole-house renovation with an addition over the garage and a new porch'
    const { id } = await make(admin, name, {
      estimatedAmount: 123_456_789,
      priority: 'high',
      leadSource: 'Referral',
      scope: 'Frame and finish the addition.\n\nThe porch has a roof of standing-seam steel.',
      notes: 'Wants to begin in spring.\nAsked for two variants of the porch.',
      customerName: 'Maximiliana-Konstantina van Hollis',
      customerEmail: 'maximiliana-konstantina.van-hollis@example.com',
      customerPhone: '(630) 555-0142',
      customerAddress: '9 Oak Rd, Elgin',
    })
    await admin.request('POST', `/api/pending-bids/${id}/appointments`, {
      ...{
        title: 'Site visit',
        scheduledDate: '2026-12-01T15:00:00Z',
        description: 'Bring the laser',
      },
    })
    await checkAppearance(admin, '/pending-bids', 'bids', (there) =>
      there.getByRole('heading', { name }).waitFor(),
    )
    await checkAppearance(admin, `/pending-bids/${id}`, 'bid', async (there) => {
      await there.getByText('Site visit').first().waitFor()
      await there.getByText('Bid created').waitFor()
    })
  },
)

async function openBid(page: Page, name: string) {
  await openScreen(page, 'Pending Bids')
  await card(page, name).getByRole('link', { name: 'View Details' }).click()
  await main(page).getByRole('heading', { level: 1, name }).waitFor()
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/pending-bids',
    shownOn: ['Dashboard', 'Pending Bids'],
    make: async (page) => {
      await button(page, 'Create New Bid').click()
      await dialog(page).getByLabel('Project Name').fill('Barn roof')
      await dialog(page).getByLabel('Address', { exact: true }).fill('418 Alder Ct, Elgin')
      await button(page, 'Create Bid').click()
      await written(page, 'Pending bid created successfully')
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
      await written(page, 'Appointment created successfully')
    },
  },
  {
    row: 'PUT /api/bid-appointments/:id',
    shownOn: [],
    make: async (page) => {
      await openBid(page, 'Garage')
      await page.getByLabel('Status of Look at the slab').selectOption('completed')
      await written(page, 'Appointment updated successfully')
    },
  },
  {
    row: 'DELETE /api/bid-appointments/:id',
    shownOn: [],
    make: async (page) => {
      await button(page, 'Delete Look at the slab').click()
      await confirm(page, 'Delete')
      await written(page, 'Appointment deleted successfully')
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
      await written(page, 'Bid rejected successfully')
    },
  },
  {
    row: 'POST /api/pending-bids/:id/convert',
    shownOn: ['Dashboard', 'Work in Progress', 'Messages', 'Pending Bids'],
    make: async (page) => {
      await card(page, 'Attic').getByRole('button', { name: 'Approve' }).click()
      await dialog(page).getByRole('button', { name: 'Approve' }).click()
      await written(page, 'Bid successfully converted to job')
    },
  },
  {
    row: 'POST /api/pending-bids/:id/undo-convert',
    shownOn: ['Dashboard', 'Work in Progress', 'Messages', 'Pending Bids'],
    make: async (page) => {
      await card(page, 'Shed').getByRole('button', { name: 'Approve' }).click()
      await dialog(page).getByRole('button', { name: 'Approve' }).click()
      await toast(page, 'Bid successfully converted to job')
      await button(page, 'Undo').click()
      await written(page, 'The bid is pending again')
    },
  },
  {
    row: 'DELETE /api/pending-bids/:id',
    shownOn: ['Pending Bids'],
    make: async (page) => {
      await openBid(page, 'Garage')
      await button(page, 'Delete bid').click()
      await confirm(page, 'Delete')
      await written(page, 'Bid deleted successfully')
      await main(page).getByRole('heading', { level: 1, name: 'Pending Bids' }).waitFor()
    },
  },
]

story('bids are fresh after each write', async (stage) => {
  for (const name of ['Garage', 'Attic', 'Shed']) await make(stage.admin, name)
  await followed(stage, writes)
})
