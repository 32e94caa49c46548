import type { CDPSession, Locator, Page } from 'playwright-core'
import { dialog } from './screen.ts'

/**
 * Acts like a person at the screen and counts their taps. Typing into the focused field needs no
 * tap.
 */
export class Finger {
  taps = 0

  async tap(target: Locator) {
    this.taps += 1
    await target.click()
  }

  async type(field: Locator, text: string) {
    await field.waitFor()
    if (!(await field.evaluate((input) => input === document.activeElement))) await this.tap(field)
    await field.pressSequentially(text)
  }

  /** Fills in a field that has the focus or gets it by a key. Counts as one tap. */
  async fill(field: Locator, text: string) {
    this.taps += 1
    await field.fill(text)
  }

  /** Pastes a text into the focused field. Counts as one tap. */
  async paste(page: Page, text: string) {
    this.taps += 1
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  }

  /** Presses a key that chooses or sends something. Counts as one tap. */
  async press(page: Page, key: string) {
    this.taps += 1
    await page.keyboard.press(key)
  }
}

/** Swipes with one finger from a point by a distance, in pixels. */
export async function swipe(
  browser: CDPSession,
  from: { x: number; y: number },
  by: [number, number],
) {
  const steps = 6
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + by[0] * part, y: from.y + by[1] * part }],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= steps; step++) await send('touchMove', step / steps)
  await send('touchEnd', 1)
}

/**
 * Counts the later requests of a page that change something.
 * @returns a function that returns the count
 */
export function countWrites(page: Page): () => number {
  let writes = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes += 1
  })
  return () => writes
}

/** Waits for a toast that does not cover the sheet. */
const toastAboveSheet = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const message = document.querySelector('[data-toast]')
    const sheet = document.querySelector('[role=dialog]')
    if (!sheet || !message?.textContent?.includes(wanted)) return false
    return message.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top
  }, text)

/**
 * Fills in and submits the open invite form, whose first field has the focus, and waits for the
 * sheet with the link.
 */
export async function inviteInForm(
  page: Page,
  finger: Finger,
  firstName: string,
  submit: 'Create Invite Link' | 'Send Invite' = 'Create Invite Link',
) {
  const fields = { 'First Name': firstName, 'Last Name': 'Lund', Email: `${firstName}@example.com` }
  for (const [label, text] of Object.entries(fields))
    await finger.type(dialog(page).getByLabel(label), text)
  await finger.tap(dialog(page).getByRole('button', { name: submit }))
  await toastAboveSheet(page, 'User Invited Successfully!')
  await dialog(page).getByRole('button', { name: 'Copy' }).waitFor()
}
