import { expect } from 'vitest'
import { ApiClient } from './harness/apiClient.ts'
import { owner, PASSWORD, setup } from './harness/company.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

story(
  'a rejected set-up marks every field at once and keeps what was typed',
  async ({ visit, startServer, expectError }) => {
    expectError(/^POST \/api\/setup: 400$/)
    const { url } = await startServer()
    const page = await visit(new ApiClient(url), '/api/login', { width: 390 })
    await page.getByLabel('Company name').fill(setup.companyName)
    await page.getByLabel('First name').fill(owner.firstName)
    await page.getByLabel('Last name').fill(owner.lastName)
    await page.getByLabel('Email').fill('dana@nowhere')
    await page.getByLabel('Password').fill('short')
    await button(page, 'Start empty').click()
    await page.getByText('Enter a valid email address').waitFor()
    await page.getByText('Use at least 12 characters').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email')
    expect(await page.getByLabel('Password').inputValue()).toBe('short')
    expect(await page.content()).not.toContain('value="short"')

    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Start empty').click()
    await page.getByText('Use at least 12 characters').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD)
    await page.getByLabel('Email').fill(owner.email)
    await button(page, 'Start empty').click()
    await page.waitForURL('/')
    await main(page).getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  },
)

story(
  'where other machines reach the server, the landing screen promises no sample company',
  async ({ visit, startServer }) => {
    const shown = async (env: Record<string, string>) => {
      const { url } = await startServer({ env })
      const page = await visit(new ApiClient(url), '/')
      return page.getByText('It takes a minute.').textContent()
    }
    expect(await shown({ HOST: '0.0.0.0' })).toBe('It takes a minute.')
    expect(await shown({})).toContain('a sample company')
  },
)

story(
  'who comes through a tunnel is asked for the code that the server then prints',
  async ({ visit, startServer }) => {
    const server = await startServer()
    const page = await visit(new ApiClient(server.url), '/api/health')
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    await page.goto('/')
    expect(await page.getByText('It takes a minute.').textContent()).toBe('It takes a minute.')
    await button(page, 'Set up your company').click()
    const codeIn = () => /enter the code (\S+)\n/.exec(server.output)?.[1]
    await expect.poll(codeIn).toBeDefined()
    expect(await page.locator('button[type=submit]').allTextContents()).toEqual(['Set up'])
    await page.getByLabel('Set-up code').fill(codeIn() ?? '')
    await page.getByLabel('Company name').fill(setup.companyName)
    await page.getByLabel('First name').fill(owner.firstName)
    await page.getByLabel('Last name').fill(owner.lastName)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await button(page, 'Set up').click()
    await page.waitForURL('/')
    await main(page).getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  },
)
