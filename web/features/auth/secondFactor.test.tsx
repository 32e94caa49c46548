import { accountRoutes } from '@plumbline/contract/account.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { type SecondFactor, secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company, open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const off: SecondFactor = { enabledAt: null, recoveryCodesLeft: 0, required: false }
const on: SecondFactor = {
  enabledAt: '2026-11-19T15:00:00.000Z',
  recoveryCodesLeft: 10,
  required: false,
}
const secret = {
  secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  uri: 'otpauth://totp/Ridgeline:dana?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
}
const codes = Array.from({ length: 10 }, (_, n) => `abcd${n}-wxyz${n}`)

beforeEach(() => {
  server.reset()
  server.on(accountRoutes.sessions, { body: [] })
  server.on(passkeyRoutes.list, { body: [] })
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(secondFactorRoutes.read, { body: off })
})
const section = async () => within(await screen.findByRole('region', { name: 'Two-step sign-in' }))
const press = async (name: string) =>
  userEvent.click((await section()).getByRole('button', { name }))
const answerYes = async (label: string) => {
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: label }))
}
const shown = async () =>
  within(await (await section()).findByRole('list', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent)

/**
 * Waits until the element with this text has the focus, so that it is announced and the keyboard
 * continues there.
 */
const focusIsOn = (words: RegExp) =>
  waitFor(() => expect(document.activeElement?.textContent).toMatch(words))

test('setup shows the QR code, takes the first code, and shows the recovery codes', async () => {
  server.on(secondFactorRoutes.start, { body: secret })
  server.on(secondFactorRoutes.confirm, {
    failure: 'invalid',
    fields: { code: 'That code is not right' },
  })
  open(server, '/account', 'client')
  const part = await section()
  expect(part.getByText('Two-step sign-in is off.')).toBeTruthy()
  await press('Set Up Two-Step Sign-In')
  expect(await part.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(part.getByLabelText('Key')).toHaveProperty(
    'value',
    'ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567',
  )
  expect(part.getByRole('link', { name: 'Open in App' }).getAttribute('href')).toBe(secret.uri)
  await focusIsOn(/^Scan this with an authenticator app/)
  await press('Turn On')
  expect(await part.findByText('Enter the code')).toBeTruthy()
  await userEvent.type(part.getByLabelText('Code'), '123 456')
  await press('Turn On')
  expect(await part.findByText('That code is not right')).toBeTruthy()

  server.on(secondFactorRoutes.confirm, { body: { recoveryCodes: codes } })
  server.on(secondFactorRoutes.read, { body: on })
  await press('Turn On')
  expect(await shown()).toEqual(codes)
  await focusIsOn(/^Two-step sign-in has been on since/)
  expect(part.getByText('Two-step sign-in has been on since Nov 19, 2026, 9:00 AM.')).toBeTruthy()
  const sent = server.seen.filter(({ method }) => method === 'POST').at(-1)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ code: '123 456' })
})

