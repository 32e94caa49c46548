import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const main = (page: Page) => page.getByRole('main')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const dialog = (page: Page) => page.getByRole('dialog')
export const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** The list item that contains this text. */
export const item = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text })

/** Waits for a toast or any other text. */
export const toast = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor()

/** Confirms the dialog that is shown before something is deleted. */
export const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()

/** Waits until the focus is in an element. Keys that are pressed earlier do not reach it. */
export const focusIn = (element: Locator) =>
  element.and(element.page().locator(':focus-within')).waitFor()

/**
 * Closes with Escape what has just opened. It listens to the key only a moment after it is on
 * screen, so the key may have to be pressed again.
 */
export async function closeByEscape(opened: Locator): Promise<void> {
  const press = async () => {
    await opened.page().keyboard.press('Escape')
    const closed = opened.waitFor({ state: 'detached', timeout: 1_000 })
    return closed.then(
      () => true,
      () => false,
    )
  }
  await expect.poll(press, { message: 'Escape closes it' }).toBe(true)
}

export const pathOf = (page: Page) => new URL(page.url()).pathname

/** Waits until the page is at a path. */
export const expectPath = (page: Page, path: string) =>
  expect.poll(() => pathOf(page), { message: 'the path of the page' }).toBe(path)

/** Navigates inside the application, which takes a tenth of the time of a page load. */
export const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Waits until the application shows the screen of its address, and nothing on it or over it is
 * loading.
 */
export const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() => {
    const LOADING =
      '[data-skeleton], :is(main, [role=dialog], [role=alertdialog]) :is(.animate-breathe, [aria-busy=true]), [role=status] .animate-spin'
    // The router of the application. It becomes idle once React has rendered the screen.
    const router:
      | {
          readonly latestLocation: { readonly href: string }
          readonly state: { readonly status: string; readonly resolvedLocation?: { href: string } }
        }
      | undefined = Reflect.get(window, '__TSR_ROUTER__')
    return (
      router?.state.status === 'idle' &&
      router.state.resolvedLocation?.href === router.latestLocation.href &&
      document.querySelector('main h1') !== null &&
      document.querySelector(LOADING) === null
    )
  })

/** Navigates inside the application, and waits until the screen is complete. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await go(page, path)
  await waitUntilSettled(page)
}
