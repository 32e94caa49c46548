import type { User } from '@plumbline/contract/people.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { mayBeSignedIn, whoAmI } from '../boot/session.ts'
import { screenPath, viewedId } from '../boot/viewAs.ts'
import { isKnownPath } from '../paths.ts'
import { FullSpinner } from '../ui/Loading.tsx'
import { ErrorScreen, NotFoundScreen } from './ErrorScreen.tsx'
import { Landing } from './Landing.tsx'

const loadApp = () => import('../app.tsx')
const App = lazy(loadApp)
const ViewFrame = lazy(() => import('./ViewFrame.tsx'))
const SignInAgain = lazy(() => import('./SignInAgain.tsx'))

type State =
  | { at: 'loading' }
  | { at: 'known'; person: User | null }
  | { at: 'failed'; error: unknown }

/**
 * The first component. A spinner until it is known who is signed in; then the application, or for a person who is signed out the
 * landing screen at /, the sign-in page at any other screen, and not-found elsewhere.
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
    return (
      <ErrorScreen
        error={state.error}
        onRetry={() => setState({ at: 'loading' })}
        leaveTo={viewedId() && screenPath() + location.search}
      />
    )
  if (state.person) {
    return (
      <Suspense fallback={<FullSpinner />}>
        {viewedId() && <ViewFrame person={state.person} />}
        <App person={state.person} />
      </Suspense>
    )
  }
  if (location.pathname === '/') return <Landing />
  if (!isKnownPath(screenPath()))
    return (
      <main>
        <NotFoundScreen />
      </main>
    )
  return (
    <Suspense fallback={<FullSpinner />}>
      <SignInAgain />
    </Suspense>
  )
}
