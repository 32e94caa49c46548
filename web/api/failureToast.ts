import type { FailureName } from '@plumbline/contract/failures.ts'
import { toast } from '../ui/toasts.ts'
import { ApiError } from './call.ts'
import { NetworkError } from './connection.ts'

interface Situation {
  /** The text that the toast already shows. */
  readonly shownText?: string
  /** Whether the typed text stays on screen. */
  readonly isTyped?: boolean
  /** Whether every problem is shown beside its field. */
  readonly isMarked?: boolean
  /** Whether the newer version is being shown. */
  readonly isShown?: boolean
  /** Whether the request was a read. */
  readonly isRead?: boolean
}

const RESPONSE_LOST =
  'The answer was lost, so it may have been done all the same. Trying again does it only once.'
const TRY_AGAIN = 'Try again in a moment.'
const RELOAD = 'Reload the page, then try again.'
const CORRECT_FIELDS = 'Correct the marked fields, then try again.'

/**
 * The advice for failures whose server message does not include it. Other messages do, such as
 * "Archive it instead".
 */
const sentences: Readonly<Partial<Record<FailureName, string>>> = {
  internal: `Nothing was changed. ${TRY_AGAIN}`,
  forbidden: 'You may not do this. Ask an admin of your company.',
  notFound: 'It was deleted meanwhile, or you may no longer see it.',
  tooSlow: 'It took too long to send. Try again on a better connection.',
  conflict: `It conflicts with what others saved. ${RELOAD}`,
  stillRunning: 'The first try is still running. Wait a moment, then try again.',
  keyReused: RELOAD,
  tooLarge: 'It is too large to send. Choose smaller files, or fewer at once.',
}

/**
 * The failure for each status, for a response that is not from the server, such as that of a proxy.
 */
const failureByStatus: Readonly<Record<number, FailureName>> = {
  403: 'forbidden',
  404: 'notFound',
  408: 'tooSlow',
  409: 'conflict',
  413: 'tooLarge',
}

function adviceForResponse(
  error: ApiError,
  { shownText = '', isMarked, isShown, isRead }: Situation,
) {
  const { status, code, reason, retryAfter } = error
  if (status === 412 || code === 'planChanged')
    return isShown
      ? 'Look at what changed, then try again.'
      : `Someone else changed it meanwhile. ${RELOAD}`
  if (status === 429) {
    const wait = retryAfter === 1 ? '1 second' : retryAfter ? `${retryAfter} seconds` : 'a moment'
    return `Nothing was changed. Wait ${wait}, then try again.`
  }
  if (isMarked) return CORRECT_FIELDS
  if (isRead && status >= 500) return TRY_AGAIN
  // A proxy answered in place of the server and cannot know whether the write succeeded.
  if (status >= 500 && code === undefined) return RESPONSE_LOST
  const sentence = sentences[(code ?? failureByStatus[status] ?? 'keyReused') as FailureName]
  return sentence ?? (reason === undefined || shownText.includes(reason) ? undefined : reason)
}

/**
 * One sentence of advice after a failure, including what happened to the data that was sent;
 * undefined where the message already says so. It claims that nothing was changed only where the
 * server confirmed that.
 */
export function failureAdvice(error: unknown, situation: Situation = {}): string | undefined {
  if (error instanceof ApiError) return adviceForResponse(error, situation)
  if (!(error instanceof NetworkError)) return RELOAD
  // The message of a NetworkError already says what to do.
  if (situation.isRead) return undefined
  if (error.isSent) return RESPONSE_LOST
  const outcome = situation.isTyped ? 'What you typed is kept' : 'Nothing was sent'
  return `You are offline. ${outcome}; try again when you are back online.`
}

/** Shows a toast with the description of what failed, and what to do about it. */
export function toastFailure(
  error: unknown,
  description: string,
  situation: Omit<Situation, 'shownText'> = {},
) {
  const note = failureAdvice(error, { ...situation, shownText: description })
  toast({ title: 'Error', description, ...(note && { note }), variant: 'destructive' })
}