test('recovery codes are copied, downloaded and printed', async () => {
  server.on(secondFactorRoutes.read, { body: on })
  server.on(secondFactorRoutes.newRecoveryCodes, { body: { recoveryCodes: codes } })
  open(server, '/account', 'client')
  const part = await section()
  expect(part.getByText('You have 10 recovery codes left.')).toBeTruthy()
  await press('New Recovery Codes')
  await answerYes('Make New Codes')
  expect(await shown()).toEqual(codes)

  const user = userEvent.setup()
  await user.click(part.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Recovery codes copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  const file = part.getByRole('link', { name: 'Download' })
  expect(file.getAttribute('download')).toBe('recovery-codes.txt')
  const text = decodeURIComponent(file.getAttribute('href') ?? '')
  for (const code of codes) expect(text).toContain(code)
  expect(text).toContain(people.client.email)
  const print = vi.fn(() => {
    window.dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('.paper')
    for (const code of codes) expect(paper?.textContent).toContain(code)
    window.dispatchEvent(new Event('afterprint'))
  })
  vi.stubGlobal('print', print)
  await user.click(part.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test.each([
  [4, 'You have 4 recovery codes left.', 0],
  [3, /^You have 3 recovery codes left\. Make new ones/, 1],
  [1, /^You have 1 recovery code left\. Make new ones/, 1],
  [0, /^You have no recovery codes left\. Make new ones/, 1],
])(
  '%i remaining recovery codes are shown, with a warning when few are left',
  async (recoveryCodesLeft, text, warnings) => {
    server.on(secondFactorRoutes.read, { body: { ...on, recoveryCodesLeft } })
    open(server, '/account', 'client')
    const part = await section()
    expect(part.getByText(text)).toBeTruthy()
    expect(part.queryAllByRole('status')).toHaveLength(warnings)
  },
)

test('setup can be canceled, and the focus moves on from there', async () => {
  server.on(secondFactorRoutes.start, { body: secret })
  open(server, '/account', 'client')
  await section()
  await press('Set Up Two-Step Sign-In')
  await focusIsOn(/^Scan this/)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Copy Key' }))
  expect(await screen.findByText('Key copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(secret.secret)
  await press('Cancel')
  await focusIsOn(/^Two-step sign-in is off\./)
})

test('turning off asks first, and shows why the server refuses it', async () => {
  server.on(secondFactorRoutes.read, { body: on })
  server.on(secondFactorRoutes.remove, { failure: 'secondFactorNeeded' })
  open(server, '/account', 'admin')
  await press('Turn Off')
  await answerYes('Turn Off')
  expect(await screen.findByText(/^Your company asks admins for a second factor\./)).toBeTruthy()
  server.on(secondFactorRoutes.remove, { body: undefined })
  server.on(secondFactorRoutes.read, { body: off })
  await answerYes('Turn Off')
  expect(await screen.findByText('Two-step sign-in turned off')).toBeTruthy()
  expect(await (await section()).findByText('Two-step sign-in is off.')).toBeTruthy()
})

test('an admin who lacks a required second factor is redirected to their account', async () => {
  server.on(secondFactorRoutes.read, { body: { ...off, required: true } })
  server.on('GET /api/:any', {
    status: 403,
    body: { message: 'Set one up', code: 'secondFactorRequired' },
  })
  server.on(jobRoutes.list, { failure: 'secondFactorRequired' })
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  const { unmount } = open(server, '/jobs', 'admin')
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/account'))
  expect(screen.queryByText('Something went wrong')).toBeNull()
  unmount()
  replace.mockClear()
  open(server, '/account', 'admin')
  expect(await screen.findByText(/^Your company asks admins for a second factor/)).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names.slice(0, 3)).toEqual(['Two-step sign-in', 'Passkeys', 'Your details'])
  expect(replace).not.toHaveBeenCalled()
})

test('an admin with a passkey is not asked for a second factor', async () => {
  server.on(secondFactorRoutes.read, { body: { ...off, required: true } })
  const createdAt = '2026-11-19T15:00:00.000Z'
  server.on(passkeyRoutes.list, {
    body: [{ id: 'a', name: 'Phone', createdAt, lastUsedAt: null }],
  })
  open(server, '/account', 'admin')
  expect((await section()).getByText('Two-step sign-in is off.')).toBeTruthy()
  expect(screen.queryByText(/^Your company asks admins/)).toBeNull()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names[0]).toBe('Your details')
})

test('an admin can require a second factor of all admins', async () => {
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Signing in' }))
  const box = part.getByRole('checkbox', { name: 'Admins need a second factor' })
  expect(box).toHaveProperty('checked', false)
  server.on(settingsRoutes.update, { failure: 'ownSecondFactorFirst' })
  await userEvent.click(box)
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await part.findByText(/^Set up a second factor for yourself first/)).toBeTruthy()
  const changed = { ...company, adminsNeedSecondFactor: true }
  server.on(settingsRoutes.update, { body: changed })
  server.on(settingsRoutes.read, { body: changed })
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  const sent = server.seen.filter(({ method }) => method === 'PUT').at(-1)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ adminsNeedSecondFactor: true })
})

test('an admin can remove the second factor of a person', async () => {
  const { client } = people
  server.on(peopleRoutes.list, { body: [client] })
  server.on(peopleRoutes.one, { body: { ...client, hasSecondFactor: true } })
  open(server, `/users?edit=${client.id}`, 'admin')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove the second factor of Maria Okafor' }),
  )
  server.on(secondFactorRoutes.removeOf, { body: undefined })
  await answerYes('Remove')
  expect(await screen.findByText('Second factor removed')).toBeTruthy()
  expect(server.seen.find(({ method }) => method === 'DELETE')?.url).toBe(
    `/api/users/${client.id}/second-factor`,
  )
})

test('a person without a second factor has no button to remove one', async () => {
  const { client } = people
  server.on(peopleRoutes.list, { body: [client] })
  server.on(peopleRoutes.one, { body: client })
  open(server, `/users?edit=${client.id}`, 'admin')
  await screen.findByRole('button', { name: 'Reset link for Maria Okafor' })
  expect(screen.queryByRole('button', { name: /^Remove the second factor/ })).toBeNull()
})
