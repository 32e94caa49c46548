import { jobRoutes } from '@plumbline/contract/jobs.ts'
import {
  type NotificationSettings,
  notificationRoutes,
  notificationSettingsRoutes,
  type PushDevice,
} from '@plumbline/contract/notifications.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { jobId, notificationSettings } from '../../testing/notifications.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

let settings: NotificationSettings
let devices: PushDevice[] = []
beforeEach(() => {
  server.reset()
  settings = notificationSettings('admin')
  devices = []
  server.on(notificationSettingsRoutes.read, () => ({ body: settings }))
  server.on(notificationSettingsRoutes.devices, () => ({ body: devices }))
  server.on(notificationRoutes.muted, { body: [{ jobId, jobName: 'Kitchen remodel' }] })
})

const TAB = '/account?tab=notifications'
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const changes = () =>
  server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))
/** Handles changes as the server does. */
const acceptChanges = () =>
  server.on(notificationSettingsRoutes.update, ({ body }) => {
    const { channels = [], ...hours } = JSON.parse(body) as Partial<NotificationSettings>
    settings = {
      ...settings,
      ...hours,
      channels: settings.channels.map(
        (channel) => channels.find(({ kind }) => kind === channel.kind) ?? channel,
      ),
    }
    return { body: settings }
  })

test('channels are chosen by kind, and each choice is saved at once', async () => {
  open(server, TAB, 'admin')
  acceptChanges()
  const channels = await part('Email and push')
  expect(channels.getByText(/Daily emails come at 7:00 in the morning/)).toBeTruthy()
  expect(channels.getAllByRole('listitem')).toHaveLength(9)
  const emails = channels.getByRole('combobox', { name: 'Emails: New photos' })
  expect(emails).toHaveProperty('value', 'daily')
  await userEvent.selectOptions(emails, 'Immediately')
  expect(await screen.findByText('Notification settings saved')).toBeTruthy()
  const push = channels.getByRole('checkbox', { name: 'Push: New photos' })
  await userEvent.click(push)
  await waitFor(() =>
    expect(changes()).toEqual([
      { channels: [{ kind: 'photo', email: 'immediately', push: false }] },
      { channels: [{ kind: 'photo', email: 'immediately', push: true }] },
    ]),
  )
})

test('a choice that is rejected is reverted', async () => {
  open(server, TAB, 'admin')
  server.on(notificationSettingsRoutes.update, { failure: 'forbidden' })
  const channels = await part('Email and push')
  const emails = channels.getByRole('combobox', { name: 'Emails: New photos' })
  await userEvent.selectOptions(emails, 'Off')
  expect(await screen.findByText('Failed to save notification settings')).toBeTruthy()
  await waitFor(() => expect(emails).toHaveProperty('value', 'daily'))
})

test.each([
  ['smtp', 'admin', /the company has no mail server yet\. Set SMTP_URL/],
  ['smtp', 'client', /no mail server yet\. Ask the office to set them up\.$/],
  ['publicUrl', 'admin', /Set PUBLIC_URL/],
  ['publicUrl', 'client', /its own address\. Ask the office to set them up\.$/],
  ['address', 'admin', /you have no email address/],
  ['refused', 'admin', /those to dana@example\.com were refused by its mail server/],
] as const)(
  'when no emails are sent (%s), the reason is shown to the %s and emails are not offered',
  async (noEmail, role, text) => {
    settings = { ...settings, noEmail }
    open(server, TAB, role)
    const channels = await part('Email and push')
    expect(channels.getByText(text)).toBeTruthy()
    expect(channels.queryByRole('combobox')).toBeNull()
    expect(channels.queryByText(/Daily emails/)).toBeNull()
    expect(channels.getAllByRole('checkbox', { name: /^Push: / })).not.toEqual([])
  },
)

test('quiet hours are off at first, and are in the time zone of the company', async () => {
  open(server, TAB, 'subcontractor')
  acceptChanges()
  const quiet = await part('Quiet hours')
  expect(quiet.queryByLabelText(/^From/)).toBeNull()
  await userEvent.click(quiet.getByRole('checkbox', { name: 'Send nothing at certain hours' }))
  expect(quiet.getByLabelText(/^From/)).toHaveProperty('value', '21:00')
  expect(quiet.getByText(/America\/Chicago/)).toBeTruthy()
  await userEvent.click(quiet.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Quiet hours saved')).toBeTruthy()
  const save = await quiet.findByRole('button', { name: 'Save', busy: false })
  await userEvent.click(quiet.getByRole('checkbox'))
  await userEvent.click(save)
  await waitFor(() =>
    expect(changes()).toEqual([
      { quietFrom: '21:00', quietTo: '07:00' },
      { quietFrom: null, quietTo: null },
    ]),
  )
})

test('devices can be removed; a browser that cannot be added shows why', async () => {
  devices = [
    {
      id: jobId,
      userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/141.0.0.0 Mobile Safari/537.36',
      current: true,
      createdAt: '2026-11-19T15:00:00.000Z',
    },
  ]
  open(server, TAB, 'client')
  server.on(notificationSettingsRoutes.removeDevice, () => {
    devices = []
    return { body: undefined }
  })
  const list = await part('Devices')
  expect(await list.findByText('This device')).toBeTruthy()
  expect(await list.findByText(/cannot receive notifications|by its https address/)).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Remove Chrome on Android' }))
  expect(await list.findByText('No device receives push notifications.')).toBeTruthy()
})

test('a job can be unmuted in the settings', async () => {
  open(server, TAB, 'client')
  server.on(notificationRoutes.unmute, { body: undefined })
  const muted = await part('Muted jobs')
  server.on(notificationRoutes.muted, { body: [] })
  await userEvent.click(muted.getByRole('button', { name: 'Unmute Kitchen remodel' }))
  expect(await muted.findByText('You have muted no jobs.')).toBeTruthy()
})

test('a job can be muted and unmuted on its page', async () => {
  const shown = job(1, { id: jobId, name: 'Kitchen remodel' })
  server.on(jobRoutes.one, { body: shown })
  server.on(photoRoutes.list, { body: [] })
  let jobs = [{ jobId, jobName: shown.name }]
  server.on(notificationRoutes.muted, () => ({ body: jobs }))
  server.on(notificationRoutes.unmute, () => {
    jobs = []
    return { body: undefined }
  })
  server.on(notificationRoutes.mute, () => {
    jobs = [{ jobId, jobName: shown.name }]
    return { body: undefined }
  })
  open(server, `/jobs/${jobId}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: /^Muted/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mute notifications' }))
  expect(await screen.findByRole('button', { name: /^Muted/ })).toBeTruthy()
})

test('a rejected email address can be tried again', async () => {
  const refused = {
    address: 'maria@example.com',
    reason: '550 No such user here',
    at: '2026-11-19T15:00:00.000Z',
  }
  let person = { ...people.client, refusedEmail: refused as typeof refused | null }
  server.on(peopleRoutes.list, { body: [people.client], headers: { 'X-Total-Count': '1' } })
  server.on(peopleRoutes.one, () => ({ body: person }))
  server.on(notificationSettingsRoutes.retryEmail, () => {
    person = { ...person, refusedEmail: null }
    return { body: undefined }
  })
  open(server, `/users?edit=${people.client.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }))
  expect(dialog.getByText(/were refused: 550 No such user here\./)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.queryByText(/were refused/)).toBeNull())
})
