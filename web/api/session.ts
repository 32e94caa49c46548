import type { authRoutes } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { ApiError, send } from './call.ts'

// Written out, though held to the contract: importing the row would bring every schema into the first screen's code.
const me = { method: 'GET', path: '/api/auth/user' } as const satisfies Pick<
  typeof authRoutes.me,
  'method' | 'path'
>

/** False when the server already said, on the page itself, that this browser brought no session along. */
export function mayBeSignedIn(): boolean {
  return document.documentElement.dataset.anonymous === undefined
}

/** Who is signed in, null for nobody; throws when that cannot be found out. */
export async function whoAmI(): Promise<User | null> {
  if (!mayBeSignedIn()) return null
  try {
    return (await (await send(me)).json()) as User
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
