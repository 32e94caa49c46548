import type { Call, Reply, Row } from '@plumbline/contract/route.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Toast, toast } from '../ui/toasts.ts'
import { ApiError, type CallArgs, call, NetworkError, newKey, type Versioned } from './call.ts'
import { refresh } from './query.ts'
import { isUnauthorized, signInAgain } from './unauthorized.ts'

/** The part of a form that takes the server's field problems. */
interface ErrorTaker {
  setError(name: string, error: { message: string }, options?: { shouldFocus: boolean }): void
  getValues(): object
}

interface WriteOptions<R extends Row> {
  /** What the toast titled Success says, or a whole toast of one's own. */
  success?: string | ((reply: Reply<R>) => Toast)
  /** What the toast titled Error says. */
  failure: string | ((error: Error) => string)
  /** The reads that this write puts out of date. */
  refreshes: readonly Row[]
  /** Field problems of a 400 go beside the fields of this form. */
  form?: ErrorTaker
  onSuccess?: (reply: Reply<R>, args: Call<R>) => void
  /** The thing has changed since the version that was sent: the caller says what changed, so `problem` stays empty. */
  onStale?: () => void
  /** Writes of one name go out one after another, so that the last one chosen is the last one saved. */
  inTurn?: string
}

/** What is written: the call, and for an edit the version it was made on. */
type Written<R extends Row> = Call<R> & { version?: Versioned }

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412

/** Whether the server may have done the write although no answer came: only then is a repeat the same write. */
const isUncertain = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/**
 * A write with all that belongs to it: toasts, sign-in after a 401, field problems, refreshed lists, and one
 * Idempotency-Key for an unchanged repeat after a broken connection. `problem` is what the form shows. It is pending
 * until the refreshed lists are there, so that a value shown ahead of the answer never jumps back in between.
 */
export function useWrite<const R extends Row>(row: R, options: WriteOptions<R>) {
  const client = useQueryClient()
  const attempt = useRef<{ key: string; payload: string } | null>(null)

  const mutation = useMutation({
    ...(options.inTurn && { scope: { id: options.inTurn } }),
    mutationFn: async ({ version, ...args }: Written<R>) => {
      const payload = JSON.stringify(args) ?? ''
      if (attempt.current?.payload !== payload) attempt.current = { key: newKey(), payload }
      const reply = await call(
        row,
        ...([args, { idempotencyKey: attempt.current.key, version }] as unknown as CallArgs<R>),
      )
      attempt.current = null
      return reply
    },
    onSuccess: (reply, args) => {
      if (options.success) {
        toast(
          typeof options.success === 'string'
            ? { title: 'Success', description: options.success }
            : options.success(reply),
        )
      }
      options.onSuccess?.(reply, args)
      return refresh(client, options.refreshes)
    },
    onError: (error) => {
      if (!isUncertain(error)) attempt.current = null
      if (isUnauthorized(error)) return signInAgain()
      const description =
        typeof options.failure === 'string' ? options.failure : options.failure(error)
      toast({ title: 'Error', description, variant: 'destructive' })
      if (error instanceof ApiError && options.form) showFields(options.form, error)
      if (isStale(error)) options.onStale?.()
    },
  })
  const shown = options.onStale && isStale(mutation.error) ? null : mutation.error
  return Object.assign(mutation, { problem: problemOf(shown, options.form) })
}

function isIn(form: ErrorTaker, path: string): boolean {
  return Object.hasOwn(form.getValues(), path.split('.')[0] ?? '')
}

function showFields(form: ErrorTaker, error: ApiError) {
  const known = Object.entries(error.fields).filter(([path]) => isIn(form, path))
  for (const [index, [path, message]] of known.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 })
  }
}

/** What failed, for the head of a form: null when every problem already stands beside its field. */
function problemOf(error: Error | null, form: ErrorTaker | undefined): string | null {
  if (!error || isUnauthorized(error)) return null
  if (!(error instanceof ApiError)) return error.message
  const fields = Object.keys(error.fields)
  if (form && fields.length > 0 && fields.every((path) => isIn(form, path))) return null
  return error.reason ?? error.message
}
