import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A process that inspects files. */
export type Inspector = ChildProcess

/** Milliseconds that an inspector waits for the next file. */
const IDLE_TIMEOUT_MS = 20_000
/**
 * The memory limits of an inspector: its JavaScript heap in MiB, and all memory it may write to in
 * KiB.
 */
const HEAP_MIB = 512
const MEMORY_KIB = 1_500_000

const program = fileURLToPath(new URL('./inspector.js', import.meta.url))
const heapOption = `--max-old-space-size=${HEAP_MIB}`
/**
 * Only Linux can limit just the memory that is written to: WebAssembly reserves ten gigabytes and
 * uses little of it.
 */
const forkOptions =
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: ['-c', `ulimit -d ${MEMORY_KIB}; exec "$0" "$@"`, process.execPath, heapOption],
      }
    : { execArgv: [heapOption] }

/** Idle inspectors, each with the timer that ends it. */
const idle = new Map<Inspector, NodeJS.Timeout>()

function start(): Inspector {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const inspector = fork(program, {
    ...forkOptions,
    serialization: 'advanced',
    // The libraries write warnings about damaged pictures to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Without the secrets of the server. The malloc threshold returns freed pixels to the system at
    // once: by default glibc retains some 200 MB of them.
    env: { PATH, SystemRoot, TMPDIR, TEMP, MALLOC_MMAP_THRESHOLD_: '131072' },
  })
  lowerPriority(inspector)
  // An inspector that was killed from outside must not be used again.
  for (const end of ['disconnect', 'exit', 'error']) inspector.on(end, () => removeIdle(inspector))
  return inspector
}

/**
 * Gives requests priority: an inspector gets the remaining CPU time, at least a tenth of each core.
 */
function lowerPriority({ pid }: Inspector) {
  try {
    const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + step, lowest))
  } catch {
    // It has already ended, which the missing reply reports.
  }
}

function removeIdle(inspector: Inspector) {
  clearTimeout(idle.get(inspector))
  idle.delete(inspector)
}

/** Takes an idle inspector, or starts a new one. */
export function acquireInspector(): Inspector {
  const [inspector] = idle.keys()
  if (!inspector) return start()
  removeIdle(inspector)
  inspector.ref()
  inspector.channel?.ref()
  return inspector
}

/** Returns an inspector to wait for the next file, without keeping the server alive. */
export function releaseInspector(inspector: Inspector) {
  idle.set(inspector, setTimeout(() => inspector.disconnect(), IDLE_TIMEOUT_MS).unref())
  inspector.unref()
  inspector.channel?.unref()
}
