import type { User } from '@plumbline/contract/people.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, isMissing } from '../api/call.ts'
import { mayBeSignedIn, whoAmI } from '../boot/session.ts'
import { screenPath, viewedId } from '../boot/viewAs.ts'
import { loadHome } from '../dashboard/loadHome.ts'
import { forgetKept } from '../offline/forgetKept.ts'
import { isKnownPath } from '../paths.ts'
import { FullSpinner } from '../ui/Loading.tsx'
import { ErrorScreen, NotFoundScreen } from './ErrorScreen.tsx'
import { Landing } from './Landing.tsx'

const loadApp = () => import('../app.tsx')
const App = lazy(loadApp)
const loadView = () => import('./ViewFrame.tsx')
const ViewFrame = lazy(async () => ({ default: (await loadView()).ViewFrame }))
const ViewRefused = lazy(async () => ({ default: (await loadView()).ViewRefused }))
const SignInAgain = lazy(() => import('./SignInAgain.tsx'))

type State =
  | { at: 'loading' }
  | { at: 'known'; person: User | null }
  | { at: 'failed'; error: unknown }

/** Whether the server did answer, and trying again would not help. */
const isRefusal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)

/**
 * The first component. A spinner until it is known who is signed in; then the application, or for a person who is signed out the
 * landing screen at /, the sign-in page at any other screen, and not-found elsewhere.
 */
export function Guard() {
  const [state, setState] = useState<State>(() =>
    mayBeSignedIn() ? { at: 'loading' } : { at: 'known', person: null },
  )

  // Nothing is kept of the person whose session has ended.
  useEffect(() => {
    if (!mayBeSignedIn()) forgetKept()
  }, [])

  useEffect(() => {
    if (state.at !== 'loading') return
    void loadApp()
    whoAmI().then(
      (person) => {
        // Beside the application, which is still loading.
        if (person && screenPath() === '/') void loadHome[person.role]()
        setState({ at: 'known', person })
      },
      (error: unknown) => setState({ at: 'failed', error }),
    )
  }, [state.at])

  if (state.at === 'loading') return <FullSpinner />
  if (state.at === 'failed') {
    const leaveTo = viewedId() && screenPath() + location.search
    return leaveTo && isRefusal(state.error) ? (
      <Suspense fallback={<FullSpinner />}>
        <ViewRefused isMissing={isMissing(state.error)} leaveTo={leaveTo} />
      </Suspense>
    ) : (
      <ErrorScreen
        error={state.error}
        onRetry={() => setState({ at: 'loading' })}
        leaveTo={leaveTo}
      />
    )
  }
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
