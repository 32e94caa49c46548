import { ApiError } from '../api/call.ts'

/**
 * Whether an error that React reports is no fault: the end of the session, after which the sign-in
 * page opens, or a failed read during a rendering that React has repeated.
 */
export const isExpected = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 401
    : error instanceof Error && error.cause instanceof ApiError
