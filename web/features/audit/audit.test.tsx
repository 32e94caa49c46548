import {
  type AuditAction,
  type AuditEntry,
  auditActions,
  auditRoutes,
} from '@plumbline/contract/audit.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'
import { actorOf, sentenceOf } from './sentences.ts'

const server = await startServer()
afterAll(server.close)

const idOf = (n: number) => `0192f000-0000-7000-8000-${String(n).padStart(12, '0')}`
const entry = (n: number, action: AuditAction, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(n),
  at: '2026-11-19T15:00:00.000Z',
  times: 1,
  lastAt: '2026-11-19T15:00:00.000Z',
  action,
  actorId: people.admin.id,
  actorName: 'Dana Reyes',
  subjectId: null,
  subject: null,
  address: '203.0.113.20',
  detail: null,
  ...more,
})
const contents = { tasks: 2, entries: 0, messages: 1, photos: 0 }
let entries: AuditEntry[] = []
beforeEach(() => {
  server.reset()
  entries = [
    entry(3, 'job.deleted', { subject: 'Attic', detail: contents }),
    entry(2, 'signIn.failed', {
      ...{ actorId: null, actorName: null, subject: 'Dana Reyes' },
      ...{ times: 1200, lastAt: '2026-11-19T15:59:00.000Z' },
    }),
    entry(1, 'backup.made', { actorId: null, actorName: null, address: null }),
  ]
  server.on(peopleRoutes.list, { body: [people.admin] })
  server.on(auditRoutes.list, ({ query }) => {
    const found = entries.filter(
      ({ action, actorId }) =>
        (!query.get('group') || auditActions[action] === query.get('group')) &&
        (!query.get('personId') || actorId === query.get('personId')),
    )
    const start = found.findIndex(({ id }) => id === query.get('after')) + 1
    const page = found.slice(start, start + Number(query.get('limit')))
    const last = page.at(-1)
    const link: Record<string, string> =
      last && last !== found.at(-1) ? { Link: `</api/audit?after=${last.id}>; rel="next"` } : {}
    return { body: page, headers: { 'X-Total-Count': String(found.length), ...link } }
  })
})
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Events' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('each entry shows when, who, what and from where', async () => {
  open(server, '/settings/audit', 'admin')
  const when = 'Nov 19, 2026, 9:00 AM'
  expect(await rows()).toEqual([
    `${when} · 203.0.113.20Dana ReyesDeleted the job Attic (2 tasks, 1 message)203.0.113.20`,
    `${when} · 203.0.113.20Not signed inFailed to sign in as Dana Reyes · 1,200 times until 9:59 AM203.0.113.20`,
    `${when}The serverMade a backup`,
  ])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audit Log')
  const tabs = within(screen.getByRole('navigation', { name: 'Account' }))
  expect(tabs.getByRole('link', { name: 'Audit Log' }).getAttribute('aria-current')).toBe('page')
  expect(tabs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})

test('filters are in the address', async () => {
  open(server, '/settings/audit', 'admin')
  await rows()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Events' }), 'Deletions')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(location.search).toBe('?group=deletion')
  const person = screen.getByRole('combobox', { name: 'Person' })
  expect(person).toHaveProperty('value', 'Everybody')
  await userEvent.click(screen.getByRole('link', { name: 'Dana Reyes' }))
  await waitFor(() => expect(location.search).toContain(`personId=${people.admin.id}`))
  expect(location.search).toContain('group=deletion')
  await waitFor(() => expect(person).toHaveProperty('value', 'Dana Reyes'))
  history.back()
  await waitFor(() => expect(location.search).toBe('?group=deletion'))
})

test('a filter by somebody who was removed names them so', async () => {
  server.on(peopleRoutes.one, { failure: 'notFound' })
  open(server, `/settings/audit?personId=${idOf(77)}`, 'admin')
  const person = await screen.findByRole('combobox', { name: 'Person' })
  await waitFor(() => expect(person).toHaveProperty('value', 'Somebody who was removed'))
})

test('filters that nothing matches can be cleared', async () => {
  open(server, '/settings/audit?group=people', 'admin')
  expect(await screen.findByText('No events match these filters')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await rows()).toHaveLength(3)
  expect(location.search).toBe('')
})

test('an empty log says that nothing has happened yet', async () => {
  entries = []
  open(server, '/settings/audit', 'admin')
  expect(await screen.findByText('Nothing has happened yet')).toBeTruthy()
})

test('a long log is read in pages', async () => {
  entries = Array.from({ length: 10_000 }, (_, n) => entry(10_000 - n, 'signIn.succeeded'))
  open(server, '/settings/audit', 'admin')
  expect(await rows()).toHaveLength(60)
  expect(screen.getByText('60 of 10,000+ events')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await rows()).toHaveLength(120))
})

test.each(['subcontractor', 'client'] as const)('a %s cannot open the log', async (who) => {
  open(server, '/settings/audit', who)
  expect(await screen.findByText(/Access Denied/)).toBeTruthy()
  expect(server.seen.some(({ url }) => url.startsWith('/api/audit'))).toBe(false)
})

