import type { Server } from './server.ts'

/** Node arguments for a server whose heap is measured. They enable its inspector on a free port. */
export const INSPECTOR_ARGS = ['--inspect=127.0.0.1:0'] as const

/**
 * Returns the heap size of the server in bytes after a full garbage collection, read through Node's
 * inspector.
 */
export async function heapOf(server: Server): Promise<number> {
  const address = /ws:\/\/\S+/.exec(server.output)?.[0]
  if (!address) throw new Error('the server was not started with INSPECTOR_ARGS')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const send = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      const id = ++last
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { id?: number; result: T }
        if (message.id === id) resolve(message.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  try {
    await send('HeapProfiler.collectGarbage')
    const { usedSize } = await send<{ usedSize: number }>('Runtime.getHeapUsage')
    return usedSize
  } finally {
    socket.close()
  }
}
