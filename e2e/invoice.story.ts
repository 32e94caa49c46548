import { expect } from 'vitest'
import { expectNoOverflow } from './harness/page.ts'
import { button, dialog, main } from './harness/screen.ts'
import { story } from './harness/story.ts'

interface Made {
  readonly id: string
}

story(
  'an invoice is issued, opened on a phone, paid in part and void, while the office has it on screen',
  async ({ admin, anonymous, visit }) => {
    const customer = await admin.request<Made>('POST', '/api/customers', { name: 'Maya Okafor' })
    const facts = { name: 'Kitchen remodel', address: '418 Alder Ct', customerId: customer.id }
    const job = { ...facts, customerName: 'Maya Okafor', approvedAmount: 14_505 }
    const { id } = await admin.request<Made>('POST', '/api/jobs', job)

    const office = await visit(admin, `/jobs/${id}`)
    await button(office, 'New Invoice').click()
    const form = dialog(office)
    await form.getByLabel('Invoice by').selectOption({ label: 'Percent of the contract so far' })
    await form.getByLabel('Percent so far').fill('30')
    await form.getByText('$43.52').first().waitFor()
    await form.getByText('$101.53').waitFor()
    await button(office, 'Add Draft').click()

    await button(office, 'Issue').click()
    await dialog(office).getByRole('button', { name: 'Issue' }).click()
    // No emails are sent here, so its link is shown.
    const link = await dialog(office).getByLabel('Link', { exact: true }).inputValue()
    await button(office, 'Done').click()
    const heading = main(office).getByRole('heading', { name: /^Invoice \d{4}-\d{4}$/ })
    await heading.waitFor()

    const phone = await visit(anonymous, new URL(link).pathname, { width: 390 })
    const seen = phone.waitForResponse((response) => response.status() === 204)
    await phone.getByRole('heading', { name: '$43.52' }).waitFor()
    await expectNoOverflow(phone)
    await seen
    await main(office).getByText('Viewed', { exact: true }).first().waitFor()

    await phone.getByText('Ask a question').click()
    await phone.getByLabel('Your question').fill('Is the island in it?')
    await button(phone, 'Send the question').click()
    await phone.getByRole('heading', { name: 'We got your question' }).waitFor()
    await main(office).getByText('Is the island in it?').waitFor()

    await button(office, 'Record Payment').click()
    await dialog(office).getByLabel('Amount', { exact: true }).fill('20')
    await dialog(office).getByLabel('Check number').fill('1042')
    await dialog(office).getByText('$23.52 is owed after this.').waitFor()
    await dialog(office).getByRole('button', { name: 'Record Payment' }).click()
    await main(office).getByText('Part-paid', { exact: true }).first().waitFor()
    await main(office).getByText('Payment of $20.00, Check 1042').waitFor()
    await phone.getByRole('link', { name: /Back to the invoice/ }).click()
    await phone.getByRole('heading', { name: '$23.52' }).waitFor()
    await phone.getByText('Balance due').waitFor()
    await expectNoOverflow(phone)

    await button(office, /^Actions for Check 1042/).click()
    await button(office, /^Reverse/).click()
    await dialog(office).getByLabel('Reason').fill('Returned by the bank')
    await dialog(office)
      .getByRole('button', { name: /^Reverse/ })
      .click()
    await main(office).getByText('Returned by the bank').first().waitFor()

    await button(office, 'Void').click()
    await dialog(office).getByLabel('Reason').fill('The island is not in it')
    await button(office, 'Void Invoice').click()
    await main(office).getByText('The island is not in it').first().waitFor()
    await phone.reload()
    await phone.getByText('Nothing is owed.').waitFor()
    expect(await phone.getByText('The island is not in it').count()).toBe(0)
  },
)
