import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerOptions } from './server.ts'

/**
 * Code that runs before a program and shifts its `Date` by the milliseconds in a file. The file is
 * read each time, so that no moment is between the shift and its effect. Timers run as they do.
 */
const SHIFT = `
import { readFileSync } from 'node:fs'
const { now } = Date
const shifted = () => now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
Date.now = shifted
globalThis.Date = new Proxy(Date, {
  construct: (date, parts, self) => Reflect.construct(date, parts.length === 0 ? [shifted()] : parts, self),
})`

/** A clock that servers run by, and that a test turns. That of their Postgres is the real one. */
export interface ServerClock {
  /** The options with which a server starts that runs by this clock. */
  readonly options: Required<Pick<ServerOptions, 'env' | 'nodeArgs'>>
  /** Turns the clock to a moment, from which it runs on. */
  turnTo(at: Date): void
  remove(): void
}

/** Creates a clock that shows the present until it is turned. */
export function serverClock(): ServerClock {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-clock-'))
  const file = join(folder, 'shift')
  const shift = (milliseconds: number) => {
    // Renamed, because a program must not read half of it.
    writeFileSync(`${file}-next`, String(milliseconds))
    renameSync(`${file}-next`, file)
  }
  shift(0)
  return {
    options: {
      env: { CLOCK_FILE: file },
      nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(SHIFT)}`],
    },
    turnTo: (at) => shift(at.getTime() - Date.now()),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
