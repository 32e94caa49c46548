import type { peopleRoutes, User } from '@plumbline/contract/people.ts'
import { ApiError, send } from '../api/call.ts'
import { meRow } from '../api/meRow.ts'
import { viewedId } from '../api/viewAs.ts'

// Written out like `meRow`.
const viewAs = { method: 'POST', path: '/api/users/:id/view-as' } as const satisfies Pick<
  typeof peopleRoutes.viewAs,
  'method' | 'path'
>

/**
 * Whether the browser may have a session: false when the HTML says that it sent no session cookie
 * (anonymous.html).
 */
export function mayBeSignedIn(): boolean {
  return document.documentElement.dataset.anonymous === undefined
}

/** Whether the HTML says that the company is not set up yet (setup.html). */
export function needsSetup(): boolean {
  return document.documentElement.dataset.setup !== undefined
}

/** Whether the HTML says that the company can be set up with sample data. */
export function offersSample(): boolean {
  return document.documentElement.dataset.setup === 'sample'
}

/**
 * The person who is signed in, or the person they view as; null for nobody.
 * @throws ApiError other than 401, NetworkError
 */
export async function whoAmI(): Promise<User | null> {
  if (!mayBeSignedIn()) return null
  try {
    const id = viewedId()
    if (id) await send(viewAs, { params: { id } }, { asOneself: true })
    return (await (await send(meRow)).json()) as User
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
