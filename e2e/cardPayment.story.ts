import { stripeServer } from '../server/testing/stripe.ts'
import { ApiClient } from './harness/apiClient.ts'
import { setUp } from './harness/company.ts'
import { expectNoOverflow } from './harness/page.ts'
import { button, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

story(
  'an invoice is paid by card on a phone, on the page of Stripe, while the office has it on screen',
  async ({ startServer, visit, expectError }) => {
    const stripe = await stripeServer()
    expectError(new RegExp(`^request to another host: ${stripe.settings.url}/`))
    try {
      const { secretKey, webhookSecret, url } = stripe.settings
      const server = await startServer({
        env: {
          // The port is known once it runs.
          PUBLIC_URL: 'http://127.0.0.1:1',
          ...{
            STRIPE_SECRET_KEY: secretKey,
            STRIPE_WEBHOOK_SECRET: webhookSecret,
            STRIPE_URL: url,
          },
        },
      })
      stripe.returnTo(server.url)
      const admin = await setUp(server.url)
      const { id: customerId } = await admin.request<{ id: string }>('POST', '/api/customers', {
        name: 'Maya Okafor',
      })
      const lines = [{ description: 'Cabinets', quantity: '1', unitPrice: '17280' }]
      const draft = { customerId, title: 'Cabinets in', basis: { kind: 'lines' }, lines }
      const { id } = await admin.request<{ id: string }>('POST', '/api/invoices', draft)
      await admin.request('POST', `/api/invoices/${id}/issue`, {})
      const link = await admin.request<{ path: string }>('GET', `/api/invoices/${id}/link`)

      const office = await visit(admin, `/invoices/${id}`)
      await main(office).getByText('Open', { exact: true }).first().waitFor()
      const anonymous = new ApiClient(server.url)
      const phone = await visit(anonymous, link.path, { width: 390 })
      await phone.getByRole('heading', { name: 'Or by check' }).waitFor()
      await expectNoOverflow(phone)
      await button(phone, 'Pay $17,280.00').click()
      await phone.getByRole('heading', { name: '$17280.00' }).waitFor()
      await phone.getByRole('link', { name: 'Back' }).click()
      await button(phone, 'Pay $17,280.00').click()
      await phone.getByRole('heading', { name: '$17280.00' }).waitFor()
      await button(phone, 'Pay').click()
      await phone.waitForURL(server.url + link.path)
      await phone.getByText('Thank you.').waitFor()
      await main(office).getByText('Paid', { exact: true }).first().waitFor()
      await main(office).getByText('Visa 4242').first().waitFor()
    } finally {
      await stripe.close()
    }
  },
)
