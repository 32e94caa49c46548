import type { Page } from 'playwright-core'

/** Waits until the code of the queue is loaded, which only the service worker has offline. */
export const waitForQueue = (page: Page) =>
  page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.some(
      ({ name, responseEnd }) => name.includes('/WaitingDialog-') && responseEnd > 0,
    )
  })

/** Writes a message in the open conversation, which has to wait. */
export async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await page.getByRole('list', { name: 'Waiting messages' }).getByText(text).waitFor()
}
