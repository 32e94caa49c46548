import type { AccountSession } from '@plumbline/contract/auth.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company, open, people } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'
import { deviceName } from './deviceName.ts'

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
const here = session('a', true, 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0')

beforeEach(() => {
  server.reset()
  server.on('GET /api/account/sessions', { body: [here, session('b/1', false, PHONE)] })
})
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const sent = (method: string) => server.seen.filter((request) => request.method === method)

test('one changes name and phone, and the sidebar follows', async () => {
  open(server, '/account', 'admin')
  const details = await part('Your details')
  const changed = { ...people.admin, firstName: 'Daniela', phone: '(630) 555-0114' }
  server.on(`PUT /api/users/${people.admin.id}`, { body: changed })
  server.on('GET /api/auth/user', { body: changed })
  await userEvent.clear(details.getByLabelText('First Name'))
  await userEvent.type(details.getByLabelText('First Name'), 'Daniela')
  await userEvent.type(details.getByLabelText('Phone'), '(630) 555-0114')
  await userEvent.click(details.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your details are saved')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    firstName: 'Daniela',
    lastName: 'Reyes',
    phone: '(630) 555-0114',
  })
  expect(await screen.findByRole('link', { name: 'My account: Daniela Reyes Admin' })).toBeTruthy()
})

test('a name is required; a sub keeps a trade too', async () => {
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
  server.on('POST /api/account/password', {
    status: 400,
    body: {
      message: 'That is not your current password',
      code: 'invalid',
      fields: { currentPassword: 'That is not your current password' },
    },
  })
  await userEvent.type(form.getByLabelText('Current Password'), 'wrong one')
  await userEvent.type(form.getByLabelText('New Password'), ' but a sentence now')
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await form.findByText('That is not your current password')).toBeTruthy()
  expect(screen.getByText('Failed to change the password')).toBeTruthy()
  server.on('POST /api/account/password', { status: 204 })
  await userEvent.click(form.getByRole('button', { name: 'Change Password' }))
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({
    currentPassword: 'wrong one',
    newPassword: 'too short but a sentence now',
  })
  expect(form.getByLabelText('New Password')).toHaveProperty('value', '')
})

test('one sees where one is signed in, and signs out there', async () => {
  open(server, '/account', 'client')
  const list = await part('Where you are signed in')
  const rows = list.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    'Firefox on WindowsThis deviceSince Nov 19, 2026, 9:00 AM · 192.0.2.7',
    'Chrome on AndroidSince Nov 19, 2026, 9:00 AM · 192.0.2.7Sign out',
  ])
  server.on('DELETE /api/account/sessions/b%2F1', { status: 204 })
  server.on('GET /api/account/sessions', { body: [here] })
  await userEvent.click(list.getByRole('button', { name: 'Sign out Chrome on Android' }))
  expect(await screen.findByText('Signed out there')).toBeTruthy()
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button')).toBeNull()
})

test.each([
  ['admin', 2],
  ['client', 0],
] as const)('the way to the settings, as %s', async (who, links) => {
  open(server, '/account', who)
  await part('Your details')
  expect(within(screen.getByRole('main')).queryAllByRole('link')).toHaveLength(links)
})

test.each(['UTC', 'US/Central'])('a company in %s reads its time zone', async (timeZone) => {
  open(server, '/settings', 'admin')
  server.on('GET /api/settings', { body: { ...company, timeZone } })
  const form = await part('Company')
  expect(form.getByRole('combobox', { name: 'Time Zone' })).toHaveProperty('value', timeZone)
})

test('an admin changes the company, and every name follows', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Company')
  const changed = { ...company, companyName: 'Elm Street Builders', timeZone: 'America/Denver' }
  server.on('PUT /api/settings', { body: changed })
  server.on('GET /api/settings', { body: changed })
  await userEvent.clear(form.getByLabelText('Company Name'))
  await userEvent.type(form.getByLabelText('Company Name'), 'Elm Street Builders')
  await userEvent.click(form.getByRole('combobox', { name: 'Time Zone' }))
  await userEvent.clear(form.getByRole('combobox', { name: 'Time Zone' }))
  await userEvent.type(form.getByRole('combobox', { name: 'Time Zone' }), 'denver{Enter}')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings are saved')).toBeTruthy()
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    companyName: 'Elm Street Builders',
    holdingsName: 'Ridgeline Holdings',
    address: null,
    phone: null,
    timeZone: 'America/Denver',
  })
  expect(
    await within(screen.getByRole('complementary')).findByText('Elm Street Builders'),
  ).toBeTruthy()
})

test('an admin gives the company a logo, and takes it away again', async () => {
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Logo' }))
  expect(part.getByText('No logo yet')).toBeTruthy()
  const changed = { ...company, logoUrl: '/api/settings/logo?v=1' }
  server.on('PUT /api/settings/logo', { body: changed })
  server.on('GET /api/settings', { body: changed })
  await userEvent.upload(
    part.getByLabelText('Logo'),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )
  expect(await screen.findByText('The logo is saved')).toBeTruthy()
  expect(sent('PUT')[0]?.headers['content-type']).toMatch(/^multipart\/form-data/)
  expect(sent('PUT')[0]?.body).toContain('name="logo"; filename="logo.png"')
  expect((await part.findByAltText("The company's logo")).getAttribute('src')).toBe(changed.logoUrl)
  expect(screen.getByRole('complementary').querySelector('img')?.getAttribute('src')).toBe(
    changed.logoUrl,
  )

  server.on('DELETE /api/settings/logo', { status: 204 })
  server.on('GET /api/settings', { body: company })
  await userEvent.click(part.getByRole('button', { name: 'Remove' }))
  expect(await part.findByText('No logo yet')).toBeTruthy()
})

test('a logo that is none', async () => {
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Logo' }))
  const message = 'Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture'
  server.on('PUT /api/settings/logo', { status: 415, body: { message, code: 'notPicture' } })
  await userEvent.upload(
    part.getByLabelText('Logo'),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )
  expect(await screen.findByText('Failed to save the logo')).toBeTruthy()
  expect(await part.findByText(message)).toBeTruthy()
})

test('working days and holidays', async () => {
  open(server, '/settings', 'admin')
  const form = await part('Working days and holidays')
  server.on('PUT /api/settings', { body: company })
  await userEvent.click(form.getByRole('checkbox', { name: 'Friday' }))
  await userEvent.click(form.getByRole('checkbox', { name: 'Saturday' }))
  await userEvent.click(form.getByRole('button', { name: 'Add a Holiday' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Name the holiday')).toBeTruthy()
  expect(form.getByText('Enter a date as YYYY-MM-DD')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Day'), '2026-12-25')
  await userEvent.type(form.getByLabelText('Holiday'), 'Christmas Day')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Settings are saved')
  expect(JSON.parse(sent('PUT')[0]?.body ?? '')).toEqual({
    workingDays: [1, 2, 3, 4, 6],
    holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
  })
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
  ['curl/8.5.0', 'Another program'],
  ['', 'Another program'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
