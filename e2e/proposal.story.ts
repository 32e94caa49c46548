import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Entity {
  readonly id: string
}

const line = (description: string, unitPrice: string, more = {}) => ({
  ...{ description, quantity: '1', unitPrice, unitCost: '987.65', ...more },
})

/** A bid with a section to choose from and an optional one. */
async function pricedBid(admin: ApiClient): Promise<string> {
  const { id } = await admin.request<Entity>('POST', '/api/pending-bids', {
    ...{ name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' },
    ...{ customerEmail: 'nancy.boyd@example.com' },
  })
  await admin.request('PUT', `/api/pending-bids/${id}/pricing`, {
    sections: [
      { title: 'Room', lines: [line('Footings', '49000')] },
      { title: 'Extras', kind: 'optional', lines: [line('Heated floor', '3000')] },
      {
        title: 'Floor',
        kind: 'choose_one',
        lines: [line('Vinyl', '0'), line('Tile', '2394', { chosen: false })],
      },
    ],
    schedule: [{ title: 'On signing', share: { kind: 'percent', value: '10' } }, { title: 'Rest' }],
  })
  return id
}

const total = (page: Page) => page.locator('output').textContent()
const statusOf = async (admin: ApiClient, id: string) =>
  (await admin.request<{ status: string }[]>('GET', `/api/pending-bids/${id}/proposals`))[0]?.status

story(
  'a bid is sent, opened on a phone, changed, and signed with a finger; the job is there',
  async ({ admin, anonymous, visit, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED/)
    const id = await pricedBid(admin)
    const page = await visit(admin, `/pending-bids/${id}`)
    await page.getByRole('button', { name: 'Send Proposal' }).click()
    await dialog(page).getByRole('button', { name: 'Get Link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    expect(link).toMatch(/\/p\/[\w-]{43}$/)

    const phone = await visit(anonymous, new URL(link).pathname, { width: 390 })
    await expect.poll(() => total(phone)).toBe('$52,000.00')
    expect(await phone.content()).not.toContain('987')
    await phone.getByLabel(/^Tile/).check()
    await expect.poll(() => total(phone)).toBe('$54,394.00')
    // A choice that could not be counted is counted by the button.
    await phone.context().setOffline(true)
    await phone.getByLabel(/^Heated floor/).uncheck()
    const update = phone.getByRole('button', { name: 'Update total' })
    await update.waitFor()
    await phone.context().setOffline(false)
    await update.click()
    await expect.poll(() => total(phone)).toBe('$51,394.00')
    await phone.getByRole('button', { name: 'Read and sign' }).click()
    await phone.getByLabel('Your name').fill('Nancy Boyd')
    await phone.getByLabel('Draw', { exact: true }).check()
    const box = await phone.locator('canvas').boundingBox()
    if (!box) throw new Error('There is nothing to draw on')
    await phone.mouse.move(box.x + 30, box.y + 60)
    await phone.mouse.down()
    for (let n = 1; n < 12; n++)
      await phone.mouse.move(box.x + 30 + n * 15, box.y + 60 + (n % 3) * 12)
    await phone.mouse.up()
    // The drawing survives a rotated phone.
    await phone.setViewportSize({ width: 844, height: 390 })
    await phone.getByRole('checkbox', { name: /^I agree/ }).check()
    await phone.getByRole('button', { name: 'Approve and sign' }).click()
    await phone.getByText('Approved and signed.').waitFor()
    await phone.getByRole('img', { name: 'Signature' }).waitFor()

    await page.reload()
    await page.getByText('Signed', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'View Job' }).click()
    await page.getByText('$51,394.00').first().waitFor()
  },
)

story('a proposal is signed without a script', async ({ admin, anonymous, visit }) => {
  const id = await pricedBid(admin)
  const sent = await admin.request<Entity>('POST', `/api/pending-bids/${id}/proposals`, {})
  const { path } = await admin.request<{ path: string }>('GET', `/api/proposals/${sent.id}/link`)
  const page = await visit(anonymous, path, { script: false })
  await page.getByLabel(/^Heated floor/).uncheck()
  await page.getByText('Ask a question').click()
  await page.getByLabel('Your question').fill('Is the floor warm enough without?')
  await page.getByRole('button', { name: 'Send the question' }).click()
  await page.getByRole('link', { name: 'Back to the proposal' }).click()
  expect(await total(page)).toBe('$49,000.00')
  await page.getByLabel(/^Tile/).check()
  await page.getByRole('button', { name: 'Update total' }).click()
  expect(await total(page)).toBe('$51,394.00')
  await page.getByLabel(/^Vinyl/).check()
  await page.getByRole('button', { name: 'Read and sign' }).click()
  await page.getByRole('link', { name: 'Back to the proposal' }).click()
  expect(await total(page)).toBe('$49,000.00')
  await page.getByRole('button', { name: 'Read and sign' }).click()
  await page.getByLabel('Your name').fill('Nancy Boyd')
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Approve and sign' }).click()
  await page.getByText('Approved and signed.').waitFor()
  expect(await statusOf(admin, id)).toBe('approved')
})
