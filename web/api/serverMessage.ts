import { ApiError } from './call.ts'

const serverMessage = (error: unknown) => (error instanceof ApiError && error.reason) || null

/** The server's own message, or the fallback where it sent none. */
export const serverMessageOr = (fallback: string) => (error: Error) =>
  serverMessage(error) ?? fallback

/** The server's own message where it sent one, otherwise that of the error. */
export const messageOf = (error: unknown): string =>
  serverMessage(error) ?? (error instanceof Error ? error.message : String(error))
