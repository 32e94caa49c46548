import type { User } from '@plumbline/contract/people.ts'
import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { ApiError, isMissing } from '../api/call.ts'
import { clearOfflineData } from '../api/clearOfflineData.ts'
import { screenPath, viewedId } from '../api/viewAs.ts'
import { loadHome } from '../features/dashboard/loadHome.ts'
import { isKnownPath } from '../paths.ts'
import { ErrorScreen, NotFoundScreen } from '../screens/ErrorScreen.tsx'
import { FullSpinner } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { reloadCheck } from '../ui/missingCode.ts'
import { useComposedKeys } from '../ui/useComposedKeys.ts'
import { Landing } from './Landing.tsx'
import { mayBeSignedIn, whoAmI } from './session.ts'

const loadApp = () => import('./App.tsx')
const loadView = () => import('./ViewFrame.tsx')
const ViewRefused = lazyPart(async () => ({ default: (await loadView()).ViewRefused }), FullSpinner)
const SignInAgain = lazyPart(() => import('./SignInAgain.tsx'), FullSpinner)

type State =
  | { at: 'loading' }
  | { at: 'signedOut' }
  | { at: 'signedIn'; person: User; App: ComponentType<{ person: User }>; frame: ReactNode }
  | { at: 'failed'; error: unknown }

/** Finds out who is signed in and, in parallel, loads the application for them. */
async function open(): Promise<State> {
  const app = loadApp()
  const view = viewedId() ? loadView() : undefined
  // Errors are handled where these are awaited below; otherwise they do not matter.
  for (const code of [app, view]) code?.catch(() => undefined)
  const person = await whoAmI()
  if (!person) return { at: 'signedOut' }
  if (screenPath() === '/') void loadHome[person.role]()
  const [{ default: App }, frames] = await Promise.all([app, view])
  return { at: 'signedIn', person, App, frame: frames && <frames.ViewFrame person={person} /> }
}

/** Whether the server refused the request, so that trying again would not help. */
const isRefusal = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)

/**
 * The root component. Shows a spinner until it is known who is signed in, then the application. For
 * a person who is signed out it shows the landing screen at /, redirects any other screen to the
 * sign-in page, and shows not-found elsewhere.
 */
export function Guard() {
  const [state, setState] = useState<State>(() =>
    mayBeSignedIn() ? { at: 'loading' } : { at: 'signedOut' },
  )

  useComposedKeys()

  // Deletes the offline data of a person whose session has ended.
  useEffect(() => {
    if (!mayBeSignedIn()) clearOfflineData()
  }, [])

  useEffect(() => {
    if (state.at !== 'loading') return
    // A transition renders the application in slices, between which input is handled.
    const show = (next: State) => startTransition(() => setState(next))
    open().then(show, async (error: unknown) => {
      await reloadCheck()
      setState({ at: 'failed', error })
    })
  }, [state.at])

  if (state.at === 'loading') return <FullSpinner />
  if (state.at === 'failed') {
    const leaveTo = viewedId() && screenPath() + location.search
    return leaveTo && isRefusal(state.error) ? (
      <ViewRefused isMissing={isMissing(state.error)} leaveTo={leaveTo} />
    ) : (
      <ErrorScreen
        error={state.error}
        onRetry={() => setState({ at: 'loading' })}
        leaveTo={leaveTo}
      />
    )
  }
  if (state.at === 'signedIn') {
    const { person, App, frame } = state
    return (
      <>
        {frame}
        <App person={person} />
      </>
    )
  }
  if (location.pathname === '/') return <Landing />
  if (!isKnownPath(screenPath()))
    return (
      <main>
        <NotFoundScreen />
      </main>
    )
  return <SignInAgain />
}
