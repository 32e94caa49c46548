import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A process that looks into files. */
export type Inspector = ChildProcess

/** How long an inspector waits for the next file; milliseconds. */
const IDLE = 20_000
/** The memory of an inspector: of its JavaScript in MiB, and all that it may write to in KiB. */
const HEAP = 512
const MEMORY = 1_500_000

const program = fileURLToPath(new URL('./inspector.js', import.meta.url))
const heap = `--max-old-space-size=${HEAP}`
/** Only Linux can limit just the memory that is written to: WebAssembly reserves ten gigabytes and uses little of them. */
const started =
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: ['-c', `ulimit -d ${MEMORY}; exec "$0" "$@"`, process.execPath, heap],
      }
    : { execArgv: [heap] }

/** Inspectors that wait, each with the timer of its end. */
const idle = new Map<Inspector, NodeJS.Timeout>()

function start(): Inspector {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const inspector = fork(program, {
    ...started,
    serialization: 'advanced',
    // The libraries write warnings about damaged pictures to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Without our secrets. Freed pixels go back to the system at once: by default glibc keeps some
    // 200 MB of them.
    env: { PATH, SystemRoot, TMPDIR, TEMP, MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  giveWay(inspector)
  // One that was killed from outside must not be used again.
  for (const end of ['disconnect', 'exit', 'error']) inspector.on(end, () => stopWaiting(inspector))
  return inspector
}

/** Requests go first: an inspector gets what they leave, a tenth of each core at least. */
function giveWay({ pid }: Inspector) {
  try {
    const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + step, lowest))
  } catch {
    // It ended at once, which the answer tells.
  }
}

function stopWaiting(inspector: Inspector) {
  clearTimeout(idle.get(inspector))
  idle.delete(inspector)
}

/** An idle inspector: one that still waits, or a new one. */
export function take(): Inspector {
  const [waiting] = idle.keys()
  if (!waiting) return start()
  stopWaiting(waiting)
  waiting.ref()
  waiting.channel?.ref()
  return waiting
}

/** Lets an inspector wait for the next file, without keeping the program from its end. */
export function put(inspector: Inspector) {
  idle.set(inspector, setTimeout(() => inspector.disconnect(), IDLE).unref())
  inspector.unref()
  inspector.channel?.unref()
}
