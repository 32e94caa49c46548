import { backupRoutes } from '@plumbline/contract/backup.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company, open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => server.reset())

const made = {
  id: '0190d2a0-0000-7000-8000-000000000001',
  startedAt: '2026-11-23T08:30:00.000Z',
  finishedAt: '2026-11-23T08:31:10.000Z',
  file: 'plumbline-2026-11-23T083000Z.zip',
  bytes: 12_345_678,
}
const none = { running: false, failure: null, kept: [] }

async function section() {
  open(server, '/settings', 'admin')
  return within(await screen.findByRole('region', { name: 'Backups' }))
}

test('shows the last backup, its size and a failure since', async () => {
  const failure = {
    startedAt: '2026-11-24T08:30:00.000Z',
    problem: 'There is no space left on the disk',
  }
  server.on(backupRoutes.read, { body: { running: false, failure, kept: [made] } })
  const part = await section()
  expect((await part.findByText(/^Last backup/)).textContent).toMatch(
    /^Last backup: Nov 23, 2026.*12\.3 MB\.$/,
  )
  expect((await part.findByRole('alert')).textContent).toMatch(
    /Nov 24, 2026.* failed: There is no space left on the disk$/,
  )
})

test('a backup can be made on demand, and its progress is shown', async () => {
  let body: typeof none | { running: boolean; failure: null; kept: (typeof made)[] } = none
  server.on(backupRoutes.read, () => ({ body }))
  const part = await section()
  expect(await part.findByText('There is no backup yet.')).toBeTruthy()
  server.on(backupRoutes.create, () => {
    body = { ...none, running: true }
    return { body: undefined }
  })
  await userEvent.click(part.getByRole('button', { name: 'Back Up Now' }))
  expect(await part.findByText('A backup is being made.')).toBeTruthy()
  body = { ...none, kept: [made] }
  expect(await part.findByText(/^Last backup/, {}, { timeout: 10_000 })).toBeTruthy()
})

test('the number of backups to keep can be changed', async () => {
  server.on(backupRoutes.read, { body: none })
  const part = await section()
  const countField = await part.findByLabelText('Nightly Backups Kept')
  await userEvent.clear(countField)
  await userEvent.type(countField, '400')
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await part.findByText('At most 365 backups')).toBeTruthy()
  server.on(settingsRoutes.update, { body: { ...company, backupsKept: 14 } })
  await userEvent.clear(countField)
  await userEvent.type(countField, '14')
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved successfully')).toBeTruthy()
  const [sent] = server.seen.filter(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ backupsKept: 14 })
})
