import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'

interface Limits {
  /** The JavaScript heap of a process, in MiB. */
  readonly heapMib: number
  /** All memory that a process may write to, in KiB. */
  readonly memoryKib: number
  /** Milliseconds after which a process without a reply is ended. */
  readonly timeoutMs: number
}

/** A program that does work in processes of its own, so that nothing else is affected by it. */
export interface ChildProgram {
  /**
   * Sends a request to a process that is idle, or to a new one. A process whose reply is not valid
   * is ended, because it may be in an undefined state.
   * @returns the reply; undefined if the process ends first, or takes too long and is ended
   */
  readonly ask: (request: object, isValid: (reply: unknown) => boolean) => Promise<unknown>
  /** Takes an idle process, or starts a new one. */
  readonly acquire: () => ChildProcess
  /** Returns a process to wait for the next request, without keeping the server alive. */
  readonly release: (child: ChildProcess) => void
}

/** Milliseconds that a process waits for the next request. */
const IDLE_TIMEOUT_MS = 20_000

/**
 * Gives requests priority: a process gets the remaining CPU time, at least a tenth of each core.
 */
function lowerPriority({ pid }: ChildProcess) {
  try {
    const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + step, lowest))
  } catch {
    // It has already ended, which the missing reply reports.
  }
}

/**
 * Only Linux can limit just the memory that is written to: WebAssembly reserves ten gigabytes and
 * uses little of it.
 */
function forkOptions({ heapMib, memoryKib }: Limits) {
  const heapOption = `--max-old-space-size=${heapMib}`
  return process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: ['-c', `ulimit -d ${memoryKib}; exec "$0" "$@"`, process.execPath, heapOption],
      }
    : { execArgv: [heapOption] }
}

/** The reply of a process; undefined if it ends first, or takes too long. */
function replyOf(child: ChildProcess, request: object, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (reply?: unknown) => {
      clearTimeout(timer)
      child.off('exit', end).off('error', end).off('message', finish)
      resolve(reply)
    }
    const end = () => finish()
    const timer = setTimeout(end, timeoutMs)
    child.on('exit', end).on('error', end).on('message', finish)
    child.send(request)
  })
}

/**
 * The program in a file, of which a process starts with the first request. It replies to one
 * message at a time, waits for the next, and ends when the server does.
 * @param file plain JavaScript, so that it runs from the sources and from the build
 */
export function childProgram(file: string, limits: Limits): ChildProgram {
  /** Idle processes, each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  const removeIdle = (child: ChildProcess) => {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  const start = (): ChildProcess => {
    const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
    const child = fork(file, {
      ...forkOptions(limits),
      serialization: 'advanced',
      // The libraries write warnings about damaged pictures to the console.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Without the secrets of the server. The malloc threshold returns freed pixels to the system
      // at once: by default glibc retains some 200 MB of them.
      env: { PATH, SystemRoot, TMPDIR, TEMP, MALLOC_MMAP_THRESHOLD_: '131072' },
    })
    lowerPriority(child)
    // A process that was killed from outside must not be used again.
    for (const end of ['disconnect', 'exit', 'error']) child.on(end, () => removeIdle(child))
    return child
  }

  const acquire = (): ChildProcess => {
    const [child] = idle.keys()
    if (!child) return start()
    removeIdle(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  const release = (child: ChildProcess) => {
    idle.set(child, setTimeout(() => child.disconnect(), IDLE_TIMEOUT_MS).unref())
    child.unref()
    child.channel?.unref()
  }

  return {
    acquire,
    release,
    ask: async (request, isValid) => {
      const child = acquire()
      const reply = await replyOf(child, request, limits.timeoutMs)
      if (reply !== undefined && isValid(reply)) release(child)
      else child.kill('SIGKILL')
      return reply
    },
  }
}
