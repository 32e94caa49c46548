import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type SampleCompany, screensOf } from './sample.ts'
import { button, dialog, main } from './screen.ts'

/** A screen, or a view or overlay of one, whose appearance is checked. */
export interface Look {
  /** Its address. `$job`, `$bid` and so on stand for records of the company with long names. */
  readonly path: string
  /** Opens it from the address with a click or two. Not needed when the address alone shows it. */
  readonly show?: (page: Page) => Promise<unknown>
  /** It changes the screen itself and opens no overlay. */
  readonly isInPlace?: true
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click()
const key = (name: string) => async (page: Page) => {
  await page.keyboard.press(name)
  await dialog(page).waitFor()
}
/** Opens the menu of a head, which is a row on a desktop. */
const openNarrowMenu = async (page: Page) => {
  const opener = button(page, 'Other actions')
  if (await opener.isVisible()) await opener.click()
}
/** Drafts the weekly update of a job, unless it exists, and presses one of its actions. */
const draft = (name: string) => async (page: Page) => {
  const updates = page.getByRole('region', { name: 'Weekly updates' })
  const actions = updates.getByRole('button', { name, exact: true })
  const drafts = updates.getByRole('button', { name: 'Draft this week’s update' })
  await actions.or(drafts).first().waitFor()
  if (await drafts.isVisible()) {
    await drafts.click()
    // The new draft expands and collapses the one before it, whose actions are then hidden.
    await drafts.waitFor({ state: 'hidden' })
  }
  await actions.first().click()
}
/** Opens all fields of a line, which is a row on a desktop and a card on a phone. */
const openFirstLine = async (page: Page) => {
  const row = main(page).locator('li[data-line]').first()
  await row.hover()
  const more = row.getByRole('button', { name: /^More of/ })
  await more.or(row.getByRole('button')).first().click()
}
/** Opens the last month in which something was invoiced. */
const openLastMonth = async (page: Page) => {
  const months = main(page).getByRole('list', { name: 'Sales tax by month' })
  await months.getByRole('button', { disabled: false }).last().click()
  await page.getByRole('list', { name: 'Documents' }).waitFor()
}
const REPORTS = ['late-rents', 'ending-leases', 'tax-year', 'income-statement', 'net-yield']
const RENTALS = '/rental-properties'
const paths = (...all: readonly string[]) => all.map((path): Look => ({ path }))

const bell: Look = { path: '/', show: press(/^Notifications/) }

/** The views, tabs and dialogs that look different from their screen, one line each. */
const roleLooks: Readonly<Record<Role, readonly Look[]>> = {
  admin: [
    ...paths('/schedule?view=calendar', '/schedule?view=gantt', '/schedule?view=list'),
    ...paths('/jobs?view=table', '/tasks?view=table', '/pending-bids?view=table'),
    ...paths('/users?view=table', '/users?tab=invites', '/users?show=uninvited'),
    ...paths('/customers?view=table', '/customers?new=customer'),
    ...paths('/invoices?view=table', '/invoices?new=invoice&jobId=$job', '/invoices?new=payment'),
    ...paths('/price-list?new=line', '/price-list?edit=$line', '/imports/prices'),
    ...['scope', 'appointments', 'follow-ups', 'history'].map(
      (tab): Look => ({ path: `/pending-bids/$bid?tab=${tab}` }),
    ),
    { path: '/pending-bids/$bid', show: openFirstLine },
    ...['Discount', 'Sales tax', 'Edit the payment schedule', 'Edit the proposal text'].map(
      (name): Look => ({ path: '/pending-bids/$bid', show: press(new RegExp(`^${name}`)) }),
    ),
    { path: '/pending-bids/$bid', show: press(/^Price list$/) },
    ...['Copy lines of another bid', 'Markup'].map(
      (name): Look => ({
        path: '/pending-bids/$bid',
        show: async (page) => {
          await press('Other actions of the price')(page)
          await press(name)(page)
        },
      }),
    ),
    ...paths('/account?tab=notifications', '/messages?jobId=$job', '/photos?jobId=$job'),
    ...paths('/photos?jobId=$job&photo=$photo', '/crew-board?away=$sub'),
    ...paths('/schedule-templates/$template?edit=true', '/nowhere'),
    ...paths('/view-as/$client/jobs/$job', '/view-as/$sub/jobs/$job', '/jobs?search=finch'),
    ...['tenants', 'income', 'income&view=entries', 'expenses'].map(
      (tab): Look => ({ path: `${RENTALS}?tab=${tab}` }),
    ),
    ...REPORTS.map((report): Look => ({ path: `${RENTALS}?tab=reports&report=${report}` })),
    // Forms and menus.
    ...paths('/jobs?new=job', '/jobs?open=filter', '/tasks?new=task', '/schedule?new=entry'),
    ...paths('/pending-bids?new=bid', '/users?new=invite', '/photos?new=photo'),
    ...paths('/subcontractors?new=subcontractor', '/schedule-templates?new=template'),
    ...['properties', 'tenants', 'income', 'expenses'].map(
      (tab): Look => ({ path: `${RENTALS}?tab=${tab}&new=1` }),
    ),
    { path: '/', show: key('Control+k') },
    { path: '/', show: key('?') },
    bell,
    {
      path: '/jobs?new=job',
      show: async (page) => {
        await dialog(page).getByRole('button', { name: 'Create Job' }).click()
        await page.getByText('Name is required').waitFor()
      },
    },
    { path: '/jobs/$job', isInPlace: true, show: press('Job actions') },
    {
      path: '/jobs/$job',
      show: async (page) => {
        await press('Job actions')(page)
        await press('View as…')(page)
      },
    },
    {
      path: '/jobs/$job',
      show: async (page) => {
        const actions = button(page, 'Schedule actions')
        await button(page, 'Apply Template').or(actions).first().waitFor()
        if (await actions.isVisible()) await actions.click()
        await press('Apply Template')(page)
      },
    },
    { path: '/jobs', isInPlace: true, show: openNarrowMenu },
    {
      path: '/messages?jobId=$job',
      show: async (page) => {
        // A message can be removed only for a few minutes, so this sends a new one.
        await page.getByRole('textbox', { name: 'Message' }).fill('The price was wrong.')
        await page.keyboard.press('Enter')
        // Not the last message, which is another one until this one has arrived.
        const sent = main(page).getByRole('listitem').filter({ hasText: 'The price was wrong.' })
        await sent.last().getByRole('button', { name: 'Remove message' }).click()
      },
    },
    { path: '/subcontractors/$sub', show: press('Rate') },
    { path: '/customers/$customer', show: press('Edit contacts') },
    { path: '/customers/$customer/statement', show: press('Send') },
    { path: '/completions?show=tax', isInPlace: true, show: openLastMonth },
    ...['Edit', 'Issue'].map((name): Look => ({ path: '/invoices/$draft', show: press(name) })),
    ...['Void', 'Move due day', 'Record Payment'].map(
      (name): Look => ({ path: '/invoices/$invoice', show: press(name) }),
    ),
    { path: '/quickbooks', show: press(/^Undo the export/) },
    ...['Take back', 'Reverse', 'Send receipt'].map(
      (name): Look => ({
        path: '/invoices/$paid',
        show: async (page) => {
          await press(/^Actions for /)(page)
          await press(name)(page)
        },
      }),
    ),
    { path: '/jobs/$job', show: press('New change order') },
    ...['Edit', 'Send', 'Delete'].map((name): Look => ({ path: '/jobs/$job', show: draft(name) })),
    { path: '/rental-properties/tenants/$tenant', show: press('Return Deposit') },
    {
      path: '/photos?jobId=$job',
      isInPlace: true,
      show: async (page) => {
        await button(page, 'Select').click()
        await button(page, 'Select all').click()
      },
    },
  ],
  subcontractor: [
    ...paths('/messages?jobId=$job', '/photos?new=photo', '/account?tab=notifications'),
    // A screen that this role may not open.
    ...paths('/users'),
  ],
  client: [
    ...paths('/messages?jobId=$job', '/schedule?view=calendar', '/schedule?view=gantt'),
    ...paths('/schedule?view=list', '/account?tab=notifications'),
    {
      path: '/account',
      isInPlace: true,
      show: async (page) => {
        await button(page, 'Set Up Two-Step Sign-In').click()
        await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
      },
    },
  ],
}

const tables = [
  ...['/jobs', '/tasks', '/pending-bids', '/customers', '/invoices', '/price-list', '/users'],
]

/**
 * The looks that exist only on a desktop: tables with selected rows, and a double booking on the
 * crew board.
 */
const desktopLooks: readonly Look[] = [
  ...tables.map((list) => ({
    path: `${list}?view=table`,
    isInPlace: true as const,
    show: async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await page.getByRole('region', { name: 'Selection' }).waitFor()
    },
  })),
  { path: '/crew-board', show: press(/, double booking/) },
]

