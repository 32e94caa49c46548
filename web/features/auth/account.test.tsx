import { type AccountSession, accountRoutes } from '@plumbline/contract/account.ts'
import { authRoutes } from '@plumbline/contract/auth.ts'
import { backupRoutes } from '@plumbline/contract/backup.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { exportRoutes } from '@plumbline/contract/export.ts'
import { failures } from '@plumbline/contract/failures.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { storageRoutes } from '@plumbline/contract/storage.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { company, open, people } from '../../testing/open.tsx'
import { emptyStorage } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { deviceName } from '../../ui/deviceName.ts'

const server = await startServer()
afterAll(server.close)

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const session = (sid: string, current: boolean, userAgent: string): AccountSession => ({
  sid,
  current,
  userAgent,
  createdAt: '2026-11-19T15:00:00.000Z',
  expiresAt: '2026-12-19T15:00:00.000Z',
  address: '192.0.2.7',
})
/** The version of a row after a change. */
const later = { updatedAt: '2026-01-06T15:00:00.000Z' }
const here = session('a', true, 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0')

beforeEach(() => {
  server.reset()
  server.on(accountRoutes.sessions, { body: [here, session('b/1', false, PHONE)] })
  server.on(secondFactorRoutes.read, {
    body: { enabledAt: null, recoveryCodesLeft: 0, required: false },
  })
  server.on(passkeyRoutes.list, { body: [] })
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(storageRoutes.read, { body: emptyStorage })
  server.on(exportRoutes.summary, { body: { rows: 1204, files: 120, bytes: 1_234_000_000 } })
  server.on(backupRoutes.read, { body: { running: false, failure: null, kept: [] } })
})
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const sent = (method: string) => server.seen.filter((request) => request.method === method)

test('a person can change name and phone, which updates the sidebar', async () => {
  open(server, '/account', 'admin')
  const details = await part('Your details')
  const changed = { ...people.admin, firstName: 'Daniela', phone: '(630) 555-0114', ...later }
  server.on(peopleRoutes.update, { body: changed })
  server.on(authRoutes.me, { body: changed })
  await userEvent.clear(details.getByLabelText('First Name'))
  await userEvent.type(details.getByLabelText('First Name'), 'Daniela')
  await userEvent.type(details.getByLabelText('Phone'), '(630) 555-0114')
  await userEvent.click(details.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Account updated successfully')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    firstName: 'Daniela',
    phone: '(630) 555-0114',
  })
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(people.admin))
  expect(await screen.findByRole('button', { name: 'Your menu: Daniela Reyes Admin' })).toBeTruthy()
})

test('an admin who lacks a required second factor sees why nothing is saved', async () => {
  open(server, '/account', 'admin')
  const details = await part('Your details')
  server.on(peopleRoutes.update, { failure: 'secondFactorRequired' })
  await userEvent.type(details.getByLabelText('First Name'), 'x')
  await userEvent.click(details.getByRole('button', { name: 'Save' }))
  const { message } = failures.secondFactorRequired
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect(screen.queryByText('Failed to update account')).toBeNull()
})

test('a name is required; a sub also has a trade', async () => {
  open(server, '/account', 'subcontractor')
  const details = await part('Your details')
  expect(details.getByLabelText('Specialty')).toHaveProperty('value', 'Electrical')
  await userEvent.clear(details.getByLabelText('Last Name'))
  await userEvent.click(details.getByRole('button', { name: 'Save' }))
  expect(await details.findByText('Last name is required')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
})

test('a new password needs the old one and enough characters', async () => {
  open(server, '/account', 'client')
  const form = await part('Password')
  await userEvent.type(form.getByLabelText('New Password'), 'too short')
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await form.findByText('Enter your current password')).toBeTruthy()
  expect(form.getByText('At least 12 characters')).toBeTruthy()
  server.on(accountRoutes.changePassword, {
    failure: 'invalid',
    fields: { currentPassword: 'That is not your current password' },
  })
  await userEvent.type(form.getByLabelText('Current Password'), 'wrong one')
  await userEvent.type(form.getByLabelText('New Password'), ' but a sentence now')
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await form.findByText('That is not your current password')).toBeTruthy()
  expect(screen.getByText('Failed to change password')).toBeTruthy()
  server.on(accountRoutes.changePassword, { body: undefined })
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await screen.findByText('Password changed successfully')).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({
    currentPassword: 'wrong one',
    newPassword: 'too short but a sentence now',
  })
  expect(form.getByLabelText('New Password')).toHaveProperty('value', '')
})

test('a person sees where they are signed in, and signs out there', async () => {
  open(server, '/account', 'client')
  const list = await part('Active sessions')
  const rows = list.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    'Firefox on WindowsThis deviceSince Nov 19, 2026, 9:00 AM · 192.0.2.7',
    'Chrome on AndroidSince Nov 19, 2026, 9:00 AM · 192.0.2.7Sign out',
  ])
  server.on(accountRoutes.endSession, { body: undefined })
  server.on(accountRoutes.sessions, { body: [here] })
  await userEvent.click(list.getByRole('button', { name: 'Sign out Chrome on Android' }))
  expect(await screen.findByText('Device signed out')).toBeTruthy()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(sent('DELETE')[0]?.url).toBe('/api/account/sessions/b%2F1')
  expect(list.queryByRole('button')).toBeNull()
})

