import { expect, test } from 'vitest'
import { type Action, isChange, may, mayEver, type Person, policy, roles } from './policy.ts'
import { allRows } from './routes.ts'

const someone = '00000000-0000-7000-8000-000000000001'
const other = '00000000-0000-7000-8000-000000000002'

/**
 * A subject whose every fact is the id, or an array of the id if the name of the fact ends in
 * `Ids`.
 */
const factsOf = (id: string) =>
  new Proxy({}, { get: (_, fact) => (String(fact).endsWith('Ids') ? [id] : id) }) as never

/** Subjects whose facts are all the person's own, or all another person's. */
const relations = { own: factsOf(someone), other: factsOf(other) }

function verdict(action: Action, person: Person): string {
  const own = may(person, action, relations.own)
  const others = may(person, action, relations.other)
  if (own && others) return 'yes'
  if (own) return 'own'
  return others ? 'others' : 'false'
}

test('the rights of each action, role and relation', async () => {
  const lines = Object.keys(policy).map((action) => {
    const cells = roles.map((role) => verdict(action as Action, { id: someone, role }).padEnd(13))
    return `${action.padEnd(20)} ${cells.join(' ')}`.trimEnd()
  })
  const head = `${'action'.padEnd(20)} ${roles.map((role) => role.padEnd(13)).join(' ')}`.trimEnd()
  await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot('rights.txt')
})

/** Actions that are checked within a row, for a file or some fields, or outside of the rows. */
const checkedElsewhere: readonly Action[] = [
  'photo.original',
  'message.chooseReaders',
  'message.removeLate',
  // A plain route, because a stream has no complete reply.
  'event.stream',
  'schedule.own',
]

test('every call names an action of the policy, and every action has a call', () => {
  const checked = new Set([...allRows.map((row) => row.may), ...checkedElsewhere])
  for (const action of checked)
    if (action !== 'anyone') expect(Object.keys(policy)).toContain(action)
  expect(Object.keys(policy).filter((action) => !checked.has(action as Action))).toEqual([])
})

test('actions of subs and clients are changes exactly when their calls are not reads', () => {
  const theirs = allRows.filter(
    ({ may: action }) =>
      action !== 'anyone' && (mayEver('subcontractor', action) || mayEver('client', action)),
  )
  const wrong = theirs.filter(
    ({ may: action, method }) => action !== 'anyone' && isChange(action) !== (method !== 'GET'),
  )
  // Opening messages marks them as read, without a button.
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/jobs/:id/read',
    'PUT /api/presence',
  ])
})

test('a photo without a job is for admins and the person who uploaded it', () => {
  const photo = {
    jobId: null,
    clientId: null,
    subcontractorIds: [],
    uploadedById: someone,
    clientVisible: true,
  }
  expect(may({ id: someone, role: 'subcontractor' }, 'photo.read', photo)).toBe(true)
  expect(may({ id: other, role: 'subcontractor' }, 'photo.read', photo)).toBe(false)
  expect(may({ id: other, role: 'client' }, 'photo.read', photo)).toBe(false)
  expect(may({ id: other, role: 'admin' }, 'photo.read', photo)).toBe(true)
})

test('a person cannot see their own photo after leaving its job', () => {
  const photo = {
    jobId: other,
    clientId: other,
    subcontractorIds: [other],
    uploadedById: someone,
    clientVisible: true,
  }
  expect(may({ id: someone, role: 'subcontractor' }, 'photo.read', photo)).toBe(false)
})

test('a role that may for some things differs from one that never may', () => {
  expect(mayEver('client', 'job.create')).toBe(false)
  expect(mayEver('client', 'job.read')).toBe(true)
  expect(may({ id: someone, role: 'client' }, 'job.read', relations.other)).toBe(false)
})
