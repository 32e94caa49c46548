import { randomBytes } from 'node:crypto'
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../systemError.ts'

/** The socket of a lock's holder. A copy of it in another folder is another file. */
export const Mark = z.object({
  name: z.string().regex(/^lock-\w+\.socket$/),
  device: z.number(),
  inode: z.number(),
})
export type Mark = z.infer<typeof Mark>

/** A Unix socket in the data folder on which somebody listens as long as one process of a run lives. */
export interface Presence {
  readonly mark: Mark
  /** For processes to inherit that count as part of the run. */
  readonly descriptor: number | undefined
  close(): void
}

/**
 * Shows that this process runs on the folder to everybody on the same kernel, whatever container they are in: the kernel
 * itself knows whether anybody listens on a socket, also for a process that is frozen or busy, and forgets it with the last
 * process that has inherited it. Undefined where there are no containers to protect from, or the file system has no sockets.
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
      // The path of a socket may have 107 bytes, that of the data folder any number.
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
 * Whether a process that shows this presence lives on this kernel. That none does is only certain for
 * {@link isUntouched | an untouched mark}: processes of other machines are not seen.
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
    // Any other error, such as a full queue of connections, comes from somebody who listens.
    return !isCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK')
  } finally {
    closeSync(folder)
  }
}

/** Whether the socket is the very one that the holder made, not a copy. */
export function isUntouched(dataDir: string, mark: Mark): boolean {
  const found = lstatSync(join(dataDir, mark.name), { throwIfNoEntry: false })
  return found?.isSocket() === true && found.dev === mark.device && found.ino === mark.inode
}

/** Node has no public name for it. Without it the presence ends with this process. */
function descriptorOf(server: Server): number | undefined {
  const found = z.object({ _handle: z.object({ fd: z.number().min(3) }) }).safeParse(server)
  return found.success ? found.data._handle.fd : undefined
}
