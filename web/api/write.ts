import type { FailureName } from '@plumbline/contract/failures.ts'
import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Toast, toast } from '../ui/toasts.ts'
import {
  ApiError,
  type CallOptions,
  isMissing,
  newKey,
  type Sent,
  send,
  type Versioned,
} from './call.ts'
import { NetworkError, noteOffline, offlineSince } from './connection.ts'
import { toastFailure } from './failureToast.ts'
import { noteOwnEvents } from './ownEvents.ts'
import { refreshAll } from './query.ts'
import { messageOf } from './serverMessage.ts'
import { isUnauthorized, signInAgain } from './unauthorized.ts'

/** Whether a call failed because the password has to be entered again first. */
const isPasswordRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'passwordRequired'

/**
 * Runs something that may need the password again (403 passwordRequired): asks for it in a dialog,
 * then runs it once more. `useWrite` does this for every write.
 * @throws ApiError passwordRequired when the person cancels the dialog
 */
export async function withPassword<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isPasswordRequired(error)) throw error
    const { askPassword } = await import('./passwordPrompt.ts')
    if (!(await askPassword())) throw error
    return work()
  }
}

/** The part of a form that receives field errors from the server. */
interface FormErrors {
  setError(name: string, error: { message: string }, options?: { shouldFocus: boolean }): void
  getValues(): object
}

/** The time after which a write that can wait for a connection is not waited for. */
const QUEUE_TIMEOUT_MS = 10_000

/** A place where writes wait for a connection. */
export interface OfflineQueue<R extends Row> {
  /** Whether a write has to wait behind earlier ones, even with a connection. */
  readonly isNeeded: () => boolean
  /** Stores a write. */
  readonly add: (
    client: QueryClient,
    args: Call<R>,
    options: { readonly key: string; readonly isTried: boolean },
  ) => Promise<void>
}

interface WriteOptions<R extends Row> {
  /** The text of the toast titled Success, or a whole toast. */
  success?: string | ((reply: Reply<R>) => Toast)
  /** The text of the toast titled Error. */
  failure: string | ((error: Error) => string)
  /** The form whose fields show the field problems of a 400. */
  form?: FormErrors
  /**
   * Runs before any read is fetched again, so that the screen of a deleted thing can be closed
   * first.
   */
  onSuccess?: (reply: Reply<R>, args: Call<R>) => unknown
  /**
   * Called when the thing, or something that its plan depends on, has changed since the version
   * that was sent (412), or was decided meanwhile. The caller shows what changed.
   */
  onStale?: () => unknown
  /**
   * Writes with the same queue name are sent one after another, so that the last choice is the one
   * that is saved.
   */
  queue?: string
  /** Has the write wait in this browser when the server cannot be reached. */
  offline?: OfflineQueue<R>
}

/** The arguments of the call and, for an edit, the version it is based on. */
type WriteArgs<R extends Row> = Call<R> & { version?: Versioned }

/** The failures other than 412 which say that something has changed since it was shown. */
const staleCodes: readonly unknown[] = [
  'planChanged',
  'overContract',
  'proposalChanged',
  'proposalClosed',
] satisfies FailureName[]

const isStale = (error: unknown) =>
  error instanceof ApiError && (error.status === 412 || staleCodes.includes(error.code))

/**
 * Whether the write may have succeeded although no response arrived. Only then does a retry reuse
 * its key.
 */
const isUncertain = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/**
 * A write with toasts, sign-in after a 401, a password prompt where one is required, field
 * problems, and one Idempotency-Key for unchanged retries after a broken connection. Afterwards
 * every cached read is stale: those on screen are fetched again at once, the others when they are
 * next shown. The mutation stays pending until then, so that an optimistic value does not jump back
 * in between. `problem` is the message that the form shows.
 */
