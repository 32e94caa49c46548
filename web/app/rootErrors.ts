import { ApiError } from '../api/call.ts'

/** Logs an error that a part of the application has shown in its place. */
export function onCaughtError(error: unknown) {
  // The end of a session is not a fault. The sign-in page is about to open.
  if (!(error instanceof ApiError && error.status === 401)) console.error(error)
}

/** Logs an error after which React has rendered again, such as a failed read that is repeated. */
export function onRecoverableError(error: unknown) {
  if (!(error instanceof Error && error.cause instanceof ApiError)) console.error(error)
}
