import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { setWaitingCount } from '../features/photos/waiting.ts'
import { company, open as openAt, people } from '../testing/open.tsx'
import { job } from '../testing/rows.ts'
import { screens, sidebars } from '../testing/screens.ts'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'
import { Guard } from './Guard.tsx'

const server = await startServer()
afterAll(server.close)

type Who = keyof typeof people

beforeEach(() => {
  server.reset()
  for (const attribute of ['anonymous', 'setup']) delete document.documentElement.dataset[attribute]
})

const open = (path: string, who?: Who) => openAt(server, path, who)
const mockNavigation = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

test('signed out, / shows three buttons to the sign-in pages of the roles', async () => {
  const navigations = mockNavigation()
  open('/')
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(
    await screen.findByRole('heading', { name: /complete job management solution/i }),
  ).toBeTruthy()
  const doors = ['Admin', 'Subcontractor', 'Client'].map((name) =>
    screen.getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  expect(doors.map((door) => door.textContent)).toEqual([
    'AdminManage jobs, assign tasks and track progress',
    'SubcontractorView tasks, update progress and upload photos',
    'ClientMonitor project status, view galleries and communicate',
  ])
  for (const door of doors) await userEvent.click(door)
  expect(navigations.mock.calls.flat()).toEqual(
    ['admin', 'subcontractor', 'client'].map((role) => `/api/login?role=${role}`),
  )
})

test('a page that the server marked as anonymous sends no request', () => {
  document.documentElement.dataset.anonymous = ''
  open('/')
  expect(screen.getByRole('heading', { name: /complete job management solution/i })).toBeTruthy()
  expect(server.seen).toEqual([])
})

test('before setup, the only button leads to setup', async () => {
  const navigations = mockNavigation()
  Object.assign(document.documentElement.dataset, { anonymous: '', setup: '' })
  open('/')
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Set up your company',
  ])
  expect(screen.queryByText('Sign in as')).toBeNull()
  await userEvent.click(main.getByRole('button'))
  expect(navigations.mock.calls).toEqual([['/api/login']])
  expect(server.seen).toEqual([])
})

test('signed out, a screen shows a toast and opens sign-in after 500 ms, to return there', async () => {
  const navigations = mockNavigation()
  const navigatedAt = new Promise<number>((done) =>
    navigations.mockImplementation(() => done(performance.now())),
  )
  open('/jobs?status=on_hold')
  const openedAt = performance.now()
  expect(
    await screen.findByText('Unauthorized: You are logged out. Logging in again...'),
  ).toBeTruthy()
  expect(screen.getByText('Loading')).toBeTruthy()
  expect((await navigatedAt) - openedAt).toBeGreaterThanOrEqual(500)
  expect(navigations.mock.calls).toEqual([['/api/login?returnTo=%2Fjobs%3Fstatus%3Don_hold']])
})

test.each([
  ['signed out', undefined],
  ['signed in', 'admin' as const],
])('an unknown address %s is not found', async (_, who) => {
  open('/nowhere', who)
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
})

test('a failing server is reported, and can be tried again', async () => {
  server.on('GET /api/auth/user', {
    status: 503,
    body: { message: 'The database is not reachable right now' },
  })
  server.on('GET /api/settings', { body: company })
  server.visit('/photos')
  render(<Guard />)
  expect(await screen.findByText('The database is not reachable right now')).toBeTruthy()
  server.on('GET /api/auth/user', { body: people.admin })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
})

test.each(sidebars)(
  'the sidebar of the $role has the links of the role',
  async ({ role, labels }) => {
    open('/photos', role)
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    const links = within(nav).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(labels)
    expect(
      links
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/photos'])
  },
)

test('waiting photos are counted beside Photos, in the sidebar and the phone bar', async () => {
  setWaitingCount(3)
  open('/tasks', 'subcontractor')
  for (const name of ['Main', 'Quick links']) {
    const places = within(await screen.findByRole('navigation', { name }))
    const link = places.getByRole('link', { name: 'Photos', description: '3 waiting to be sent' })
    expect(link.getAttribute('href')).toBe('/photos')
    act(() => setWaitingCount(0))
    expect(link.getAttribute('aria-describedby')).toBeNull()
    act(() => setWaitingCount(3))
  }
  setWaitingCount(0)
})

test('without a holdings company its screens are not linked, but can be opened', async () => {
  open('/rental-properties', 'admin')
  server.on('GET /api/settings', { body: { ...company, holdingsName: null } })
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(nav).getAllByRole('link').at(-1)?.textContent).toBe('User Management')
  expect(await within(screen.getByRole('banner')).findByText('Rental Properties')).toBeTruthy()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'rental')
  expect(await screen.findByText('Nothing found for “rental”')).toBeTruthy()
})