export function useWrite<const R extends Row>(row: R, options: WriteOptions<R>) {
  const client = useQueryClient()
  const attempt = useRef<{ key: string; payload: string; files: FormData | null } | null>(null)

  const mutation = useMutation({
    ...(options.queue && { scope: { id: options.queue } }),
    mutationFn: async ({ version, ...args }: WriteArgs<R>) => {
      const payload = JSON.stringify(args) ?? ''
      // Files are not part of that text. Only the same FormData object counts as the same files.
      const files = 'body' in args && args.body instanceof FormData ? args.body : null
      if (attempt.current?.payload !== payload || attempt.current.files !== files)
        attempt.current = { key: newKey(), payload, files }
      const { key } = attempt.current
      const callOptions = { idempotencyKey: key, version }
      const response = await withPassword(() =>
        options.offline
          ? sendInTime(row, args, callOptions, options.offline)
          : send(row, args, callOptions),
      )
      noteOwnEvents(response)
      attempt.current = null
      return (response.status === 204 ? undefined : await response.json()) as Reply<R>
    },
    onSuccess: async (reply, args) => {
      if (options.success) {
        toast(
          typeof options.success === 'string'
            ? { title: 'Success', description: options.success }
            : options.success(reply),
        )
      }
      await refreshAll(client, () => options.onSuccess?.(reply, args))
    },
    onError: async (error, args) => {
      if (options.offline && error instanceof NetworkError && attempt.current) {
        const { key } = attempt.current
        const added = options.offline.add(client, args, { key, isTried: error.isSent })
        const isAdded = await added.then(
          () => true,
          () => false,
        )
        if (isAdded) {
          attempt.current = null
          return
        }
      }
      if (!isUncertain(error)) attempt.current = null
      if (isUnauthorized(error)) return signInAgain()
      const isViewOnly = error instanceof ApiError && error.code === 'viewOnly'
      // A canceled password prompt shows the server's message as well.
      const description =
        isViewOnly || isPasswordRequired(error)
          ? messageOf(error)
          : typeof options.failure === 'string'
            ? options.failure
            : options.failure(error)
      toastFailure(error, description, {
        isTyped: options.form !== undefined,
        isMarked: problemOf(error, options.form) === null,
        isShown: options.onStale !== undefined,
      })
      if (error instanceof ApiError && options.form) showFields(options.form, error)
      if (isStale(error)) await options.onStale?.()
      // The thing no longer exists, so it has to disappear from the screen.
      if (isMissing(error)) await refreshAll(client)
    },
  })
  const isShown =
    (options.onStale && isStale(mutation.error)) ||
    // It waits instead, or the toast says that it could not be stored.
    (options.offline && mutation.error instanceof NetworkError)
  const shown = isShown ? null : mutation.error
  return Object.assign(mutation, {
    problem: problemOf(shown, options.form),
    /** Like `mutate`, for rows and bodies that are known only at run time. */
    submit: (args: Call<R> | (Sent & { version?: Versioned })) =>
      mutation.mutate(...([args] as unknown as Parameters<typeof mutation.mutate>)),
  })
}

/**
 * Sends a write that can wait for a connection.
 * @throws NetworkError also when earlier ones wait, or when nothing answers for ten seconds
 */
async function sendInTime(row: Row, sent: Sent, options: CallOptions, queue: OfflineQueue<Row>) {
  if (offlineSince() !== undefined || queue.isNeeded()) throw new NetworkError(undefined, false)
  const signal = AbortSignal.timeout(QUEUE_TIMEOUT_MS)
  try {
    return await send(row, sent, { ...options, signal })
  } catch (error) {
    if (!signal.aborted) throw error
    noteOffline()
    throw new NetworkError(error)
  }
}

function isIn(form: FormErrors, path: string): boolean {
  return Object.hasOwn(form.getValues(), path.split('.')[0] ?? '')
}

function showFields(form: FormErrors, error: ApiError) {
  const known = Object.entries(error.fields).filter(([path]) => isIn(form, path))
  for (const [index, [path, message]] of known.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 })
  }
}

/** The error above a form: null when every problem is already shown beside its field. */
function problemOf(error: Error | null, form: FormErrors | undefined): string | null {
  if (!error || isUnauthorized(error)) return null
  const fields = error instanceof ApiError ? Object.keys(error.fields) : []
  if (form && fields.length > 0 && fields.every((path) => isIn(form, path))) return null
  return messageOf(error)
}
