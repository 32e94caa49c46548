import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'
import { MailProblem } from './mail/problem.ts'

const rejected = new MailProblem('The mail server answered 554', 'email', '554 5.6.0 spam')

/** A backoff, and the pauses that it has begun. */
function backoffOf() {
  const pauses: string[] = []
  const log = { info() {}, error() {}, warn: (line: string) => void pauses.push(line) }
  const backoff = new Backoff(log)
  const reject = (count: number) => {
    for (let n = 0; n < count; n++) backoff.failed(rejected)
  }
  return { backoff, pauses, reject }
}

test('emails pause after more than ten rejected ones in a row', () => {
  const { pauses, reject } = backoffOf()
  reject(10)
  expect(pauses).toEqual([])
  reject(1)
  expect(pauses).toEqual([
    'Emails about notifications wait, and are tried again in 2 s: The mail server answered 554',
  ])
})

test('an accepted email starts the count of rejected ones again', () => {
  const { backoff, pauses, reject } = backoffOf()
  reject(10)
  backoff.succeeded()
  reject(10)
  expect(pauses).toEqual([])
})
