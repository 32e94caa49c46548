import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import {
  CONSENT_TEXT,
  type ProposalSettings,
  proposalSettingsRoutes,
} from '@plumbline/contract/proposalSettings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { proposalSettings } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const own = { title: 'Payment', text: 'Due on receipt', ownPage: false }
let saved: ProposalSettings
beforeEach(() => {
  server.reset()
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  saved = proposalSettings({ consentText: 'I agree to your terms.', terms: [own] })
  server.on(proposalSettingsRoutes.read, () => ({ body: saved }))
  server.on(proposalSettingsRoutes.update, ({ body }) => {
    const { consentText, ...change } = JSON.parse(body)
    const text = consentText === null ? CONSENT_TEXT : (consentText ?? saved.consentText)
    const updatedAt = new Date(Date.parse(saved.updatedAt) + 1000).toISOString()
    saved = { ...saved, ...change, consentText: text, updatedAt }
    return { body: saved }
  })
})
const puts = () =>
  server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))

async function openPart() {
  open(server, '/settings', 'admin')
  return formPart()
}
/** The part once its form is shown. */
const formPart = () =>
  waitFor(() => {
    const part = within(screen.getByRole('region', { name: 'Proposals' }))
    part.getByLabelText('Tax Rate (%)')
    return part
  })
type Part = Awaited<ReturnType<typeof openPart>>
async function type(part: Part, label: string, text: string) {
  await userEvent.clear(part.getByLabelText(label))
  await userEvent.type(part.getByLabelText(label), text)
}
/** Saves, once what was saved before has been read again. */
async function save(part: Part) {
  const button = part.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(button)
}

test('what was changed is sent, by the rules of prices', async () => {
  const part = await openPart()
  await type(part, 'Tax Rate (%)', '31')
  await type(part, 'Valid for (Days)', '400')
  await type(part, 'Percent of the Total (%)', '101')
  await type(part, 'Amount', '1,0')
  await save(part)
  for (const problem of [
    ...['At most 30', 'From 1 to 365 days', 'At most 100'],
    'Enter an amount such as 48,250.75',
  ])
    expect(await part.findByText(problem)).toBeTruthy()
  await type(part, 'Tax Rate (%)', '8.8750')
  await type(part, 'Valid for (Days)', '14')
  await type(part, 'Percent of the Total (%)', '10')
  await type(part, 'Amount', '1,000')
  await type(part, 'License Number', 'ROC 123456')
  await save(part)
  await waitFor(() =>
    expect(puts()).toEqual([
      {
        ...{ taxRate: '8.875', validDays: 14, licenseNumber: 'ROC 123456' },
        ...{ depositPercent: '10', depositAmount: '1000.00' },
      },
    ]),
  )
})

test('an emptied consent is our text again', async () => {
  const part = await openPart()
  const label = 'Consent to Sign Electronically'
  await userEvent.clear(part.getByLabelText(label))
  await save(part)
  await waitFor(() => expect(part.getByLabelText(label)).toHaveProperty('value', CONSENT_TEXT))
  expect(puts()).toEqual([{ consentText: null }])
})

test('terms are added, ordered and removed; a notice has a page of its own', async () => {
  const part = await openPart()
  await userEvent.click(part.getByRole('button', { name: 'Add Notice of cancellation' }))
  const notice = within(part.getByRole('group', { name: 'Terms 2' }))
  expect(notice.getByLabelText('Title')).toHaveProperty('value', 'Notice of cancellation')
  expect(notice.getByRole('checkbox', { name: 'On a page of its own' })).toHaveProperty(
    'checked',
    true,
  )
  await save(part)
  expect(await notice.findByText('Text is required')).toBeTruthy()
  await userEvent.type(notice.getByLabelText('Text'), 'You may cancel')
  await userEvent.click(part.getByRole('button', { name: 'Move terms 2 up' }))
  await save(part)
  const added = { title: 'Notice of cancellation', text: 'You may cancel', ownPage: true }
  await waitFor(() => expect(puts()).toEqual([{ terms: [added, own] }]))
  await userEvent.click(part.getByRole('button', { name: 'Remove terms 2' }))
  await save(part)
  await waitFor(() => expect(puts().at(-1)).toEqual({ terms: [added] }))
})

test('the price list is reached from here, also while the settings cannot be read', async () => {
  server.on(proposalSettingsRoutes.read, { failure: 'unavailable' })
  open(server, '/settings', 'admin')
  const part = within(await screen.findByRole('region', { name: 'Proposals' }))
  const link = part.getByRole('link', { name: 'Price List' })
  expect(link.getAttribute('href')).toBe('/price-list')
  const retry = await part.findByRole('button', { name: /again/i })
  server.on(proposalSettingsRoutes.read, () => ({ body: saved }))
  await userEvent.click(retry)
  await formPart()
})
