// Makes calls in a separate process, so that the process that measures other calls is not delayed.
// It gets its task as the first message, and replies with the result.
import { fork } from 'node:child_process'
import { type Call, type Load, type LoadOptions, measure } from './load.ts'

interface Task {
  readonly url: string
  readonly call: Call
  readonly loading: LoadOptions
}

/** Like `measure`, but in another process. @throws Error if a call fails */
export function measureElsewhere(url: string, call: Call, loading: LoadOptions): Promise<Load> {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const task: Task = { url, call, loading }
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', (load) => resolve(load as Load))
    child.once('exit', (code) => reject(new Error(`the calls of ${call.path} failed (${code})`)))
  })
}

if (process.send)
  process.once('message', ({ url, call, loading }: Task) => {
    void measure(url, call, loading).then((load) => {
      process.send?.(load)
      process.disconnect()
    })
  })
