import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { stripeServer } from '../../server/testing/stripe.ts'
import { ApiClient } from './apiClient.ts'
import { serverClock } from './clock.ts'
import { owner, signIn } from './company.ts'
import { mailCatcher } from './mailCatcher.ts'
import type { Width } from './page.ts'
import type { StoryContext } from './story.ts'

/** The address that links in emails begin with. The port of the server is known once it runs. */
const PUBLIC_URL = 'http://127.0.0.1:1'
/** Several emails with PDFs may be written at once, on a busy machine. */
const EMAIL_TIMEOUT_MS = 120_000

/**
 * Starts a server with the company, which sends emails and takes cards, and a clock for it and for
 * its browsers.
 */
export async function openBusiness(
  { startServer, visit, expectError }: StoryContext,
  startsAt: string,
) {
  const [catcher, stripe] = await Promise.all([mailCatcher(), stripeServer()])
  const clock = serverClock()
  // After the story has removed its server.
  onTestFinished(async () => {
    await Promise.all([catcher.close(), stripe.close()])
    clock.remove()
  })
  let now = new Date(startsAt)
  clock.turnTo(now)
  const { secretKey, webhookSecret, url } = stripe.settings
  expectError(new RegExp(`^request to another host: ${url}/`))
  const server = await startServer({
    nodeArgs: clock.options.nodeArgs,
    from: inject('company'),
    env: {
      ...clock.options.env,
      ...{ PUBLIC_URL, SMTP_URL: catcher.url },
      ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url },
    },
  })
  stripe.returnTo(server.url)
  const pages: Page[] = []
  const people = new Set<ApiClient>()

  return {
    admin: await signIn(server.url, owner.email),
    anonymous: new ApiClient(server.url),

    /** Opens a page whose clock is that of the server. */
    async open(api: ApiClient, path: string, width: Width): Promise<Page> {
      const page = await visit(api, '/api/health', { width })
      await page.clock.setFixedTime(now)
      await page.goto(path)
      pages.push(page)
      if (api.cookie) people.add(api)
      return page
    },

    /** Turns all clocks to a moment at most seven weeks later, and loads the pages again. */
    async turnTo(at: string): Promise<void> {
      const then = new Date(at)
      // A session ends after a month in which nobody uses it.
      clock.turnTo(new Date((now.getTime() + then.getTime()) / 2))
      for (const person of people) await person.request('GET', '/api/auth/user')
      clock.turnTo(then)
      now = then
      await Promise.all(
        pages.map(async (page) => {
          await page.clock.setFixedTime(then)
          await page.reload()
          // Until then, the application would not notice a change of its address.
          await page.getByRole('heading', { level: 1 }).waitFor()
        }),
      )
    },

    /** The text of the only email to an address with these words. */
    async emailTo(address: string, words: readonly string[]): Promise<string> {
      const found = () =>
        catcher.emails.filter(
          ({ to, text }) => to === address && words.every((word) => text.includes(word)),
        )
      const message = words.join()
      await expect.poll(() => found().length, { message, timeout: EMAIL_TIMEOUT_MS }).toBe(1)
      return found()[0]?.text ?? ''
    },
    /** The subjects of the emails to an address, in the order in which they came. */
    subjectsTo: (address: string) =>
      catcher.emails.flatMap(({ to, text }) =>
        to === address ? (/^Subject: (.+)$/m.exec(text)?.slice(1) ?? []) : [],
      ),
  }
}
export type Business = Awaited<ReturnType<typeof openBusiness>>

/** The path of the link in an email. */
export function linkIn(email: string): string {
  const line = email.split('\r\n').find((one) => one.startsWith(`${PUBLIC_URL}/`))
  if (line === undefined) throw new Error(`There is no link in ${email}`)
  return line.slice(PUBLIC_URL.length)
}
