import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { loadAxe } from './harness/accessibility.ts'
import { PASSWORD } from './harness/company.ts'
import { lookAtAll, lookAtPage, openForLooks } from './harness/lookAt.ts'
import { story } from './harness/story.ts'

/** The screens that show a different text while they are empty. */
const EMPTY = [
  ...['/', '/jobs', '/tasks', '/photos', '/messages', '/notifications', '/pending-bids'],
  ...['/schedule', '/rental-properties', '/rental-properties?tab=tenants'],
  ...['late-rents', 'net-yield'].map((report) => `/rental-properties?tab=reports&report=${report}`),
]

story('empty screens look right', async (stage) => {
  const { admin, join } = stage
  const people = [
    [admin, EMPTY],
    [(await join('subcontractor', 'Stan')).api, ['/', '/tasks', '/photos']],
    [(await join('client', 'Nora')).api, ['/', '/jobs', '/photos']],
  ] as const
  for (const [api, paths] of people) {
    const looks = paths.map((path) => ({ path }))
    await lookAtAll(await openForLooks(stage, api, 'phone'), 'phone', looks)
    // Two screens are enough for the light theme, because all are built from the same components.
    await lookAtAll(await openForLooks(stage, api, 'desk'), 'desk', looks.slice(0, 2))
  }
})

story('the pages for people who are signed out look right', async (stage) => {
  const { admin, anonymous, join, visit, expectError } = stage
  const person = { email: 'bart@example.com', firstName: 'Bartholomew-Christopher' }
  const { inviteLink } = await admin.request<{ inviteLink: string }>('POST', '/api/users/invite', {
    ...{ ...person, lastName: 'Client', role: 'client', projectIds: [] },
  })
  const { id } = await join('client', 'Gil')
  const { resetLink } = await admin.request<{ resetLink: string }>(
    'POST',
    `/api/users/${id}/reset-link`,
  )
  expectError(/^GET \/api\/invite\/gone: 404$/)
  const page = await visit(anonymous, '/api/health')
  await loadAxe(page)
  for (const [name, path] of [
    ['landing', '/'],
    ['not-found', '/nowhere'],
    ['sign-in', '/api/login?role=client'],
    ['forgot', '/api/forgot-password'],
    ['invite', new URL(inviteLink).pathname],
    ['reset', new URL(resetLink).pathname],
    ['invite-gone', '/api/invite/gone'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await lookAtPage(page, name)
  }
  await page.goto('/api/login')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await lookAtPage(page, 'show-password')
})

/** The links and buttons of the screen that the floating button overlaps. */
const overlapped = (page: Page, name: string) =>
  page.evaluate((label) => {
    const button = document.querySelector(`main button[aria-label="${label}"]`)
    const own = button?.getBoundingClientRect() ?? new DOMRect()
    const controls = [...document.querySelectorAll('main :is(a, button, input, select)')]
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      const across = Math.min(box.right, own.right) - Math.max(box.left, own.left)
      const down = Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top)
      // A tolerance of two pixels for rounding.
      return control !== button && across > 2 && down > 2 ? [control.textContent] : []
    })
  }, name)

story('the floating button moves away from every link', async ({ sample, visit }) => {
  const { people } = await sample({ longNames: true })
  for (const width of [390, 1440] as const) {
    const page = await visit(people.admin, '/jobs', { width })
    await page.getByRole('article').last().waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < Math.min(height, 4000); top += 90) {
      await page.evaluate((y) => window.scrollTo(0, y), top)
      await expect
        .poll(() => overlapped(page, 'Create New Job'), { message: `${width} px wide, at ${top}` })
        .toEqual([])
    }
  }
})
