import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './apiClient.ts'
import { png } from './png.ts'

/** The header of every printout after `addLetterhead`. */
export const LETTERHEAD = 'Ridgeline Builders 240 S Water St, Batavia · 630-555-0199'

/** Gives the company an address and a logo. */
export async function addLetterhead(admin: ApiClient) {
  await admin.request('PUT', '/api/settings', {
    ...{ address: '240 S Water St, Batavia', phone: '630-555-0199' },
  })
  const body = new FormData()
  body.append(
    'logo',
    new File([new Uint8Array(png(320, 80, 120))], 'logo.png', { type: 'image/png' }),
  )
  const url = `${admin.url}/api/settings/logo`
  const { status } = await fetch(url, { method: 'PUT', headers: { cookie: admin.cookie }, body })
  expect(status).toBe(200)
}

/** Opens a page whose Print buttons do not open the browser's dialog, which no test could close. */
export async function openToPrint(visit: (path: string) => Promise<Page>, path: string) {
  const page = await visit('/api/health')
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto(path)
  return page
}

/** Presses Print and waits until the browser's dialog would open. */
export async function pressPrint(page: Page) {
  await page.evaluate(() => document.documentElement.removeAttribute('data-printed'))
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.locator('html[data-printed]').waitFor()
}

/** Presses CSV. @returns the text of the downloaded file */
export async function pressCsv(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  const file = await download.createReadStream()
  return Buffer.concat(await file.toArray()).toString()
}
