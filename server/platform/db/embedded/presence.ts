import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../systemError.ts'

/** Identifies the socket of a lock holder. A copy of it in another folder is another file. */
export const Mark = z.object({
  name: z.string().regex(/^lock-\w+\.socket$/),
  device: z.number(),
  inode: z.number(),
})
export type Mark = z.infer<typeof Mark>

/**
 * A Unix socket in the data folder that has a listener as long as one process of a run is alive.
 */
export interface Presence {
  readonly mark: Mark
  /** For child processes to inherit that count as part of the run. */
  readonly descriptor: number | undefined
  close(): void
}

/**
 * Shows every process on the same kernel, in whatever container, that this process runs on the
 * folder. The kernel itself knows whether a socket has a listener, even if that process is frozen
 * or busy, and closes the socket with the last process that has inherited it. Undefined if the
 * system has no containers, or the file system has no sockets.
 */
export async function showPresence(dataDir: string): Promise<Presence | undefined> {
  if (process.platform !== 'linux') return undefined
  const name = `lock-${randomBytes(6).toString('hex')}.socket`
  const folder = openSync(dataDir, 'r')
  const server = createServer((socket) => socket.destroy()).unref()
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    server.close()
    closeSync(folder)
    rmSync(join(dataDir, name), { force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      // The path of a socket is limited to 107 bytes, that of the data folder is not.
      server.once('error', reject).listen(`/proc/self/fd/${folder}/${name}`, resolve)
    })
    const { dev, ino } = lstatSync(join(dataDir, name))
    return {
      mark: { name, device: dev, inode: ino },
      descriptor: descriptorOf(server),
      close,
    }
  } catch {
    close()
    return undefined
  }
}

/**
 * Whether a process that shows this presence is alive on this kernel. A negative result is only
 * certain for {@link isUntouched | an untouched mark}: processes on other machines are not seen.
 */
export async function isPresent(dataDir: string, { name }: Mark): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const folder = openSync(dataDir, 'r')
  try {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(`/proc/self/fd/${folder}/${name}`, () => {
        socket.destroy()
        resolve()
      }).once('error', reject)
    })
    return true
  } catch (error) {
    // Any other error, such as a full backlog, comes from a socket that has a listener.
    return !isCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')
  } finally {
    closeSync(folder)
  }
}

/** Whether the socket is the one created by the holder, not a copy. */
export function isUntouched(dataDir: string, mark: Mark): boolean {
  const found = lstatSync(join(dataDir, mark.name), { throwIfNoEntry: false })
  return found?.isSocket() === true && found.dev === mark.device && found.ino === mark.inode
}

/**
 * The file descriptor of the server, for which Node has no public API. Without it the presence ends
 * with this process.
 */
function descriptorOf(server: Server): number | undefined {
  const found = z.object({ _handle: z.object({ fd: z.number().min(3) }) }).safeParse(server)
  return found.success ? found.data._handle.fd : undefined
}
