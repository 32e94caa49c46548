import { type Role, roles } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { screensOf } from './harness/sample.ts'
import { button, dialog, main } from './harness/screen.ts'
import { type StoryContext, story } from './harness/story.ts'
import { coveredAtEnd, loaded, smallTargets } from './harness/targets.ts'

/** Views and tabs of screens that look otherwise. */
const views: Readonly<Partial<Record<Role, readonly string[]>>> = {
  admin: [
    '/jobs?view=table',
    '/schedule?view=calendar',
    '/schedule?view=gantt',
    '/schedule?view=list',
    ...['late-rents', 'ending-leases', 'tax-year', 'income-statement', 'net-yield'].map(
      (report) => `/rental-properties?tab=reports&report=${report}`,
    ),
  ],
}

/** What opens over a screen, by the address that opens it. */
const forms: Readonly<Partial<Record<Role, readonly string[]>>> = {
  admin: [
    ...['/jobs?new=job', '/jobs?open=filter', '/tasks?new=task', '/schedule?new=entry'],
    ...['/pending-bids?new=bid', '/users?new=invite', '/photos?new=photo', '/subcontractors?new=1'],
    ...['properties', 'tenants', 'income', 'expenses'].map(
      (tab) => `/rental-properties?tab=${tab}&new=1`,
    ),
  ],
  subcontractor: ['/photos?new=photo'],
}

/** Looks at what is on screen, each tab of it, and at the end of the page. */
async function look(page: Page, path: string) {
  await loaded(page)
  expect(await smallTargets(page), path).toEqual([])
  const tabs = main(page).getByRole('tab', { selected: false })
  for (const label of await tabs.allTextContents()) {
    await main(page).getByRole('tab').filter({ hasText: label }).first().tap()
    await loaded(page)
    expect(await smallTargets(page), `${path}, ${label}`).toEqual([])
  }
  await expect.poll(() => coveredAtEnd(page), { message: `at the end of ${path}` }).toEqual([])
}

async function walk({ sample, visit }: StoryContext, role: Role) {
  const company = await sample()
  const page = await visit(company.people[role], '/account', { width: 390 })
  const screens = await screensOf(company, role)
  for (const path of [...screens.map((screen) => screen.path), ...(views[role] ?? [])]) {
    await page.goto(path)
    await look(page, path)
  }
  for (const path of forms[role] ?? []) {
    await page.goto(path)
    await dialog(page).getByRole('textbox').or(dialog(page).getByRole('combobox')).first().waitFor()
    expect(await smallTargets(page), path).toEqual([])
  }
  await page.goto('/account')
  for (const name of ['More', 'Find', /^Notifications/]) {
    await button(page, name).tap()
    await dialog(page).waitFor()
    expect(await smallTargets(page), `${name}`).toEqual([])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
}

for (const role of roles)
  story(`a thumb hits every control of every screen: ${role}`, (stage) => walk(stage, role))
