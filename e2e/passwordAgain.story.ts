import pg from 'pg'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { owner, PASSWORD, signIn } from './harness/company.ts'
import { toast } from './harness/screen.ts'
import type { Server } from './harness/server.ts'
import { story } from './harness/story.ts'

const TITLE = 'Enter your password again'

/** Makes it so many minutes since everybody signed in or entered their password again. */
async function signedInBefore({ postgres: { user, password, address } }: Server, minutes: number) {
  const host = 'path' in address ? address.path.replace(/\/[^/]*$/, '') : (address.host ?? '')
  const port = 'path' in address ? Number(address.path.split('.').at(-1)) : address.port
  const client = new pg.Client({ user, password, host, port, database: 'postgres' })
  await client.connect()
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  await client.query(
    `update sessions set sess = jsonb_set(sess, '{confirmedAt}', to_jsonb($1::text))`,
    [at],
  )
  await client.end()
}

const question = (page: Page) => page.getByRole('dialog', { name: TITLE })
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit User' })

story(
  'what gives or takes access asks for the password again, and is done once it was entered',
  async ({ admin, join, server, visit, expectError }) => {
    expectError(/^(PUT|POST) \/api\/users\/[^ ]+: 403$/)
    expectError(/^POST \/api\/account\/confirm: 400$/)
    const { id, email, api } = await join('client', 'Fay')
    await signedInBefore(server, 11)

    // Nothing else asks for it.
    const page = await visit(admin, `/users?edit=${id}`)
    await edit(page).getByLabel('Phone', { exact: true }).fill('(630) 555-0114')
    await edit(page).getByRole('button', { name: 'Save' }).click()
    await toast(page, 'User updated successfully')

    await page.goto(`/users?edit=${id}`)
    await edit(page).getByLabel('Role').selectOption('admin')
    await edit(page).getByLabel('Phone', { exact: true }).fill('(630) 555-0199')
    await edit(page).getByRole('button', { name: 'Save' }).click()
    await question(page).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await edit(page).getByRole('alert').getByText('Enter your password again to do this').waitFor()
    expect(await edit(page).getByLabel('Phone', { exact: true }).inputValue()).toBe(
      '(630) 555-0199',
    )
    expect((await api.call('GET', '/api/auth/user')).body).toMatchObject({ role: 'client' })

    await edit(page).getByRole('button', { name: 'Save' }).click()
    await question(page).getByLabel('Password').fill('not the right one')
    await page.keyboard.press('Enter')
    await question(page).getByText('That is not your password').waitFor()
    await question(page).getByLabel('Password').fill(PASSWORD)
    await question(page).getByRole('button', { name: 'Continue' }).click()
    await toast(page, 'User updated successfully')
    await edit(page).waitFor({ state: 'detached' })

    // Who was promoted signs in again; a reset link needs no password within these ten minutes.
    expect((await api.call('GET', '/api/auth/user')).status).toBe(401)
    const promoted = await signIn(server.url, email)
    expect(await promoted.request('GET', '/api/auth/user')).toMatchObject({ role: 'admin' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/users?edit=${id}`)
    await edit(page)
      .getByRole('button', { name: /^Reset link for/ })
      .click()
    await toast(page, 'Reset Link Created')
    const elsewhere = await signIn(server.url, owner.email)
    expect((await elsewhere.call('POST', `/api/users/${id}/reset-link`)).status).toBe(200)
  },
)
