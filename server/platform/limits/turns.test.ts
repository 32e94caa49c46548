import { expect, test } from 'vitest'
import { concurrencyLimit, LOWEST_PRIORITY, takeTurns } from './turns.ts'

/** Tasks that end when the test ends them, in the order in which they began. */
function worksite(inTurn: ReturnType<typeof takeTurns>) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const send = (person: string, name = person) =>
    inTurn(person, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endFirst = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, send, endFirst }
}
const roomy = { all: 100, each: 100 }

test('people take turns, however much one of them sends', async () => {
  const { begun, send, endFirst } = worksite(takeTurns({ all: 1, each: 1 }, roomy))
  const sent = [1, 2, 3].map((n) => send('sam', `sam ${n}`))
  sent.push(send('ada', 'ada 1'), send('cleo', 'cleo 1'), send('ada', 'ada 2'))
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun).toEqual(['sam 1', 'sam 2', 'ada 1', 'cleo 1', 'sam 3', 'ada 2'])
})

test('low-priority work starts when nothing else runs or waits', async () => {
  const { begun, send, endFirst } = worksite(takeTurns({ all: 2, each: 1 }, roomy))
  const sent = [send('sam', 'sam 1'), send(LOWEST_PRIORITY, 'later'), send('sam', 'sam 2')]
  sent.push(send('ada', 'ada 1'), send('ada', 'ada 2'))
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun).toEqual(['sam 1', 'ada 1', 'sam 2', 'ada 2', 'later'])
})

test('low-priority work takes one place, and delays nobody', async () => {
  const { begun, send, endFirst } = worksite(takeTurns({ all: 2, each: 1 }, roomy))
  const sent = [send(LOWEST_PRIORITY, 'later'), send(LOWEST_PRIORITY, 'later 2'), send('sam')]
  expect(begun).toEqual(['later', 'sam'])
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun).toEqual(['later', 'sam', 'later 2'])
})

test('one person never takes both places', async () => {
  const { begun, send, endFirst } = worksite(takeTurns({ all: 2, each: 1 }, roomy))
  const sent = [send('sam', 'sam 1'), send('sam', 'sam 2'), send('ada'), send('cleo')]
  expect(begun).toEqual(['sam 1', 'ada'])
  await endFirst()
  expect(begun).toEqual(['sam 1', 'ada', 'sam 2'])
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun).toEqual(['sam 1', 'ada', 'sam 2', 'cleo'])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = takeTurns({ all: 1, each: 1 }, roomy)
  const failed = inTurn('sam', () => Promise.reject(new Error('damaged')))
  const next = inTurn('ada', async () => 'done')
  await expect(failed).rejects.toThrow('damaged')
  expect(await next).toBe('done')
  expect(await inTurn('sam', async () => 'again')).toBe('again')
})

test('more work than can wait is rejected with a retry time', async () => {
  const { send, endFirst } = worksite(takeTurns({ all: 1, each: 1 }, { all: 3, each: 2 }))
  const sent = [send('sam'), send('sam'), send('sam')]
  await expect(send('sam')).rejects.toMatchObject({ name: 'tooMany', retryAfter: 5 })
  sent.push(send('ada'))
  await expect(send('cleo')).rejects.toMatchObject({ name: 'tooMany' })
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  const last = send('cleo')
  await endFirst()
  await last
})

test('a limit for each person does not delay other people', async () => {
  const { begun, send, endFirst } = worksite(takeTurns({ each: 2 }, { each: 1 }))
  const sent = [1, 2, 3].map((n) => send('sam', `sam ${n}`))
  await expect(send('sam')).rejects.toMatchObject({ name: 'tooMany' })
  sent.push(send('ada', 'ada 1'), send('ada', 'ada 2'))
  expect(begun).toEqual(['sam 1', 'sam 2', 'ada 1', 'ada 2'])
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun.at(-1)).toBe('sam 3')
})

test('work without a person starts in order of arrival', async () => {
  const inTurn = concurrencyLimit(2, 2)
  const { begun, send, endFirst } = worksite((_, work) => inTurn(work))
  const sent = ['1', '2', '3', '4'].map((name) => send(name))
  await expect(send('5')).rejects.toMatchObject({ name: 'tooMany' })
  expect(begun).toEqual(['1', '2'])
  for (const _ of sent) await endFirst()
  await Promise.all(sent)
  expect(begun).toEqual(['1', '2', '3', '4'])
})
