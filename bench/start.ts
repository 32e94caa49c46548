import { Server } from '../e2e/harness/server.ts'
import { speedOf } from './load.ts'
import { formatFigure, type Part } from './report.ts'

const LATER_STARTS = 5

/** Starts a server. @returns the milliseconds until the first request succeeds */
async function timed(server: Server): Promise<number> {
  const begin = performance.now()
  await server.start()
  const response = await fetch(`${server.url}/api/health`)
  if (!response.ok) throw new Error(`/api/health answered ${response.status}`)
  return performance.now() - begin
}

export const startPart: Part = {
  name: 'start',
  title: 'A start',
  run: async (report) => {
    const server = new Server()
    try {
      report.table('Until the first request succeeds, in ms', ['measured', 'budget'])
      const first = await timed(server)
      const later: number[] = []
      while (later.length < LATER_STARTS) {
        await server.stop()
        later.push(await timed(server))
      }
      const { p50 } = speedOf(later)
      report.row('the first', [
        formatFigure(first),
        report.budget('start.cold', first, 'the first start'),
      ])
      report.row(`the median of ${LATER_STARTS} later ones`, [
        formatFigure(p50),
        report.budget('start.warm', p50, 'later starts'),
      ])
    } finally {
      await server.remove()
    }
  },
}
