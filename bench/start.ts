import { Server } from '../e2e/harness/server.ts'
import type { Part } from './report.ts'

/** Starts a server. @returns the milliseconds until the first request succeeds */
async function timed(server: Server): Promise<number> {
  const begin = performance.now()
  await server.start()
  const response = await fetch(`${server.url}/api/health`)
  if (!response.ok) throw new Error(`/api/health answered ${response.status}`)
  return performance.now() - begin
}

/**
 * The milliseconds of a start: of the first one on an empty data folder, and the median of several
 * later ones.
 */
async function measureStarts(times = 5): Promise<{ cold: number; warm: number }> {
  const server = new Server()
  try {
    const cold = await timed(server)
    const warm: number[] = []
    for (let time = 0; time < times; time++) {
      await server.stop()
      warm.push(await timed(server))
    }
    return { cold, warm: warm.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN }
  } finally {
    await server.remove()
  }
}

export const startPart: Part = {
  name: 'start',
  title: 'A start',
  run: async (report) => {
    report.table('Until the first request succeeds')
    const starts = await measureStarts()
    report.figure('the first', starts.cold, { budget: 'start.cold' })
    report.figure('later ones, the median of several', starts.warm, { budget: 'start.warm' })
    return starts
  },
}
