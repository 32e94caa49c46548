import { failures } from '@plumbline/contract/failures.ts'
import { expect, test } from 'vitest'
import { ApiError } from './call.ts'
import { NetworkError } from './connection.ts'
import { failureAdvice } from './failureToast.ts'

const serverError = (code: keyof typeof failures, retryAfter?: string) =>
  new ApiError(
    failures[code].status,
    JSON.stringify({ message: failures[code].message, code }),
    retryAfter,
  )
const proxyError = (status: number) => new ApiError(status, '<html>Bad gateway</html>')

const RESPONSE_LOST =
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
  ['cut off while it was sent', new NetworkError(undefined), { isTyped: true }, RESPONSE_LOST],
  ['cut off while it was read', new NetworkError(undefined), { isRead: true }, undefined],
  [
    'an error of the server',
    serverError('internal'),
    {},
    'Nothing was changed. Try again in a moment.',
  ],
  ['the same of a read', serverError('internal'), { isRead: true }, 'Try again in a moment.'],
  ['no database', serverError('unavailable'), {}, failures.unavailable.message],
  ['a proxy without an answer', proxyError(502), {}, RESPONSE_LOST],
  ['a proxy that gave up', proxyError(504), { isTyped: true }, RESPONSE_LOST],
  ['a proxy that takes less', proxyError(413), {}, /^It is too large to send\. /],
  ['too much at once', serverError('tooLarge'), {}, /^It is too large to send\. /],
  ['a file that is too large', serverError('fileTooLarge'), {}, failures.fileTooLarge.message],
  ['too slow', serverError('tooSlow'), {}, /Try again on a better connection\.$/],
  ['stale', serverError('stale'), {}, `Someone else changed it meanwhile. ${RELOAD}`],
  [
    'stale, and shown',
    serverError('stale'),
    { isShown: true },
    'Look at what changed, then try again.',
  ],
  [
    'planned otherwise',
    serverError('planChanged'),
    { isShown: true },
    'Look at what changed, then try again.',
  ],
  ['a conflict', serverError('conflict'), {}, `It conflicts with what others saved. ${RELOAD}`],
  ['a conflict with a way out', serverError('propertyHasHistory'), {}, /Archive it instead$/],
  [
    'the same, said already',
    serverError('propertyHasHistory'),
    { shownText: failures.propertyHasHistory.message },
    undefined,
  ],
  ['running still', serverError('stillRunning'), {}, /Wait a moment, then try again\.$/],
  ['refused', serverError('forbidden'), {}, 'You may not do this. Ask an admin of your company.'],
  ['viewing only', serverError('viewOnly'), { shownText: failures.viewOnly.message }, undefined],
  [
    'missing',
    serverError('notFound'),
    {},
    'It was deleted meanwhile, or you may no longer see it.',
  ],
  [
    'too often',
    serverError('tooMany', '40'),
    {},
    'Nothing was changed. Wait 40 seconds, then try again.',
  ],
  [
    'just too often',
    serverError('tooMany', '1'),
    {},
    'Nothing was changed. Wait 1 second, then try again.',
  ],
  ['too often, of a proxy', proxyError(429), {}, /Wait a moment, then try again\.$/],
  [
    'wrong fields',
    serverError('invalid'),
    { isMarked: true },
    'Correct the marked fields, then try again.',
  ],
  ['a wrong request', serverError('badPicture'), {}, failures.badPicture.message],
  ['an error of the page', new TypeError('x is undefined'), {}, RELOAD],
])('a failure advises what to do: %s', (_, error, situation, sentence) => {
  const advice = failureAdvice(error, situation)
  if (sentence instanceof RegExp) expect(advice).toMatch(sentence)
  else expect(advice).toBe(sentence)
})

test('every failure of the server has advice, which claims no more than its message', () => {
  for (const code of Object.keys(failures) as (keyof typeof failures)[]) {
    const advice = failureAdvice(serverError(code))
    expect(advice, code).toBeTruthy()
    if (code !== 'tooMany' && /nothing was/i.test(advice ?? ''))
      expect(failures[code].message, code).toMatch(/nothing was/)
  }
})
