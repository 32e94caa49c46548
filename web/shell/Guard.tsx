import type { User } from '@plumbline/contract/people.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { mayBeSignedIn, whoAmI } from '../boot/session.ts'
import { isKnownPath } from '../paths.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { FullSpinner } from './FullSpinner.tsx'
import { Landing } from './Landing.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const loadApp = () => import('../app.tsx')
const App = lazy(loadApp)
const SignInAgain = lazy(() => import('./SignInAgain.tsx'))

type State =
  | { at: 'loading' }
  | { at: 'known'; person: User | null }
  | { at: 'failed'; error: unknown }

/**
 * Stands before every screen. A spinner until it is known who asks; then the application, or for the signed-out the
 * landing page at /, the way to sign in at any other screen, and not-found elsewhere.
 */
export function Guard() {
  const [state, setState] = useState<State>(() =>
    mayBeSignedIn() ? { at: 'loading' } : { at: 'known', person: null },
  )

  useEffect(() => {
    if (state.at !== 'loading') return
    void loadApp()
    whoAmI().then(
      (person) => setState({ at: 'known', person }),
      (error: unknown) => setState({ at: 'failed', error }),
    )
  }, [state.at])

  if (state.at === 'loading') return <FullSpinner />
  if (state.at === 'failed')
    return <ErrorPage error={state.error} onRetry={() => setState({ at: 'loading' })} />
  if (state.person) {
    return (
      <Suspense fallback={<FullSpinner />}>
        <App person={state.person} />
      </Suspense>
    )
  }
  if (location.pathname === '/') return <Landing />
  if (!isKnownPath(location.pathname))
    return (
      <main>
        <NotFoundPage />
      </main>
    )
  return (
    <Suspense fallback={<FullSpinner />}>
      <SignInAgain />
    </Suspense>
  )
}
