import { networkInterfaces } from 'node:os'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './harness/accessibility.ts'
import { ApiClient } from './harness/apiClient.ts'
import { PASSWORD, setup } from './harness/company.ts'
import { Finger, inviteInForm } from './harness/finger.ts'
import { mailCatcher } from './harness/mailCatcher.ts'
import { apiClientOf, expectNoOverflow } from './harness/page.ts'
import { button, card, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** The IPv4 address of this machine in its network. Undefined when it is in none. */
const lanAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const linkIn = (page: Page) => dialog(page).getByLabel('Link', { exact: true }).inputValue()

/** Returns the selected text of the focused field. */
const selectedText = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement)) return `the focus is on ${field?.outerHTML}`
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })

const NAMES = ['Ada-May', 'Ben']

/** Expects the ways to share the link of the expanded invite besides the clipboard. */
async function expectShareLinks(page: Page, link: string, email: string) {
  const hrefOf = (name: string) =>
    dialog(page).getByRole('link', { name, exact: true }).getAttribute('href')
  const text = new URL((await hrefOf('Text')) ?? '')
  expect([text.protocol, text.searchParams.get('body')]).toEqual([
    ...['sms:', expect.stringContaining(link)],
  ])
  const mail = new URL((await hrefOf('Mail')) ?? '')
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', email])
  expect(mail.searchParams.get('body')).toContain(link)
  // Not all browsers can share, and only over https.
  const canShare = await page.evaluate(() => 'share' in navigator)
  expect(await dialog(page).getByRole('button', { name: 'Share' }).count()).toBe(canShare ? 1 : 0)
}

story(
  'over http in the office, two people are invited, and the first link still works',
  async ({ startServer, visit }) => {
    const catcher = await mailCatcher()
    try {
      const env = { HOST: '0.0.0.0', SMTP_URL: catcher.url }
      const server = await startServer({ env })
      const { port } = new URL(server.url)
      const url = `http://${lanAddress ?? '127.0.0.1'}:${port}`
      const codeIn = () => /enter the code (\S+)\n/.exec(server.output)?.[1]
      await expect.poll(codeIn).toBeDefined()
      const code = codeIn()
      const admin = await new ApiClient(url).startSession('/api/setup', { ...setup, code })
      const page = await visit(admin, '/', { width: 390 })
      // Browsers have no clipboard without https, except on localhost.
      if (lanAddress === undefined)
        await page.evaluate(() =>
          Object.defineProperty(navigator, 'clipboard', { value: undefined }),
        )
      expect(await page.evaluate(() => typeof navigator.clipboard)).toBe('undefined')

      const finger = new Finger()
      await finger.tap(button(page, 'Open menu'))
      await finger.tap(page.getByRole('link', { name: 'User Management' }))
      await finger.tap(button(page, 'Invite User'))
      const links: string[] = []
      for (const name of NAMES) {
        if (links.length > 0) await finger.tap(button(page, 'Invite Another'))
        await inviteInForm(page, finger, name, 'Send Invite')
        await page.getByText(/The link is selected/).waitFor()
        await page.getByText(`It was also emailed to ${name}@example.com`).waitFor()
        const link = await linkIn(page)
        expect(link.startsWith(`${url}/api/invite/`)).toBe(true)
        // The text says so a moment earlier.
        await expect.poll(() => selectedText(page)).toBe(link)
        await expectShareLinks(page, link, `${name}@example.com`)
        links.push(link)
      }
      expect(finger.taps).toBe(10)
      expect(new Set(links).size).toBe(2)
      await expect.poll(() => catcher.emails.length).toBe(2)
      for (const [index, link] of links.entries()) {
        const email = catcher.emails.find(({ to }) => to === `${NAMES[index]}@example.com`)
        expect(email?.text).toContain(link)
      }
      await page.getByRole('heading', { name: '2 people invited' }).waitFor()
      await expectNoOverflow(page)
      expect(await accessibilityFaults(page)).toEqual([])

      // The sheet still shows every link, and so does the card.
      await button(page, 'Ada-May Lund').click()
      expect(await linkIn(page)).toBe(links[0])
      await button(page, 'Done').click()
      await page.goto('/users?tab=invites')
      await button(page, 'Invite link of Ada-May Lund').click()
      expect(await linkIn(page)).toBe(links[0])

      const theirs = await visit(new ApiClient(url), new URL(links[0] ?? '').pathname)
      await theirs.getByRole('heading', { name: 'Welcome, Ada-May' }).waitFor()
      await theirs.getByLabel('Password').fill(PASSWORD)
      await theirs.getByRole('button', { name: 'Join' }).click()
      await theirs.waitForURL('/')
      expect(await (await apiClientOf(theirs)).request('GET', '/api/auth/user')).toMatchObject({
        firstName: 'Ada-May',
      })
      await page.goto('/users')
      await card(page, 'Ada-May Lund').getByText('Active').first().waitFor()
      await page.getByRole('tab', { name: 'Pending Invites (1)' }).waitFor()
    } finally {
      await catcher.close()
    }
  },
)
