import { failures } from '@plumbline/contract/failures.ts'
import { expect, test } from 'vitest'
import { ApiError } from './call.ts'
import { whatToDo } from './failureToast.ts'
import { NetworkError } from './reach.ts'

const own = (code: keyof typeof failures, retryAfter?: string) =>
  new ApiError(
    failures[code].status,
    JSON.stringify({ message: failures[code].message, code }),
    retryAfter,
  )
const foreign = (status: number) => new ApiError(status, '<html>Bad gateway</html>')

const LOST =
  'The answer was lost, so it may have been done all the same. Trying again does it only once.'
const RELOAD = 'Reload the page, then try again.'

test.each([
  ['offline', new NetworkError(undefined, false), {}, /^You are offline\. Nothing was sent; /],
  [
    'offline in a form',
    new NetworkError(undefined, false),
    { isTyped: true },
    'You are offline. What you typed is kept; try again when you are back online.',
  ],
  ['cut off while it was sent', new NetworkError(undefined), { isTyped: true }, LOST],
  ['cut off while it was read', new NetworkError(undefined), { isRead: true }, undefined],
  ['an error of the server', own('internal'), {}, 'Nothing was changed. Try again in a moment.'],
  ['the same of a read', own('internal'), { isRead: true }, 'Try again in a moment.'],
  ['no database', own('unavailable'), {}, failures.unavailable.message],
  ['a proxy without an answer', foreign(502), {}, LOST],
  ['a proxy that gave up', foreign(504), { isTyped: true }, LOST],
  ['a proxy that takes less', foreign(413), {}, /^It is too large to send\. /],
  ['too much at once', own('tooLarge'), {}, /^It is too large to send\. /],
  ['a file that is too large', own('fileTooLarge'), {}, failures.fileTooLarge.message],
  ['too slow', own('tooSlow'), {}, /Try again on a better connection\.$/],
  ['stale', own('stale'), {}, `Someone else changed it meanwhile. ${RELOAD}`],
  ['stale, and shown', own('stale'), { isShown: true }, 'Look at what changed, then try again.'],
  [
    'planned otherwise',
    own('planChanged'),
    { isShown: true },
    'Look at what changed, then try again.',
  ],
  ['a conflict', own('conflict'), {}, `It conflicts with what others saved. ${RELOAD}`],
  ['a conflict with a way out', own('propertyHasHistory'), {}, /Archive it instead$/],
  [
    'the same, said already',
    own('propertyHasHistory'),
    { said: failures.propertyHasHistory.message },
    undefined,
  ],
  ['running still', own('stillRunning'), {}, /Wait a moment, then try again\.$/],
  ['refused', own('forbidden'), {}, 'You may not do this. Ask an admin of your company.'],
  ['viewing only', own('viewOnly'), { said: failures.viewOnly.message }, undefined],
  ['gone', own('notFound'), {}, 'It was deleted meanwhile, or you may no longer see it.'],
  ['too often', own('tooMany', '40'), {}, 'Nothing was changed. Wait 40 seconds, then try again.'],
  [
    'just too often',
    own('tooMany', '1'),
    {},
    'Nothing was changed. Wait 1 second, then try again.',
  ],
  ['too often, of a proxy', foreign(429), {}, /Wait a moment, then try again\.$/],
  ['wrong fields', own('invalid'), { isMarked: true }, 'Correct what is marked, then try again.'],
  ['a wrong request', own('badPicture'), {}, failures.badPicture.message],
  ['an error of the page', new TypeError('x is undefined'), {}, RELOAD],
])('after a failure, what to do: %s', (_, error, situation, sentence) => {
  const said = whatToDo(error, situation)
  if (sentence instanceof RegExp) expect(said).toMatch(sentence)
  else expect(said).toBe(sentence)
})

test('every failure of the server has a sentence, and none claims too much', () => {
  for (const code of Object.keys(failures) as (keyof typeof failures)[]) {
    const said = whatToDo(own(code))
    expect(said, code).toBeTruthy()
    if (code !== 'tooMany' && /nothing was/i.test(said ?? ''))
      expect(failures[code].message, code).toMatch(/nothing was/)
  }
})
