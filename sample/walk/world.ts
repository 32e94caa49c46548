import { type Role, roles } from '@plumbline/contract/policy.ts'
import { createLog } from '../../server/platform/log.ts'
import { cookieFrom } from '../../server/testing/invitedPeople.ts'
import { testApp } from '../../server/testing/testApp.ts'
import type { Walker } from '../../server/testing/walk/cast.ts'
import { addFailures } from '../../server/testing/walk/failures.ts'
import { openStage } from '../../server/testing/walk/stage.ts'
import { loadSample } from '../load.ts'
import { FRIDAY, photoStubs } from '../testing.ts'

/** The sample company with the additional data for the walk, and the lines of its log. */
export async function openWorld() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const w = await testApp({}, undefined, { log })
  w.clock.now = new Date(FRIDAY)
  const ownerId = w.idOf('ada')
  const { sessionSecret: secret } = w.settings
  const facts = { now: w.clock.now, timeZone: 'America/Chicago', ownerId, secret }
  await loadSample(w.db, { ...facts, photos: photoStubs(FRIDAY) })
  await addFailures(w)
  const people: Partial<Record<Role, Walker>> = {}
  for (const role of roles) {
    const { body, headers } = await w.call('nobody', 'POST', '/api/login/sample', { role })
    people[role] = { id: body.id, cookie: cookieFrom(headers) }
  }
  for (const role of ['subcontractor', 'client'] as const) {
    const { cookie } = people.admin ?? { cookie: '' }
    const begin = `/api/users/${people[role]?.id}/view-as`
    await w.call('nobody', 'POST', begin, undefined, { cookie })
  }
  return { lines, stage: await openStage(w, people as Record<Role, Walker>) }
}
