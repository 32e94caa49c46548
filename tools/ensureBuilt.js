import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { outOfDate } from './build.js'

/** Builds what is missing or out of date; ends the program when that fails. */
export function ensureBuilt() {
  process.env.NODE_ENV ??= 'production'
  if (outOfDate().length === 0) return
  console.error('Building; this takes a moment after an update.')
  // In another process, whose memory is freed when it is done.
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('build.js', import.meta.url))],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}