test.each([
  ['light', 'bg-logo-light'],
  ['dark', 'bg-logo-dark'],
  [null, null],
] as const)('a logo for a %s background has the class %s', async (logoGround, ground) => {
  open('/photos', 'admin')
  const logoUrl = '/api/settings/logo?v=1'
  server.on('GET /api/settings', { body: { ...company, logoUrl, logoGround } })
  await screen.findByRole('navigation', { name: 'Main' })
  const sidebar = screen.getByRole('complementary')
  const logo = sidebar.querySelector('img')
  expect(logo?.getAttribute('src')).toBe(logoUrl)
  expect(/bg-logo-\w+/.exec(logo?.className ?? '')?.[0] ?? null).toBe(ground)
  // Regardless of how much room the picture leaves.
  expect(within(sidebar).getByText(company.companyName)).toBeTruthy()
})

test('the foot of the sidebar has the initials, name, role, theme and Logout', async () => {
  // @ts-expect-error: a plain script, as index.html includes it
  await import('../public/theme.js')
  const navigations = mockNavigation()
  open('/photos', 'subcontractor')
  const me = await screen.findByRole('link', { name: 'My account: Tomás Ortiz Subcontractor' })
  expect(me.textContent).toBe('My account: TOTomás Ortiz Subcontractor')
  await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  expect(document.documentElement.className).toBe('dark')
  expect(Object.entries(localStorage)).toEqual([['theme', 'dark']])
  await screen.findByRole('button', { name: 'Switch to light theme' })
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(navigations).toHaveBeenCalledWith('/api/logout')
})

test('the menu at the foot of the sidebar of the office is used with keys', async () => {
  open('/photos', 'admin')
  const button = await screen.findByRole('button', { name: 'Your menu: Dana Reyes Admin' })
  for (const key of ['{Enter}', ' ']) {
    button.focus()
    await userEvent.keyboard(key)
    const menu = within(await screen.findByRole('menu', { name: /Dana Reyes/ }))
    const items = menu.getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      ...['Customers', 'Invoices', 'Price list', 'Settings', 'My account'],
    ])
    expect(document.activeElement).toBe(items[0])
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(items[1])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByRole('menu')).toBeNull()
  }
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Customers' }))
  await waitFor(() => expect(location.pathname).toBe('/customers'))
  expect(screen.queryByRole('menu')).toBeNull()
})

const roles = Object.keys(people) as Who[]
test.each(
  screens.flatMap((page) =>
    roles.map((who) => [page.path.replace(/\$\w+/, 'x'), who, page] as const),
  ),
)('%s as %s has its titles, or says that access is denied', async (path, who, page) => {
  open(path, who)
  const bar = await screen.findByRole('banner')
  expect(within(bar).getByText(page.title)).toBeTruthy()
  const allowed = page.roles.includes(who)
  await waitFor(() => expect(document.title).toBe(`${page.title} · ${company.companyName}`))
  if (allowed) return expect(screen.queryByText(/Access Denied/)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(page.denied)
})

test('Ctrl-K finds and opens screens and jobs', async () => {
  server.on('GET /api/jobs', ({ url }) => ({
    body: url.includes('search=alder')
      ? [{ id: 'j1', name: 'Kitchen remodel', address: '418 Alder Ct' }]
      : [],
  }))
  open('/photos', 'admin')
  await screen.findByRole('navigation', { name: 'Main' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Find' })
  await userEvent.type(box, 'alder')
  expect(await screen.findByRole('option', { name: /418 Alder Ct/ })).toBeTruthy()
  await userEvent.clear(box)
  await userEvent.type(box, 'user man')
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'User Management',
    ]),
  )
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/users'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('Ctrl-K searches for what was typed, not for every letter of it', async () => {
  const words = new Set<string | null>()
  server.on(jobRoutes.list, ({ query }) => {
    words.add(query.get('search'))
    return { body: [job(1, { address: '418 Alder Ct' })] }
  })
  open('/photos', 'admin')
  await screen.findByRole('navigation', { name: 'Main' })
  await userEvent.keyboard('{Control>}k{/Control}')
  // A fast hand, whatever the speed of the machine.
  const box = await screen.findByRole('combobox', { name: 'Find' })
  for (const typed of ['a', 'al', 'ald', 'alder'])
    fireEvent.change(box, { target: { value: typed } })
  await screen.findByRole('option', { name: /418 Alder Ct/ })
  words.delete(null)
  expect([...words]).toEqual(['alder'])
})