/** Looks that exist only on a phone: the menu and the search. */
const menu: readonly Look[] = [
  { path: '/account', show: press('More') },
  { path: '/account', show: press('Find') },
]
const deviceLooks: Readonly<Record<Device, Readonly<Record<Role, readonly Look[]>>>> = {
  desk: { admin: desktopLooks, subcontractor: [], client: [] },
  phone: {
    admin: [...menu, ...paths('/crew-board?sub=$sub')],
    subcontractor: [...menu, bell],
    client: [...menu, bell],
  },
}

interface Entity {
  readonly id: string
}

/** Whether the look opens something over the screen. */
export const isOverlay = ({ path, show, isInPlace }: Look) =>
  !isInPlace && (show !== undefined || /[?&](new|open|away|photo)=/.test(path))

export type Device = 'desk' | 'phone'
export type Part = 'screens' | 'views' | 'overlays'

/** The looks of one part for a role, with the ids of records filled in. */
export async function looksOf(
  sample: SampleCompany,
  role: Role,
  device: Device,
  part: Part,
): Promise<readonly Look[]> {
  const { people } = sample
  const first = async (path: string, api = people.admin) =>
    (await api.request<Entity[]>('GET', path))[0]?.id ?? ''
  const me = async (api = people.admin) => (await api.request<Entity>('GET', '/api/auth/user')).id
  const job = await first('/api/jobs?limit=1')
  const ids: Readonly<Record<string, string>> = {
    job,
    sub: await me(people.subcontractor),
    client: await me(people.client),
    customer: await first('/api/customers?limit=1'),
    draft: await first('/api/invoices?status=draft&limit=1'),
    invoice: await first('/api/invoices?status=open&limit=1'),
    paid: await first('/api/invoices?status=paid&limit=1'),
    line: await first('/api/price-list?limit=1'),
    bid: await first('/api/pending-bids?limit=1'),
    photo: await first(`/api/photos?jobId=${job}&limit=1`),
    template: await first('/api/schedule-templates'),
    tenant: await first('/api/tenants?limit=1'),
  }
  expect(Object.values(ids)).not.toContain('')
  if (part === 'screens') return (await screensOf(sample, role)).map(({ path }): Look => ({ path }))
  return [...roleLooks[role], ...deviceLooks[device][role]]
    .filter((look) => isOverlay(look) === (part === 'overlays'))
    .map((look) => ({
      ...look,
      path: look.path.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? `no-${name}`),
    }))
}
