import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { Finger } from '../finger.ts'
import type { SampleCompany } from '../sample.ts'
import { main } from '../screen.ts'
import { waitUntilInstalled, waitUntilStored } from '../serviceWorker.ts'

/** Something a person wants to find out or do, starting from the home screen. */
export interface Errand {
  readonly role: Role
  readonly name: string
  /** The expected number of clicks, filled-in fields, and keys that choose or send. */
  readonly taps: number
  /**
   * Creates the data it needs, before the clock starts.
   * @returns the start path, the home screen by default
   */
  readonly before?: (sample: SampleCompany) => Promise<string>
  /** Resolves when the answer is on screen or the action is done. */
  readonly run: (page: Page, finger: Finger) => Promise<unknown>
  /** Whether the connection is lost once the first screen is ready. */
  readonly isOffline?: true
  /** Undoes the action, so that it can be repeated. */
  readonly after?: (page: Page, sample: SampleCompany) => Promise<unknown>
}

export const widthOf = ({ role }: Errand) => (role === 'admin' ? 1440 : 390)

/**
 * Records clicks on links that leave the browser, such as to the phone's maps, instead of following
 * them.
 */
export async function recordExternalLinks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !/^(tel:|https:..www\.google\.)/.test(link.href)) return
      event.preventDefault()
      document.documentElement.dataset.openedLink = link.href
    }
    addEventListener('click', note, { capture: true })
  })
}

/** The id of the job whose conversation the first work on screen leads to. */
async function firstJobOn(page: Page): Promise<string> {
  const link = main(page).getByRole('article').first().getByRole('link', { name: 'Message' })
  const href = await link.getAttribute('href')
  return new URL(href ?? '', page.url()).searchParams.get('jobId') ?? ''
}

/**
 * Does an errand once.
 * @returns the number of taps, and the time in milliseconds since the first screen was ready, or
 * since it was opened when the errand takes no taps
 */
export async function doErrand(page: Page, errand: Errand, sample: SampleCompany) {
  const path = (await errand.before?.(sample)) ?? '/'
  const opened = performance.now()
  await page.goto(path)
  if (errand.taps > 0) {
    await main(page).getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  if (errand.isOffline) {
    await waitUntilInstalled(page)
    await waitUntilStored(page, await firstJobOn(page))
    await page.context().setOffline(true)
  }
  const finger = new Finger()
  const begin = errand.taps > 0 ? performance.now() : opened
  await errand.run(page, finger)
  const time = performance.now() - begin
  await page.context().setOffline(false)
  await errand.after?.(page, sample)
  return { taps: finger.taps, time }
}
