import { ApiError } from './call.ts'

/** The server's own message, or this one where it sent none. */
export const serverMessageOr = (fallback: string) => (error: Error) =>
  (error instanceof ApiError && error.reason) || fallback
