import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkThemes } from './harness/appearance.ts'
import { newJob } from './harness/jobs.ts'
import { isAtHand, UNSENT, upload } from './harness/photoQueue.ts'
import { button, dialog, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; (await focused(page)) !== name; presses++) {
    if (presses > 20) throw new Error(`Tab does not lead to ${name}`)
    await page.keyboard.press('Tab')
  }
}

story(
  'photos that wait: their line, their queue and the question before signing out',
  async (stage) => {
    const { admin, join, visit, expectError } = stage
    expectError(UNSENT)
    expectError(/^POST \/api\/photos: (413|503)$/)
    const jobId = await newJob(admin, 'Porch')
    const sub = await join('subcontractor', 'Pia', [jobId])
    for (const [width, ...shades] of [
      [390, 100, 150, 200],
      [1440, 110, 160, 210],
    ] as const) {
      const [first, second] = shades.map((shade) => `IMG_${shade}.png`)
      const page = await visit(sub.api, '/photos', { width })
      await isAtHand(page)
      await page.context().setOffline(true)
      await upload(page, ...shades)
      await dialog(page).getByText('Waits for a signal').nth(2).waitFor()
      await button(page, 'Continue in the background').click()
      const line = button(page, '3 of 3 wait for a signal')
      await line.waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      await checkThemes(page, `upload-line-${width}`)

      await line.focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByRole('listitem').nth(2).waitFor()
      // The first control would be one that cancels an upload.
      const hasFocus = (element: Element) => element === document.activeElement
      await expect.poll(() => dialog(page).evaluate(hasFocus)).toBe(true)
      await checkThemes(page, `upload-queue-${width}`)
      await tabTo(page, `Cancel the upload of ${second}`)
      await page.keyboard.press('Enter')
      await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(2)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      // The focus is given back a moment after the dialog is gone.
      await expect.poll(() => focused(page)).toBe('2 of 2 wait for a signal')

      // One is refused, and the other waits for a server that has no time until the first one has come.
      let hasRoom = false
      let hasTime = false
      await page.context().route('**/api/photos', (route) => {
        const isFirst = route.request().postDataBuffer()?.includes(`${first}`)
        if (hasTime || (isFirst && hasRoom)) {
          hasTime = true
          return route.continue()
        }
        return route.fulfill(
          isFirst
            ? { status: 413, json: { code: 'quotaReached', message: 'There is no room for it' } }
            : { status: 503 },
        )
      })
      await page.context().setOffline(false)
      const part = button(page, 'Sending 1 of 1 · 1 was not sent')
      await part.waitFor()
      await part.focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByText('There is no room for it').waitFor()
      await checkThemes(page, `upload-failed-${width}`)

      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      if (width === 390) await button(page, 'More').click()
      await button(page, 'Logout').click()
      await page.getByRole('alertdialog', { name: '1 photo is not sent yet' }).waitFor()
      await checkThemes(page, `sign-out-question-${width}`)
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      // Escape would put away the tooltip of Logout, which has the focus again.
      if (width === 390) await button(page, 'Close menu').click()
      await dialog(page).waitFor({ state: 'detached' })

      await part.focus()
      await page.keyboard.press('Enter')
      await tabTo(page, `Retry the upload of ${first}`)
      hasRoom = true
      await page.keyboard.press('Enter')
      // The line goes when all are sent, and the dialog with it.
      await toast(page, '2 photos uploaded successfully')
      await dialog(page).waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
      await page.context().unroute('**/api/photos')
    }
  },
)
