import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Entity {
  readonly id: string
}
const job = {
  ...{ name: 'Kitchen remodel', address: '418 Alder Ct', approvedAmount: 8_640_000 },
  ...{ startDate: '2026-11-03', endDate: '2026-12-18', status: 'in_progress' },
}

const contract = (page: Page) => page.getByRole('region', { name: 'Contract', exact: true })
/** The words of the contract on the page of a job. */
const wordsOf = (page: Page) => contract(page).textContent()

story(
  'a change order is declined, changed, and approved by the client on a phone',
  async ({ admin, join, visit }) => {
    const { id: jobId } = await admin.request<Entity>('POST', '/api/jobs', job)
    const cleo = await join('client', 'Cleo', [jobId])
    const page = await visit(admin, `/jobs/${jobId}`)
    await page.getByRole('button', { name: 'New change order' }).click()
    const form = dialog(page)
    await form.getByLabel('Title').fill('Under-cabinet lighting')
    await form.getByLabel('Description').fill('LED strips')
    await form.getByLabel('Price').fill('1240')
    await form.getByLabel('Our cost').fill('877.31')
    await form.getByLabel('Days Added').fill('2')
    await form.getByRole('button', { name: 'Add Change Order' }).click()
    await page.getByRole('heading', { name: 'Change 1, Under-cabinet lighting' }).waitFor()
    await page.getByRole('button', { name: 'Send Change Order' }).click()
    await dialog(page).getByRole('button', { name: 'Get Link' }).click()
    await page.getByLabel('Link', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).click()

    const phone = await visit(cleo.api, '/', { width: 390 })
    await phone.getByRole('heading', { name: 'Waiting for your decision' }).waitFor()
    await phone.getByRole('link', { name: /Under-cabinet lighting/ }).click()
    await phone.getByText('+$1,240.00').waitFor()
    expect(await phone.content()).not.toContain('877')
    await page.getByText(/^Viewed/).waitFor()
    await phone.getByRole('button', { name: 'Decline' }).click()
    await dialog(phone).getByLabel('Why').fill('Too much for strips')
    await dialog(phone).getByRole('button', { name: 'Decline' }).click()

    // The office reads it without reloading.
    await page.getByText('Too much for strips').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Price').fill('980')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    // The new price is sent, so it has to be on screen first.
    await page.getByText('$980.00', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Send Version 2' }).click()
    await dialog(page).getByRole('button', { name: 'Get Link' }).click()
    await page.getByLabel('Link', { exact: true }).waitFor()

    await phone.getByText('+$980.00').waitFor()
    await phone.getByRole('button', { name: 'Approve' }).click()
    await dialog(phone)
      .getByRole('checkbox', { name: /^I agree/ })
      .check()
    await dialog(phone).getByRole('button', { name: 'Approve and sign' }).click()
    await phone.getByText(/^Approved by Cleo/).waitFor()
    await phone.getByRole('link', { name: 'Kitchen remodel' }).click()
    await contract(phone).getByText('Signed copy').waitFor()
    expect(await wordsOf(phone)).toContain('$87,380.00')

    await page.goto(`/jobs/${jobId}`)
    await contract(page).getByText('Approved', { exact: true }).waitFor()
    expect(await wordsOf(page)).toMatch(/\$87,380\.00.*\$86,400\.00.*\+\$980\.00/)
    await page.getByText('Dec 22, 2026').first().waitFor()
  },
)

/** The path of the link of a change order that was sent. */
async function sentLink(admin: ApiClient, jobId: string): Promise<string> {
  const body = {
    title: 'Outlets',
    lines: [{ description: 'Outlet', quantity: '3', unitPrice: '50' }],
  }
  const { id } = await admin.request<Entity>('POST', `/api/jobs/${jobId}/change-orders`, body)
  const at = `/api/change-orders/${id}/proposals`
  const sent = await admin.request<Entity>('POST', at, {})
  return (await admin.request<{ path: string }>('GET', `/api/proposals/${sent.id}/link`)).path
}

story(
  'a change order is signed from its link without a script',
  async ({ admin, anonymous, visit }) => {
    const { id: jobId } = await admin.request<Entity>('POST', '/api/jobs', job)
    const page = await visit(anonymous, await sentLink(admin, jobId), { script: false })
    await page.getByText('Change order 1').first().waitFor()
    await page.getByRole('button', { name: 'Read and sign' }).click()
    await page.getByLabel('Your name').fill('Nancy Boyd')
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await page.getByRole('button', { name: 'Approve and sign' }).click()
    await page.getByText('Approved and signed.').waitFor()
    const found = await admin.request<{ approvedAmount: number }>('GET', `/api/jobs/${jobId}`)
    expect(found.approvedAmount).toBe(8_655_000)
  },
)
