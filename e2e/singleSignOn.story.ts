import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, setUp } from './harness/company.ts'
import { apiClientOf } from './harness/page.ts'
import { button, dialog, main, toast } from './harness/screen.ts'
import { signInProvider } from './harness/signInProvider.ts'
import { story } from './harness/story.ts'

const MEMBER = 'ida@example.com'
const LABEL = 'Sign in with Ridgeline ID'

story('single sign-on begins on a page of ours, and confirms protected calls', async (stage) => {
  const { startServer, visit, expectError } = stage
  const provider = await signInProvider(MEMBER)
  expectError(new RegExp(`^request to another host: ${provider.issuer}/`))
  expectError(/^POST \/api\/users\/[^ ]+: 403$/)
  try {
    const server = await startServer({
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'plumbline',
        OIDC_CLIENT_SECRET: 'between us',
        OIDC_LABEL: 'Ridgeline ID',
      },
    })
    const admin = await setUp(server.url)
    const person = { firstName: 'Ida', lastName: 'Ives', role: 'admin', projectIds: [] }
    await admin.request('POST', '/api/users/invite', { ...person, email: MEMBER })
    const users = await admin.request<{ id: string; email: string }[]>('GET', '/api/users')
    const boss = users.find(({ email }) => email === owner.email)

    // The provider would sign in the person without asking.
    provider.linkTo(`${server.url}/api/login/oidc?returnTo=%2Fjobs`)
    const page = await visit(new ApiClient(server.url), `${provider.issuer}/elsewhere`)
    await page.getByText('Win a prize').click()
    await page.waitForURL(`${server.url}/api/login?returnTo=%2Fjobs`)
    expect(provider.visits).toHaveLength(0)
    expect(await page.context().cookies(server.url)).toEqual([])

    await page.getByRole('link', { name: LABEL }).click()
    await page.waitForURL(`${server.url}/jobs`)
    expect(provider.visits).toHaveLength(1)
    const me = await (await apiClientOf(page)).request('GET', '/api/auth/user')
    expect(me).toMatchObject({ email: MEMBER, isInvited: false })
    await main(page).getByRole('heading', { level: 1 }).waitFor()

    // The sign-in at the provider was an hour ago, which is too old to replace the password.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${server.url}/users?edit=${boss?.id}`)
    await button(page, /^Reset link for/).click()
    await dialog(page).getByText('You signed in a while ago').waitFor()
    await dialog(page).getByRole('link', { name: LABEL }).click()
    await page.waitForURL(`${server.url}/users?edit=${boss?.id}`)
    expect(provider.visits).toHaveLength(2)
    expect(provider.visits.at(-1)?.get('prompt')).toBe('login')
    await button(page, /^Reset link for/).click()
    await toast(page, 'Reset Link Created')
  } finally {
    await provider.close()
  }
})
