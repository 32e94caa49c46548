import { ApiError } from '../api/call.ts'

/** The server's own sentence, or this one where it sent none. */
export const saidOr = (fallback: string) => (error: Error) =>
  (error instanceof ApiError ? error.reason : undefined) ?? fallback

/** Why an invite failed; an address that is taken is said in full. */
export function inviteFailure(error: Error): string {
  const message = saidOr('Failed to create user invite')(error)
  return message.includes('already exists')
    ? 'A user with this email address already exists. Please use a different email.'
    : message
}
