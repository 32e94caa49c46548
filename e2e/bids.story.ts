import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Bid {
  readonly id: string
}

const newBid = (admin: ApiClient, name: string, more = {}) =>
  admin.request<Bid>('POST', '/api/pending-bids', { name, address: '12 Quarry Rd, Elgin', ...more })

story(
  'a bid is printed for its customer with its scope, on several pages',
  async ({ admin, visit }) => {
    const steps = Array.from({ length: 40 }, (_, n) => `Step ${n + 1} of the work.`)
    const { id } = await newBid(admin, 'Barn roof', { notes: 'CANARY' })
    const page = await visit(admin, `/pending-bids/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog(page).getByLabel('Scope of Work').fill(steps.join('\n\n'))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Bid updated successfully')
    await main(page).getByText('Step 40 of the work.').waitFor()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Preview' }).click()
    const paper = await opened
    await paper.getByRole('heading', { name: 'Barn roof', level: 1 }).waitFor()
    const file = new Uint8Array(await paper.pdf({ format: 'Letter' }))
    const { text: pages } = await extractText(await getDocumentProxy(file))
    const lines = pages.flatMap((text) => text.split('\n').map((line) => line.trim()))
    expect(lines.filter((line) => line.startsWith('Step'))).toEqual(steps)
    expect(lines).toContain('Barn roof')
    expect(lines.join()).not.toMatch(/CANARY|Download PDF/)
    expect(pages.length).toBeGreaterThan(1)
    for (const part of ['Estimated amount', 'Signature']) expect(pages.at(-1)).toContain(part)
  },
)

story('an appointment can be downloaded for a calendar', async ({ admin, visit }) => {
  const { id } = await newBid(admin, 'Lake house')
  await admin.request('POST', `/api/pending-bids/${id}/appointments`, {
    ...{ title: 'Site visit', scheduledDate: '2026-12-01T15:00:00Z' },
  })
  const page = await visit(admin, `/pending-bids/${id}?tab=appointments`)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add Site visit to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe('plumbline-appointment.ics')
})