test('Ctrl-K finds a job by the phone of its customer, and tasks by name', async () => {
  const found = job(1, { address: '418 Alder Ct', customerName: 'Maya Okafor' })
  server.on(jobRoutes.list, { body: [found] })
  server.on(taskRoutes.list, { body: [task(1, { name: 'Hang doors' })] })
  open('/photos', 'admin')
  await screen.findByRole('navigation', { name: 'Main' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), '555-0151')
  expect(await screen.findByRole('option', { name: /Maya Okafor, 418 Alder Ct/ })).toBeTruthy()
  await userEvent.click(await screen.findByRole('option', { name: /Hang doors/ }))
  await waitFor(() => expect(location.search).toBe(`?task=${task(1).id}`))
  expect(location.pathname).toBe('/tasks')
})

const findIn = async (who: Who, typed: string) => {
  open('/photos', who)
  await screen.findByRole('banner')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), typed)
}

test.each([
  ['crew', 'Crew Board', '/crew-board'],
  ['assign', 'Crew Board', '/crew-board'],
  ['homeowners', 'Customers', '/customers'],
  ['cost book', 'Price List', '/price-list'],
  ['bills', 'Invoices', '/invoices'],
  ['refunds', 'Payments', '/payments'],
  ['license', 'Proposals', '/settings'],
  ['gantt', 'Gantt chart', '/schedule?view=gantt'],
  ['template', 'Schedule Templates', '/schedule-templates'],
  ['holiday', 'Working days and holidays', '/settings'],
  ['rent received', 'Income', '/rental-properties?tab=income'],
])('Ctrl-K finds by %s what is called %s', async (typed, label, href) => {
  await findIn('admin', typed)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${label}`) }))
  await waitFor(() => expect(location.pathname + location.search).toBe(href))
})

test('Ctrl-K finds the invoices of a client', async () => {
  const invoice = {
    ...{ id: '0198c0de-0000-7000-8000-0000000000f1', number: '2026-0042', title: 'Cabinets in' },
    ...{ status: 'open', jobId: '0198c0de-0000-7000-8000-0000000000f2', jobName: 'Kitchen' },
    ...{ issuedOn: '2026-11-16', dueOn: '2026-11-30', total: 100, owed: 100 },
  }
  const other = { ...invoice, id: invoice.jobId, number: '2026-0041', title: 'Deposit' }
  server.on('GET /api/my-invoices', { body: [invoice, other] })
  await findIn('client', 'cabinets')
  await userEvent.click(await screen.findByRole('option', { name: /2026-0042 · Cabinets in/ }))
  await waitFor(() => expect(location.pathname).toBe(`/invoices/${invoice.id}`))
})

test('Ctrl-K finds only what the person may open', async () => {
  await findIn('subcontractor', 'crew')
  expect(await screen.findByText('Nothing found for “crew”')).toBeTruthy()
})

test('Ctrl-K finds entries, tenants, homes, income and expenses', async () => {
  const row = { id: '0198c0de-0000-7000-8000-0000000000f1' }
  const name = { firstName: 'Priya', lastName: 'Nair' }
  const days = { startDate: '2026-11-19', endDate: '2026-11-20' }
  server.on('GET /api/schedule-entries', {
    body: [{ ...row, title: 'Roof', jobName: 'Porch', ...days }],
  })
  server.on('GET /api/tenants', { body: [{ ...row, ...name, propertyAddress: '9 Oak St' }] })
  server.on('GET /api/rental-properties', {
    body: [{ ...row, address: '9 Oak St', city: 'Elgin' }],
  })
  const income = { incomeType: 'Rent', rentMonth: '2026-11', dateReceived: '2026-11-03' }
  server.on('GET /api/rental-income', {
    body: [{ ...row, ...income, amount: '1395.00', propertyAddress: '9 Oak St' }],
  })
  const expense = { vendor: 'Oak Plumbing', description: 'Drain', dateIncurred: '2026-11-04' }
  server.on('GET /api/rental-expenses', { body: [{ ...row, ...expense, amount: '85.00' }] })
  await findIn('admin', 'oak')
  for (const text of [
    'RoofPorch · Nov 19 – 20, 2026',
    'Priya Nair9 Oak St',
    '9 Oak StElgin',
    '$1,395.00 Rent, Nov 20269 Oak St · Nov 3, 2026',
    '$85.00 Oak Plumbing DrainNov 4, 2026',
  ])
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain(text),
    )
})

test('Ctrl-K finds words with a wrong letter once nothing else is found', async () => {
  server.on(jobRoutes.list, ({ query }) => ({
    body: query.get('alike') === 'true' ? [job(1, { name: 'Kitchen remodel' })] : [],
  }))
  await findIn('admin', 'kichen')
  expect(await screen.findByRole('option', { name: /^Kitchen remodel/ })).toBeTruthy()
  expect(await screen.findByText('Nothing found for “kichen”. With another letter:')).toBeTruthy()
  await userEvent.clear(screen.getByRole('combobox', { name: 'Find' }))
  await userEvent.type(screen.getByRole('combobox', { name: 'Find' }), 'templete')
  expect(await screen.findByRole('option', { name: 'Schedule Templates' })).toBeTruthy()
})

test('Ctrl-K finds messages by their words', async () => {
  const jobId = '0198c0de-0000-7000-8000-0000000000f2'
  const content = `${'Good morning all. '.repeat(5)}The countertop comes on Tuesday.`
  server.on(jobRoutes.list, { body: [] })
  server.on('GET /api/messages', {
    body: [{ id: 'm1', jobId, jobName: 'Porch', senderName: 'Sue Stark', content }],
  })
  await findIn('admin', 'countertop')
  const option = await screen.findByRole('option', { name: /countertop comes on Tuesday/ })
  expect(option.textContent).toBe(
    '… all. Good morning all. The countertop comes on Tuesday.Sue Stark · Porch',
  )
  await userEvent.click(option)
  await waitFor(() => expect(location.search).toBe(`?jobId=${jobId}`))
})

test('? shows the keyboard shortcuts, but not while typing', async () => {
  open('/photos', 'admin')
  await screen.findByRole('navigation', { name: 'Main' })
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), '?')
  expect(screen.queryByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeNull()
})

test('/ goes to the search of the screen, or to the palette where there is none', async () => {
  server.on(jobRoutes.list, { body: [job(1)] })
  open('/jobs', 'admin')
  const search = await screen.findByRole('searchbox')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('a/b')
  expect(search).toHaveProperty('value', 'a/b')
  cleanup()
  open('/settings', 'admin')
  await screen.findByRole('region', { name: 'Company' })
  await userEvent.keyboard('/')
  expect(await screen.findByRole('combobox', { name: 'Find' })).toBeTruthy()
})

test('going back focuses the link that was followed, going elsewhere the top', async () => {
  server.on(jobRoutes.list, { body: [job(1), job(2)] })
  open('/jobs', 'admin')
  const links = () => document.querySelectorAll(`main a[href="/jobs/${job(2).id}"]`)
  await waitFor(() => expect(links()).not.toHaveLength(0))
  await userEvent.click(links()[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toBe(`/jobs/${job(2).id}`))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
  history.back()
  await waitFor(() => expect(location.pathname).toBe('/jobs'))
  await waitFor(() => expect(document.activeElement).toBe(links()[0]))
})

test.each([
  ['admin', true],
  ['client', false],
] as const)('the shortcuts of %s include those of the schedule: %s', async (role, isShown) => {
  open('/photos', role)
  await screen.findByRole('navigation', { name: 'Main' })
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }))
  expect(dialog.queryByRole('heading', { name: 'Schedule' }) !== null).toBe(isShown)
})

test('the menu of a small screen opens, and closes when a link is chosen', async () => {
  open('/photos', 'client')
  await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })
  await userEvent.click(within(menu).getByRole('link', { name: 'Schedule' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  expect(location.pathname).toBe('/schedule')
  expect(await within(screen.getByRole('banner')).findByText('Schedule')).toBeTruthy()
})
