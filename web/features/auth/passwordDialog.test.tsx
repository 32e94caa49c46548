import { accountRoutes } from '@plumbline/contract/account.ts'
import { type FailureName, failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type MemberAccess, peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { withPassword } from '../../api/write.ts'
import { open, people } from '../../testing/open.tsx'
import { inviteAddress } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const TITLE = 'Enter your password again'
const tomas: MemberAccess = { ...people.subcontractor, email: 'tomas@example.com' }
/** Whether the server has received the password. */
let confirmed = false

beforeEach(() => {
  server.reset()
  confirmed = false
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(peopleRoutes.list, ({ query }) => ({
    body: query.get('invited') === 'false' ? [people.admin, tomas] : [],
  }))
  server.on(peopleRoutes.one, { body: tomas })
  server.on(jobRoutes.list, { body: [] })
  server.on(accountRoutes.confirmWays, { body: { password: true, singleSignOn: null } })
  server.on(accountRoutes.confirm, ({ body }) => {
    const isRight = JSON.parse(body).password === 'right'
    if (!isRight) return { failure: 'invalid', fields: { password: 'That is not your password' } }
    confirmed = true
    return { body: undefined }
  })
  server.on(peopleRoutes.update, () => {
    if (!confirmed) return { failure: 'passwordRequired' } as const
    return { body: { ...tomas, role: 'client' as const } }
  })
})
// The dialog stays open after its screen is unmounted.
afterEach(async () => {
  const open = screen.queryByRole('dialog', { name: /again$/ })
  if (open) await userEvent.click(within(open).getByRole('button', { name: 'Cancel' }))
})
const sent = (method: string, part = '') =>
  server.seen.filter((request) => request.method === method && request.url.includes(part))

/** Opens the form of Tomás, chooses another role, types a phone number and saves. */
async function save(user = userEvent.setup()) {
  open(server, `/users?edit=${tomas.id}`, 'admin')
  const form = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  await user.selectOptions(await form.findByLabelText('Role'), 'client')
  await user.type(form.getByLabelText('Phone'), '5')
  await user.click(form.getByRole('button', { name: 'Save' }))
  return { form, user }
}
const passwordDialog = async () => within(await screen.findByRole('dialog', { name: TITLE }))

describe('a write that requires a recent password', () => {
  test('asks for it and is then sent once more, with the same version', async () => {
    const { user } = await save()
    const dialog = await passwordDialog()
    const field = dialog.getByLabelText('Password')
    expect([field.getAttribute('type'), field.getAttribute('autocomplete')]).toEqual([
      'password',
      'current-password',
    ])
    await user.type(field, 'right')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('User updated successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second, ...more] = sent('PUT')
    expect(more).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(JSON.parse(second?.body ?? '')).toEqual({ role: 'client', phone: '5' })
    expect(second?.headers['if-match']).toBe(first?.headers['if-match'])
  })

  test('shows what is typed on request', async () => {
    const { user } = await save()
    const dialog = await passwordDialog()
    const field = dialog.getByLabelText('Password')
    const show = dialog.getByRole('button', { name: 'Show password' })
    await user.type(field, 'right')
    for (const [pressed, type] of [
      ['true', 'text'],
      ['false', 'password'],
    ]) {
      await user.click(show)
      expect(show.getAttribute('aria-pressed')).toBe(pressed)
      expect(field.getAttribute('type')).toBe(type)
    }
    expect(field).toHaveProperty('value', 'right')
  })

  test('shows beside the field that the password is wrong, and asks again', async () => {
    const { user } = await save()
    const dialog = await passwordDialog()
    await user.type(dialog.getByLabelText('Password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText('That is not your password')).toBeTruthy()
    expect(sent('PUT')).toHaveLength(1)
    await user.clear(dialog.getByLabelText('Password'))
    await user.type(dialog.getByLabelText('Password'), 'right')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('User updated successfully')).toBeTruthy()
  })

  test('does not confirm an empty password', async () => {
    const { user } = await save()
    const dialog = await passwordDialog()
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText('Enter your password')).toBeTruthy()
    expect(sent('POST', '/confirm')).toEqual([])
  })

  test.each(['Cancel', 'Close', '{Escape}'])(
    'after %s leaves the form unchanged, with the reason of the server',
    async (how) => {
      const { form, user } = await save()
      const dialog = await passwordDialog()
      if (how.startsWith('{')) await user.keyboard(how)
      else await user.click(dialog.getByRole('button', { name: how }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull())
      expect((await form.findByRole('alert')).textContent).toBe(
        'Enter your password again to do this',
      )
      expect(form.getByLabelText('Phone')).toHaveProperty('value', '5')
      expect(form.getByLabelText('Role')).toHaveProperty('value', 'client')
      expect(sent('PUT')).toHaveLength(1)
      await user.click(form.getByRole('button', { name: 'Save' }))
      await passwordDialog()
    },
  )

  test('shows the reason when it fails after the password', async () => {
    server.on(peopleRoutes.update, () => ({
      failure: confirmed ? 'lastAdmin' : 'passwordRequired',
    }))
    const { form, user } = await save()
    const dialog = await passwordDialog()
    await user.type(dialog.getByLabelText('Password'), 'right')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect((await form.findByRole('alert')).textContent).toBe(
      'The company needs at least one admin who can sign in',
    )
  })

  test('works outside a form, such as for a reset link', async () => {
    server.on(peopleRoutes.resetLink, () => {
      if (!confirmed) return { failure: 'passwordRequired' } as const
      return { body: { resetLink: 'http://x/api/reset-password/abc' } }
    })
    const user = userEvent.setup()
    open(server, `/users?edit=${tomas.id}`, 'admin')
    await user.click(await screen.findByRole('button', { name: 'Reset link for Tomás Ortiz' }))
    const dialog = await passwordDialog()
    await user.type(dialog.getByLabelText('Password'), 'right{Enter}')
    expect(await screen.findByText('Reset Link Created')).toBeTruthy()
    // Both have the same key: if the first one had succeeded, the second would change nothing.
    const keys = sent('POST', '/reset-link').map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })
})

describe('a person without a password', () => {
  test('confirms by single sign-on, and returns to this screen', async () => {
    server.on(accountRoutes.confirmWays, {
      body: { password: false, singleSignOn: 'Ridgeline ID' },
    })
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
    const link = dialog.getByRole('link', { name: 'Sign in with Ridgeline ID' })
    expect(link.getAttribute('href')).toBe(
      `/api/login/oidc?returnTo=${encodeURIComponent(`/users?edit=${tomas.id}`)}`,
    )
    expect(dialog.queryByLabelText('Password')).toBeNull()
  })

  test('can sign out when there is no single sign-on', async () => {
    server.on(accountRoutes.confirmWays, { body: { password: false, singleSignOn: null } })
    const { form, user } = await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
    expect(dialog.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/api/logout')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await form.findByRole('alert')).toBeTruthy()
  })
})

describe('other work that requires a recent password', () => {
  const failing = (name: FailureName) =>
    new ApiError(
      failures[name].status,
      JSON.stringify({ message: failures[name].message, code: name }),
    )

  test('shares one dialog with concurrent work, and then runs', async () => {
    open(server, '/users', 'admin')
    await screen.findByRole('article', { name: 'Tomás Ortiz' })
    const work = vi.fn(async () => {
      if (!confirmed) throw failing('passwordRequired')
      return 'done'
    })
    const both = Promise.all([withPassword(work), withPassword(work)])
    const user = userEvent.setup()
    const dialog = await passwordDialog()
    await user.type(dialog.getByLabelText('Password'), 'right{Enter}')
    expect(await both).toEqual(['done', 'done'])
    expect(work).toHaveBeenCalledTimes(4)
    expect(sent('POST', '/confirm')).toHaveLength(1)
  })

  test('fails without a dialog for any other reason', async () => {
    await expect(
      withPassword(async () => {
        throw failing('forbidden')
      }),
    ).rejects.toThrow('Forbidden')
    expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull()
  })
})