test.each([
  ['admin', 4],
  ['client', 2],
] as const)('the account screen of a %s has %i links', async (who, links) => {
  open(server, '/account', who)
  await part('Your details')
  expect(within(screen.getByRole('main')).queryAllByRole('link')).toHaveLength(links)
})

test.each(['UTC', 'US/Central'])('a company in %s sees its time zone', async (timeZone) => {
  open(server, '/settings', 'admin')
  server.on(settingsRoutes.read, { body: { ...company, timeZone } })
  const form = await part('Company')
  expect(form.getByRole('combobox', { name: 'Time Zone' })).toHaveProperty('value', timeZone)
})

test('an admin can change the company, which updates its name everywhere', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Company')
  const changed = { ...company, companyName: 'Elm Street Builders', timeZone: 'America/Denver' }
  server.on(settingsRoutes.update, { body: changed })
  server.on(settingsRoutes.read, { body: changed })
  await userEvent.clear(form.getByLabelText('Company Name'))
  await userEvent.type(form.getByLabelText('Company Name'), 'Elm Street Builders')
  await userEvent.click(form.getByRole('combobox', { name: 'Time Zone' }))
  await userEvent.clear(form.getByRole('combobox', { name: 'Time Zone' }))
  await userEvent.type(form.getByRole('combobox', { name: 'Time Zone' }), 'denver{Enter}')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    companyName: 'Elm Street Builders',
    timeZone: 'America/Denver',
  })
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(company))
  expect(
    await within(screen.getByRole('complementary')).findByText('Elm Street Builders'),
  ).toBeTruthy()
})

test('concurrent changes of the company are listed, and saving again replaces them', async () => {
  let shown: Settings = company
  open(server, '/settings', 'admin')
  server.on(settingsRoutes.read, () => ({ body: shown }))
  server.on(settingsRoutes.update, { failure: 'stale' })
  const form = await part('Company')
  await userEvent.type(form.getByLabelText('Phone'), '(630) 555-0100')
  shown = { ...company, phone: '(630) 555-0199', address: '1 Elm St', holidays: [], ...later }
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const notice = (await form.findByText(/Someone else changed this/)).closest('[role=status]')
  const lines = [...(notice?.querySelectorAll('li') ?? [])].map((line) => line.textContent)
  expect(lines).toEqual(['Address: none 1 Elm St', 'Phone: none (630) 555-0199'])
  expect(document.activeElement?.contains(notice)).toBe(true)
  expect(form.getByLabelText('Phone')).toHaveProperty('value', '(630) 555-0100')
  expect(form.getByLabelText('Address')).toHaveProperty('value', '1 Elm St')
  server.on(settingsRoutes.update, { body: shown })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body, headers }) => [JSON.parse(body), headers['if-match']])).toEqual([
    [{ phone: '(630) 555-0100' }, tagOf(company)],
    [{ phone: '(630) 555-0100' }, tagOf(shown)],
  ])
  await waitFor(() => expect(form.queryByText(/Someone else changed this/)).toBeNull())
})

test('parts saved one after the other are each sent with the latest version', async () => {
  let shown: Settings = company
  open(server, '/settings', 'admin')
  server.on(settingsRoutes.read, () => ({ body: shown }))
  server.on(settingsRoutes.update, () => {
    shown = { ...company, phone: '(630) 555-0100', ...later }
    return { body: shown }
  })
  const form = await part('Company')
  await userEvent.type(form.getByLabelText('Phone'), '(630) 555-0100')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  const clients = await part('Clients')
  const first = form.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(first.getAttribute('aria-busy')).toBeNull())
  await userEvent.click(clients.getByRole('checkbox', { name: /^Clients see/ }))
  await userEvent.click(clients.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('PUT')).toHaveLength(2))
  expect(sent('PUT').map(({ headers }) => headers['if-match'])).toEqual([
    tagOf(company),
    tagOf(shown),
  ])
})

test('time zones of the United States come first; the holdings name can be removed', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Company')
  server.on(settingsRoutes.update, { body: { ...company, holdingsName: null } })
  const zone = form.getByRole('combobox', { name: /Time Zone/ })
  await userEvent.click(zone)
  const zones = form.getAllByRole('option').map((option) => option.textContent)
  expect(zones.slice(0, 8)).toEqual([
    'America/New York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
    'America/Adak',
  ])
  expect(zones.slice(33, 35)).toEqual(['Pacific/Saipan', 'Africa/Abidjan'])
  await userEvent.keyboard('{Escape}')
  await userEvent.clear(form.getByLabelText('Holdings Name'))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ holdingsName: null })
})

