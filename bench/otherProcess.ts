// Makes calls in a process of its own, so that the one that measures others is not kept waiting by it:
// gets what to do as the first message, and replies with the result.
import { fork } from 'node:child_process'
import { type Call, type Load, type Loading, measure } from './load.ts'

interface Order {
  readonly url: string
  readonly call: Call
  readonly loading: Loading
}

/** Like `measure`, from another process. @throws Error when a call fails */
export function measureElsewhere(url: string, call: Call, loading: Loading): Promise<Load> {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  const order: Order = { url, call, loading }
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (load) => resolve(load as Load))
    child.once('exit', (code) => reject(new Error(`the calls of ${call.path} failed (${code})`)))
  })
}

if (process.send)
  process.once('message', ({ url, call, loading }: Order) => {
    void measure(url, call, loading).then((load) => {
      process.send?.(load)
      process.disconnect()
    })
  })