describe('sentences', () => {
  test('every action has one, with facts and without', () => {
    for (const action of Object.keys(auditActions) as AuditAction[])
      for (const more of [{}, { subject: 'Sam Stone', subjectId: idOf(9) }]) {
        const sentence = sentenceOf(entry(1, action, more))
        expect(sentence, action).toMatch(/^[A-Z].*[^.]$/)
        if (action !== 'data.deleted') expect(sentence).not.toMatch(/undefined|null|NaN/)
      }
  })

  test.each([
    ['signIn.succeeded', { detail: { method: 'password' } }, 'Signed in with the password'],
    ['signIn.succeeded', { detail: { method: 'setUp' } }, 'Signed in after setting up the company'],
    [
      'signIn.failed',
      { detail: { method: 'singleSignOn' } },
      'Failed to sign in with single sign-on',
    ],
    [
      'signIn.succeeded',
      { detail: { method: 'passwordAndCode' } },
      'Signed in with the password and a code',
    ],
    [
      'signIn.failed',
      { subject: 'Sam', detail: { at: 'code' } },
      'Failed to sign in as Sam: wrong code',
    ],
    ['signIn.failed', { detail: { reason: 'wrong passkey' } }, 'Failed to sign in: wrong passkey'],
    ['signIn.failed', { detail: { at: 'signedIn' } }, 'Entered a wrong password'],
    ['passkey.added', { detail: { name: 'Laptop' } }, 'Added the passkey “Laptop”'],
    ['passkey.removed', { detail: { name: 'Laptop' } }, 'Removed the passkey “Laptop”'],
    [
      'signIn.locked',
      { subject: 'Sam', detail: { seconds: 90 } },
      'Locked out of signing in as Sam for 2 minutes',
    ],
    [
      'person.roleChanged',
      { subject: 'Sam', detail: { from: 'client', to: 'admin' } },
      'Changed the role of Sam from client to admin',
    ],
    ['person.invited', { subject: 'Sam', detail: { role: 'admin' } }, 'Invited Sam as an admin'],
    [
      'settings.changed',
      { detail: { fields: 'phone, clientsSeeSubs' } },
      'Changed the settings: phone, clients see subs',
    ],
    [
      'settings.changed',
      {
        detail: {
          fields:
            'phone, backupsKept, adminsNeedSecondFactor, personQuotaMb, clientsSeeSubs, weeklyUpdates',
          ...{ 'backupsKept.from': 7, 'backupsKept.to': 0 },
          ...{ 'adminsNeedSecondFactor.from': true, 'adminsNeedSecondFactor.to': false },
          ...{ 'personQuotaMb.from': 5000, 'personQuotaMb.to': null },
          ...{ 'clientsSeeSubs.from': false, 'clientsSeeSubs.to': true },
          ...{ 'weeklyUpdates.from': true, 'weeklyUpdates.to': false },
        },
      },
      'Turned off nightly backups (7 backups were kept); stopped requiring a second factor of admins; removed the storage limit for each person (5,000 MB); started showing clients which sub does the work; turned off the weekly updates for clients; changed the settings: phone',
    ],
    [
      'settings.changed',
      {
        detail: {
          fields: 'backupsKept, companyQuotaMb',
          ...{ 'backupsKept.from': 0, 'backupsKept.to': 1 },
          ...{ 'companyQuotaMb.from': 100, 'companyQuotaMb.to': 200 },
        },
      },
      'Turned on nightly backups (1 backup is kept); changed the storage limit for the company from 100 MB to 200 MB',
    ],
    [
      'job.subAdded',
      { subject: 'Sam Stone', detail: { job: 'Attic' } },
      'Put Sam Stone on the job Attic',
    ],
    [
      'job.subRemoved',
      { subject: 'Sam Stone', detail: { job: 'Attic' } },
      'Took Sam Stone off the job Attic',
    ],
    [
      'job.clientChanged',
      { subject: 'Attic', detail: { from: null, to: 'Cleo Clark' } },
      'Changed the client of the job Attic from nobody to Cleo Clark',
    ],
    ['photo.sharingChanged', { detail: { shared: false, photos: 2 } }, 'Hid 2 photos from clients'],
    [
      'photo.sharingChanged',
      { subject: 'Attic', detail: { shared: true, photos: 1 } },
      'Showed 1 photo of the job Attic to clients',
    ],
    [
      'entry.readersChanged',
      { subject: 'Framing', detail: { internal: true } },
      'Hid the schedule entry Framing from the client',
    ],
    [
      'data.deleted',
      { subject: 'Sam Stone', detail: { kind: 'rating' } },
      'Deleted the rating of Sam Stone',
    ],
    ['photo.deleted', { subject: 'Attic' }, 'Deleted a photo of the job Attic'],
    [
      'data.deleted',
      { subject: 'Order tile', detail: { kind: 'task' } },
      'Deleted the task Order tile',
    ],
    ['data.deleted', { detail: { kind: 'receipt' } }, 'Deleted a receipt'],
    [
      'data.deleted',
      { subject: 'Attic', detail: { kind: 'weekly update' } },
      'Deleted the weekly update of Attic',
    ],
    [
      'data.imported',
      { detail: { kind: 'jobs', added: 6, rows: 1200 } },
      'Imported 6 of 1,200 rows of a list of jobs',
    ],
    [
      'data.exported',
      { detail: { rows: 1204, files: 1 } },
      'Downloaded everything: 1,204 rows and 1 file',
    ],
    [
      'secondFactor.disabled',
      { subject: 'Sam', subjectId: idOf(9) },
      'Turned off the second factor of Sam',
    ],
    [
      'request.refused',
      { detail: { refused: 'forbidden', call: 'DELETE /api/jobs/:id' } },
      'Tried what their role may not do: DELETE /api/jobs/:id',
    ],
    [
      'request.refused',
      { detail: { refused: 'tooMany', call: 'GET /api/jobs' } },
      'Made too many calls: GET /api/jobs',
    ],
  ] as const)('%s with %j', (action, more, sentence) => {
    expect(sentenceOf(entry(1, action, more))).toBe(sentence)
  })

  test('an unknown actor is named "Not signed in" or "The server"', () => {
    const unknown = { actorId: null, actorName: null }
    expect(actorOf(entry(1, 'signIn.failed', unknown))).toBe('Not signed in')
    expect(actorOf(entry(1, 'backup.made', { ...unknown, address: null }))).toBe('The server')
  })
})
