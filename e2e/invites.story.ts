import { networkInterfaces } from 'node:os'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { PASSWORD, setUp, setup } from './harness/company.ts'
import { mailCatcher } from './harness/mailCatcher.ts'
import { accessibilityFaults, apiClientOf } from './harness/page.ts'
import { button, card, dialog } from './harness/screen.ts'
import { story } from './harness/story.ts'

/** An address of this machine in a network; undefined where it is in none. */
const lanAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const linkIn = (page: Page) => dialog(page).getByLabel('Link', { exact: true }).inputValue()

/** Adds a client who is not invited. */
const addClient = (api: ApiClient, firstName: string) =>
  api.request<{ id: string }>('POST', '/api/users', {
    ...{ firstName, lastName: 'Lund', email: `${firstName.toLowerCase()}@example.com` },
  })

/** Clicks, and counts the clicks. */
class Finger {
  taps = 0
  async tap(target: Locator) {
    this.taps += 1
    await target.click()
  }
}

/** Waits for a toast that covers nothing of the sheet. */
const toastAboveSheet = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const message = document.querySelector('[data-toast]')
    const sheet = document.querySelector('[role=dialog]')
    if (!sheet || !message?.textContent?.includes(wanted)) return false
    return message.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top
  }, text)

/** Fills in the form for a new invite; its first field has the focus. */
async function invite(page: Page, finger: Finger, firstName: string) {
  const fields = { 'First Name': firstName, 'Last Name': 'Lund', Email: `${firstName}@example.com` }
  for (const [label, text] of Object.entries(fields)) {
    const field = dialog(page).getByLabel(label)
    if (label !== 'First Name') await finger.tap(field)
    await field.pressSequentially(text)
  }
  await finger.tap(dialog(page).getByRole('button', { name: 'Create Invite Link' }))
  await toastAboveSheet(page, 'User Invited Successfully!')
  await dialog(page).getByRole('button', { name: 'Copy' }).waitFor()
}

const NAMES = ['Ada-May', 'Ben', 'Cal', 'Dot', 'Eve']

story(
  'over http in the office, five people are invited in a row, and the first link still works',
  async ({ startServer, visit }) => {
    const server = await startServer({ env: { HOST: '0.0.0.0' } })
    const { port } = new URL(server.url)
    const url = `http://${lanAddress ?? '127.0.0.1'}:${port}`
    const codeIn = () => /enter the code (\S+)\n/.exec(server.output)?.[1]
    await expect.poll(codeIn).toBeDefined()
    const code = codeIn()
    const admin = await new ApiClient(url).startSession('/api/setup', { ...setup, code })
    const page = await visit(admin, '/', { width: 390 })
    // Without https there is none; on the machine itself there would be.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

    const finger = new Finger()
    await finger.tap(button(page, 'Open menu'))
    await finger.tap(page.getByRole('link', { name: 'User Management' }))
    await finger.tap(button(page, 'Invite User'))
    const links: string[] = []
    for (const name of NAMES) {
      if (links.length > 0) await finger.tap(button(page, 'Invite Another'))
      await invite(page, finger, name)
      await page.getByText(/The link is selected/).waitFor()
      links.push(await linkIn(page))
    }
    expect(finger.taps).toBe(22)
    expect(new Set(links).size).toBe(5)
    for (const link of links) expect(link.startsWith(`${url}/api/invite/`)).toBe(true)
    await page.getByRole('heading', { name: '5 people invited' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    // The sheet keeps every link, and so does the card.
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
    await card(page, 'Ada-May Lund').getByText('Joined').first().waitFor()
    await page.getByRole('tab', { name: 'Pending Invites (4)' }).waitFor()
  },
)

story('an invite is emailed too, where email is configured', async ({ startServer, visit }) => {
  const catcher = await mailCatcher()
  try {
    const server = await startServer({ env: { SMTP_URL: catcher.url } })
    const admin = await setUp(server.url)
    const page = await visit(admin, '/users?new=invite')
    for (const [label, text] of [
      ['First Name', 'Ivy'],
      ['Last Name', 'Lund'],
      ['Email', 'ivy@example.com'],
    ] as const)
      await dialog(page).getByLabel(label).fill(text)
    await dialog(page).getByRole('button', { name: 'Send Invite' }).click()
    await page.getByText(/It was also emailed to ivy@example.com/).waitFor()
    const link = await linkIn(page)
    const received = (address: string) => catcher.emails.find(({ to }) => to === address)
    await expect.poll(() => received('ivy@example.com')?.text).toContain(link)

    for (const name of ['Jon', 'Kim', 'Leo']) await addClient(admin, name)
    await page.goto('/users?show=uninvited')
    await button(page, 'Invite all (3)').click()
    await dialog(page).getByRole('button', { name: 'Send 3 Invites' }).click()
    await page.getByRole('heading', { name: '3 people invited' }).waitFor()
    await expect.poll(() => catcher.emails.length).toBe(4)
    expect(received('jon@example.com')?.text).toContain(await linkIn(page))
  } finally {
    await catcher.close()
  }
})

story('the sheet works with the keyboard, and looks right', async (stage) => {
  const { admin, visit, checkAppearance } = stage
  const ids = await Promise.all(['Nora', 'Otis'].map((name) => addClient(admin, name)))
  const page = await visit(admin, '/users?show=uninvited')
  await card(page, 'Nora Lund').getByText('Not invited').waitFor()
  await page.getByRole('checkbox', { name: 'Choose Nora Lund' }).press('Space')
  await button(page, 'Invite 1 person').press('Enter')
  await dialog(page).getByRole('button', { name: 'Copy' }).waitFor()
  // Every story's server is on this computer only.
  await page.getByText('Only this computer can open these links').waitFor()
  const code = dialog(page).getByRole('button', { name: 'QR code' })
  await code.press('Enter')
  await page.getByRole('img', { name: 'QR code of the invite link for Nora Lund' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  await checkAppearance(admin, '/users?show=uninvited', 'users-uninvited', (there) =>
    button(there, 'Invite all (1)').waitFor(),
  )
  await admin.request('POST', '/api/users/invites', { userIds: ids.map(({ id }) => id) })
  await checkAppearance(admin, '/users?tab=invites', 'users-invite-sheet', async (there) => {
    await button(there, 'Invite link of Otis Lund').click()
    await dialog(there).getByRole('button', { name: 'QR code' }).click()
    await there.getByRole('img', { name: /^QR code of the invite link/ }).waitFor()
  })
})