test('dismissed first steps can be shown again', async () => {
  open(server, '/settings', 'admin')
  const restored = { ...company, checklistDismissed: false }
  server.on(settingsRoutes.update, { body: restored })
  const button = await screen.findByRole('button', { name: 'Show on the Dashboard' })
  server.on(settingsRoutes.read, { body: restored })
  await userEvent.click(button)
  expect(await screen.findByText('First steps are on the dashboard again')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({ checklistDismissed: false })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})

test('an admin can add and remove a logo', async () => {
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Logo' }))
  expect(part.getByText('No logo yet')).toBeTruthy()
  const changed = { ...company, logoUrl: '/api/settings/logo?v=1' }
  server.on(settingsRoutes.putLogo, { body: changed })
  server.on(settingsRoutes.read, { body: changed })
  await userEvent.upload(
    part.getByLabelText('Logo'),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )
  expect(await screen.findByText('Logo saved successfully')).toBeTruthy()
  expect(sent('PUT')[0]?.headers['content-type']).toMatch(/^multipart\/form-data/)
  expect(sent('PUT')[0]?.body).toContain('name="logo"; filename="logo.png"')
  expect((await part.findByAltText("The company's logo")).getAttribute('src')).toBe(changed.logoUrl)
  expect(screen.getByRole('complementary').querySelector('img')?.getAttribute('src')).toBe(
    changed.logoUrl,
  )

  server.on(settingsRoutes.removeLogo, { body: undefined })
  server.on(settingsRoutes.read, { body: company })
  await userEvent.click(part.getByRole('button', { name: 'Remove' }))
  expect(await part.findByText('No logo yet')).toBeTruthy()
})

test('a logo that is not an image is rejected', async () => {
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Logo' }))
  server.on(settingsRoutes.putLogo, { failure: 'notPicture' })
  await userEvent.upload(
    part.getByLabelText('Logo'),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )
  expect(await screen.findByText('Failed to save logo')).toBeTruthy()
  expect(await part.findByText(failures.notPicture.message)).toBeTruthy()
})

test.each([
  ['Clients see which sub does the work', { clientsSeeSubs: false }],
  ['Photos of subs are shown to clients at once', { subPhotosShared: false }],
  ['Draft a weekly update for clients on Fridays', { weeklyUpdates: false }],
])('a setting for clients can be turned off: %s', async (name, change) => {
  open(server, '/settings', 'admin')
  const form = await part('Clients')
  const checkbox = form.getByRole('checkbox', { name })
  expect(checkbox).toHaveProperty('checked', true)
  const changed = { ...company, ...change }
  server.on(settingsRoutes.update, { body: changed })
  server.on(settingsRoutes.read, { body: changed })
  await userEvent.click(checkbox)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual(change)
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(company))
  expect(checkbox).toHaveProperty('checked', false)
})

test('working days and holidays can be changed', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Working days and holidays')
  server.on(settingsRoutes.update, { body: company })
  await userEvent.click(form.getByRole('checkbox', { name: 'Friday' }))
  await userEvent.click(form.getByRole('checkbox', { name: 'Saturday' }))
  await userEvent.click(form.getByRole('button', { name: 'Add Holiday' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Holiday name is required')).toBeTruthy()
  expect(form.getByText('Enter a date as YYYY-MM-DD')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Day'), '2026-12-25')
  await userEvent.type(form.getByLabelText('Holiday'), 'Christmas Day')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Settings saved successfully')
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    workingDays: [1, 2, 3, 4, 6],
    holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
  })
})

test('the US holidays of a year are added at once, then those of the next', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Working days and holidays')
  const add = () =>
    userEvent.click(form.getByRole('button', { name: /^Add US holidays of \d{4}$/ }))
  await add()
  await add()
  expect(form.getAllByRole('button', { name: 'Remove Labor Day' })).toHaveLength(2)
  const labels = form.getAllByLabelText<HTMLInputElement>('Day').map(({ value }) => value)
  expect(new Set(labels).size).toBe(14)
})

test.each([
  [PHONE, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('the user agent %s is shown as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('everything can be downloaded, and its size is shown before', async () => {
  open(server, '/settings', 'admin')
  const data = await part('Your data')
  expect(await data.findByText('All tables, and 120 files (1.23 GB)')).toBeTruthy()
  const opened: string[] = []
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    opened.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`)
  })
  server.on(exportRoutes.create, { body: { url: '/api/export/zip?key=abc' } })
  await userEvent.click(data.getByRole('button', { name: 'Download Everything' }))
  expect(await screen.findByText('The download starts in a moment')).toBeTruthy()
  follow.mockRestore()
  expect(opened).toEqual(['/api/export/zip?key=abc true'])
})

test('a download that is refused says why', async () => {
  open(server, '/settings', 'admin')
  const data = await part('Your data')
  server.on(exportRoutes.create, { failure: 'tooMany' })
  await userEvent.click(data.getByRole('button', { name: 'Download Everything' }))
  expect((await data.findByRole('alert')).textContent).toBe(failures.tooMany.message)
})
