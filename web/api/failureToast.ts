import type { FailureName } from '@plumbline/contract/failures.ts'
import { toast } from '../ui/toasts.ts'
import { ApiError } from './call.ts'
import { NetworkError } from './reach.ts'

interface Situation {
  /** What the toast says already. */
  readonly said?: string
  /** What was typed stays on screen. */
  readonly isTyped?: boolean
  /** Every problem is shown beside its field. */
  readonly isMarked?: boolean
  /** The newer version is being shown. */
  readonly isShown?: boolean
  /** Nothing was to be changed. */
  readonly isRead?: boolean
}

const LOST =
  'The answer was lost, so it may have been done all the same. Trying again does it only once.'
const AGAIN = 'Try again in a moment.'
const RELOAD = 'Reload the page, then try again.'
const MARKED = 'Correct what is marked, then try again.'

/** What to do where the server's own sentence does not say it. The others do, such as "Archive it instead". */
const sentences: Readonly<Partial<Record<FailureName, string>>> = {
  internal: `Nothing was changed. ${AGAIN}`,
  forbidden: 'You may not do this. Ask an admin of your company.',
  notFound: 'It was deleted meanwhile, or you may no longer see it.',
  tooSlow: 'It took too long to send. Try again on a better connection.',
  conflict: `It conflicts with what others saved. ${RELOAD}`,
  stillRunning: 'The first try is still running. Wait a moment, then try again.',
  keyReused: RELOAD,
  tooLarge: 'It is too large to send. Choose smaller files, or fewer at once.',
}

/** The same by status, for an answer that is not the server's own, such as a proxy's. */
const foreign: Readonly<Record<number, FailureName>> = {
  403: 'forbidden',
  404: 'notFound',
  408: 'tooSlow',
  409: 'conflict',
  413: 'tooLarge',
}

function afterAnswer(error: ApiError, { said = '', isMarked, isShown, isRead }: Situation) {
  const { status, code, reason, retryAfter } = error
  if (status === 412 || code === 'planChanged')
    return isShown
      ? 'Look at what changed, then try again.'
      : `Someone else changed it meanwhile. ${RELOAD}`
  if (status === 429) {
    const wait = retryAfter === 1 ? '1 second' : retryAfter ? `${retryAfter} seconds` : 'a moment'
    return `Nothing was changed. Wait ${wait}, then try again.`
  }
  if (isMarked) return MARKED
  if (isRead && status >= 500) return AGAIN
  // Nothing of the server's own: what answered in its place does not know what became of it.
  if (status >= 500 && code === undefined) return LOST
  const own = sentences[(code ?? foreign[status] ?? 'keyReused') as FailureName]
  return own ?? (reason === undefined || said.includes(reason) ? undefined : reason)
}

/**
 * One sentence on what to do after a failure, and what became of what was sent; undefined where what is said already does that.
 * That nothing was changed is said only where the server said so.
 */
export function whatToDo(error: unknown, situation: Situation = {}): string | undefined {
  if (error instanceof ApiError) return afterAnswer(error, situation)
  if (!(error instanceof NetworkError)) return RELOAD
  // It says so itself.
  if (situation.isRead) return undefined
  if (error.isSent) return LOST
  const kept = situation.isTyped ? 'What you typed is kept' : 'Nothing was sent'
  return `You are offline. ${kept}; try again when you are back online.`
}

/** Says what failed, in these words, and what to do. */
export function toastFailure(
  error: unknown,
  description: string,
  situation: Omit<Situation, 'said'> = {},
) {
  const note = whatToDo(error, { ...situation, said: description })
  toast({ title: 'Error', description, ...(note && { note }), variant: 'destructive' })
}
