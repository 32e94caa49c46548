import { setTimeout as sleep } from 'node:timers/promises'
import { startNode } from '../e2e/harness/nodes.ts'
import { openStream, type TestStream } from '../server/testing/stream.ts'
import { env, withCompany } from './company.ts'
import { memoryOf } from './processes.ts'
import { amountsOf, type Part } from './report.ts'

/** Of each kind of change. */
const CHANGES = 200
const STREAMS = 500
/** Between changes; milliseconds. */
const PAUSE = 15

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const livePart: Part = {
  name: 'live',
  title: 'What others see of a change',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const { server, admin, sub } = company
      const node = await startNode(server, { env })
      const streams: TestStream[] = []
      try {
        const [job] = await sub.api.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
        const jobId = job?.id ?? ''
        const stream = await openStream(node.server.url, sub.api.cookie)
        streams.push(stream)
        const changes = {
          'a message': () =>
            admin.request('POST', '/api/messages', { jobId, content: 'Hello', audience: 'crew' }),
          'a change of status': (n: number) =>
            admin.request('PUT', `/api/jobs/${jobId}`, { progress: (n * 5) % 100 }),
        }
        report.table(
          `${amountsOf(amounts)}; from the call of one person to the event of another, at another node`,
        )
        for (const [name, change] of Object.entries(changes)) {
          const delays: number[] = []
          for (let n = 0; n < CHANGES; n += 1) {
            const begin = performance.now()
            const [delay] = await Promise.all([
              stream.next().then(() => performance.now() - begin),
              change(n),
            ])
            delays.push(delay)
            await sleep(PAUSE)
          }
          delays.sort((a, b) => a - b)
          const note = `p50 ${percentile(delays, 0.5).toFixed(1)} ms`
          report.figure(`${name}, p99 of ${CHANGES}`, percentile(delays, 0.99), {
            ...{ budget: 'live.delay', note },
          })
        }

        report.table(`${STREAMS} streams on which nothing happens`)
        const before = memoryOf(node.server.pid) ?? 0
        for (let n = 1; n < STREAMS; n += 1)
          streams.push(await openStream(node.server.url, sub.api.cookie))
        await sleep(2_000)
        const grown = (memoryOf(node.server.pid) ?? 0) - before
        report.figure('more memory', grown, { budget: 'live.memory', unit: 'MB' })
        return { grown }
      } finally {
        for (const stream of streams) await stream.close()
        await node.remove()
      }
    }),
}
