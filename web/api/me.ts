import { authRoutes } from '@plumbline/contract/auth.ts'
import type { User } from '@plumbline/contract/people.ts'
import { type Action, isChange, may, type SubjectOf } from '@plumbline/contract/policy.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from './query.ts'
import { viewedId } from './viewAs.ts'

/** The person who is signed in. App.tsx sets it before the first screen. */
export const meQuery = query(authRoutes.me)

/** The person who is signed in. */
export function useMe(): User {
  return useSuspenseQuery(meQuery).data
}

/** No subject for an action that depends on the role alone. */
type Subject<A extends Action> = unknown extends SubjectOf<A> ? [] : [subject: SubjectOf<A>]

/** Whether the person who is signed in may do something. */
export type May = <A extends Action>(action: A, ...subject: Subject<A>) => boolean

/**
 * The policy for one person: `may('job.create')`, or `may('photo.delete', photo)` for one thing. In
 * a view as another person only reads are allowed.
 */
export const mayOf =
  (person: User): May =>
  (action, ...[subject]) =>
    !(viewedId() && isChange(action)) && may(person, action, subject as never)

/** The policy for the person who is signed in. */
export function useMay(): May {
  const me = useMe()
  return useMemo(() => mayOf(me), [me])
}
