import { mayEver, roles } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { Stage } from './cast.ts'
import { type Answer, type Request, send } from './send.ts'

/** A write that must be rejected, and its response. */
export interface Refused {
  /** The person or kind of request that is rejected. */
  readonly as: string
  readonly expected: readonly [status: number, code: string]
  readonly answer: Answer
}

/** Moves several days at once, each with its own version: server/features/crew/routes.test.ts. */
const versionsInBody = '/api/crew/move'

/**
 * Sends a valid write as people who may not make it, from another site, and with an outdated
 * version.
 */
export async function refusalsOf(stage: Stage, row: Row, request: Request): Promise<Refused[]> {
  const { people } = stage
  const refused: Refused[] = []
  const refuse = async (as: string, expected: Refused['expected'], more: object) => {
    refused.push({ as, expected, answer: await send(stage, row, request, more) })
  }
  const { may } = row
  if (may !== 'anyone') {
    await refuse('nobody', [401, 'unauthorized'], { cookie: '' })
    for (const role of roles.filter((one) => !mayEver(one, may)))
      await refuse(role, [403, 'forbidden'], { cookie: people[role].cookie })
  }
  await refuse('another site', [403, 'foreignOrigin'], { origin: 'https://evil.example' })
  const viewing = { cookie: people.admin.cookie, 'x-view-as': people.client.id }
  await refuse('an admin who views as a client', [403, 'viewOnly'], viewing)
  if (row.fails?.includes('stale') && row.path !== versionsInBody)
    await refuse('a stale version', [412, 'stale'], { 'if-match': '"stale"' })
  return refused
}
