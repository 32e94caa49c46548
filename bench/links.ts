import { randomBytes, randomInt } from 'node:crypto'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { setUp } from '../e2e/harness/company.ts'
import { connectTo } from '../e2e/harness/postgres.ts'
import { Server } from '../e2e/harness/server.ts'
import { env } from './company.ts'
import { largePricing } from './documents.ts'
import { speedOf } from './load.ts'
import type { Part } from './report.ts'

const ROUNDS = 400

interface Sent {
  readonly bidId: string
  readonly id: string
  readonly path: string
}

async function sent(admin: ApiClient): Promise<Sent> {
  const bid = { name: 'Porch', address: '14 Lake Dr', estimatedAmount: 100_000 }
  const { id: bidId } = await admin.request<{ id: string }>('POST', '/api/pending-bids', bid)
  await admin.request('PUT', `/api/pending-bids/${bidId}/pricing`, largePricing)
  const at = `/api/pending-bids/${bidId}/proposals`
  const { id } = await admin.request<{ id: string }>('POST', at, {})
  const { path } = await admin.request<{ path: string }>('GET', `/api/proposals/${id}/link`)
  return { bidId, id, path }
}

/** The paths of links that do not work, by the reason. */
async function deadLinks(admin: ApiClient, server: Server): Promise<Record<string, string>> {
  const [withdrawn, replaced, renewed, deleted, over] = [
    ...[await sent(admin), await sent(admin), await sent(admin)],
    ...[await sent(admin), await sent(admin)],
  ] as [Sent, Sent, Sent, Sent, Sent]
  await admin.request('POST', `/api/proposals/${withdrawn.id}/withdraw`, {})
  await admin.request('POST', `/api/pending-bids/${replaced.bidId}/proposals`, {})
  await admin.request('POST', `/api/proposals/${renewed.id}/renew-link`)
  await admin.request('DELETE', `/api/pending-bids/${deleted.bidId}`)
  const { inviteLink } = await admin.request<{ inviteLink: string }>('POST', '/api/users/invite', {
    ...{ role: 'client', firstName: 'Ivy', lastName: 'Ives', email: 'ivy@example.com' },
  })
  const database = await connectTo(server.postgres)
  await database.query(`update proposals set last_day = '2020-01-01' where id = $1`, [over.id])
  await database.end()
  return {
    unknown: `/p/${randomBytes(32).toString('base64url')}`,
    withdrawn: withdrawn.path,
    'an older version': replaced.path,
    'an older link': renewed.path,
    'of a deleted bid': deleted.path,
    'an invite': `/p/${inviteLink.split('/').at(-1)}`,
    expired: over.path,
  }
}

/**
 * The time until a dead link is answered, in milliseconds. Each visit comes from a network of its
 * own, since those who try many links have to wait.
 */
async function timeOf(url: string): Promise<number> {
  const network = [10, randomInt(256), randomInt(256), randomInt(256)].join('.')
  const start = performance.now()
  const answer = await fetch(url, { headers: { 'x-forwarded-for': network } })
  await answer.text()
  if (answer.status !== 404) throw new Error(`A dead link is answered with ${answer.status}`)
  return performance.now() - start
}

/** The time in which a link is refused must not give away why. */
export const linksPart: Part = {
  name: 'links',
  title: 'Links that do not work',
  async run(report) {
    const first = new Server({ env })
    let server = first
    try {
      await first.start()
      const links = Object.entries(await deadLinks(await setUp(first.url), first))
      await first.stop()
      // With a proxy, each visit can come from another network.
      server = new Server({ from: first.dataDir, env: { ...env, TRUST_PROXY: 'true' } })
      await server.start()
      const times = new Map<string, number[]>(links.map(([reason]) => [reason, []]))
      for (let round = 0; round < ROUNDS; round++)
        for (const [reason, path] of links.toSorted(() => randomInt(3) - 1))
          times.get(reason)?.push(await timeOf(server.url + path))
      report.table(`${ROUNDS} visits each, in turn; ms, and % apart from unknown ones`, [
        ...['p50', '% apart', 'budget'],
      ])
      const p50 = (reason: string) => speedOf(times.get(reason) ?? []).p50
      for (const [reason] of links) {
        const apart = 100 * Math.abs(p50(reason) / p50('unknown') - 1)
        const budget = report.budget('links.apart', apart, `a link that is ${reason}`)
        report.row(reason, [p50(reason).toFixed(2), apart.toFixed(1), budget])
      }
    } finally {
      await server.remove()
      if (server !== first) await first.remove()
    }
  },
}
