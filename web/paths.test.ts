import { expect, test } from 'vitest'
import { isKnownPath, paths } from './paths.ts'
import { screens, sidebars } from './testing/screens.ts'

test('the titles of the top bar, who may open what, and the sidebars', async () => {
  const lines = screens
    .map(({ path, title, roles, denied }) => [path, title, roles.join(' '), denied].filter(Boolean))
    .map((parts) => parts.join(' | '))
  const menus = sidebars.map(({ role, labels }) => [role, ...labels].join(' | '))
  const text = [...lines.sort(), '', ...menus, ''].join('\n')
  await expect(text).toMatchFileSnapshot('screens.txt')
})

test.each([
  ['/', true],
  ['/jobs', true],
  ['/jobs/', true],
  ['/jobs/0198c0de-0000-7000-8000-000000000001', true],
  ['/jobs/a/b', false],
  ['/pending-bids/', true],
  ['/nowhere', false],
  ['/Jobs', false],
])('%s is a screen: %s', (path, known) => {
  expect(isKnownPath(path)).toBe(known)
})

test('every path helper returns its full address', () => {
  const links = [
    paths.dashboard(),
    paths.pendingBids(),
    paths.bid('ID'),
    paths.changeOrder('ID'),
    paths.jobs(),
    paths.jobs({ search: 'Elm & Oak', status: 'on_hold' }),
    paths.jobs({ search: '', status: '' }),
    paths.jobs({ new: 'job' }),
    paths.job('ID'),
    paths.job('ID', { task: 'TASK' }),
    paths.receivables(),
    paths.completions2025(),
    paths.tasks(),
    paths.tasks({ jobId: 'ID' }),
    paths.tasks({ show: 'mine', task: 'ID' }),
    paths.tasks({ new: 'task' }),
    paths.schedule(),
    paths.enhancedSchedule(),
    paths.scheduleTemplates(),
    paths.template('ID', { edit: 'true' }),
    paths.photos({ jobId: 'ID' }),
    paths.photos({ new: 'photo' }),
    paths.messages({ jobId: 'ID' }),
    paths.subcontractors(),
    paths.rentalProperties(),
    paths.rentalProperties({ tab: 'income' }),
    paths.rentalProperty('ID'),
    paths.tenant('ID'),
    paths.rentalReceipt('ID'),
    paths.users(),
    paths.imports('jobs'),
    paths.account(),
    paths.settings(),
    paths.signIn(),
    paths.signIn({ role: 'client' }),
    paths.signIn({ returnTo: '/jobs?status=on_hold' }),
    paths.signOut(),
  ]
  expect(links.join('\n')).toMatchInlineSnapshot(`
    "/
    /pending-bids
    /pending-bids/ID
    /change-orders/ID
    /jobs
    /jobs?search=Elm+%26+Oak&status=on_hold
    /jobs
    /jobs?new=job
    /jobs/ID
    /jobs/ID?task=TASK
    /completions
    /paid-2025
    /tasks
    /tasks?jobId=ID
    /tasks?show=mine&task=ID
    /tasks?new=task
    /schedule
    /enhanced-schedule
    /schedule-templates
    /schedule-templates/ID?edit=true
    /photos?jobId=ID
    /photos?new=photo
    /messages?jobId=ID
    /subcontractors
    /rental-properties
    /rental-properties?tab=income
    /rental-properties/ID
    /rental-properties/tenants/ID
    /rental-properties/receipts/ID
    /users
    /imports/jobs
    /account
    /settings
    /api/login
    /api/login?role=client
    /api/login?returnTo=%2Fjobs%3Fstatus%3Don_hold
    /api/logout"
  `)
})
