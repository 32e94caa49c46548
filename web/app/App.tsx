import type { User } from '@plumbline/contract/people.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, RouterProvider } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { companyQuery } from '../api/company.ts'
import { mayOf, meQuery } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { startTyped } from '../api/typed.ts'
import { isUnauthorized } from '../api/unauthorized.ts'
import { viewBase, viewedId, viewOnly } from '../api/viewAs.ts'
import { ErrorScreen, NotFoundScreen } from '../screens/ErrorScreen.tsx'
import { ScreenError } from '../screens/screenStates.tsx'
import { FullSpinner, Spinner } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ReadOnly } from '../ui/readOnly.ts'
import { routeTree } from './routeTree.gen.ts'

// Loaded after the first screen. Toasts from before then are shown once it is loaded.
const Overlays = lazyPart(async () => ({
  default: (await import('./Overlays.tsx')).Overlays,
}))

/** A screen that loads within this time shows no skeleton. */
const PENDING_MS = 200

function start(person: User) {
  startTyped(person.id)
  const client = newQueryClient()
  client.setQueryData(meQuery.queryKey, person)
  const router = createRouter({
    routeTree,
    basepath: viewBase() || '/',
    context: { client, person, may: mayOf(person) },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A skeleton that is shown stays for at least 100 ms.
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 100,
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    // Also for addresses below a screen, such as /jobs/one/two.
    notFoundMode: 'root',
    scrollRestoration: true,
    // While a screen loads, the page is only as high as its skeleton. That scroll position must not
    // be stored for the screen before.
    getScrollRestorationKey: ({ state, href }: ParsedLocation): string =>
      router.state.isLoading ? 'loading' : (state.__TSR_key ?? href),
    // Search params stay plain text: ?search=12 is "12".
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const params = Object.entries(search).filter(
        ([, value]) => typeof value === 'string' && value !== '',
      )
      return params.length > 0 ? `?${new URLSearchParams(params as [string, string][])}` : ''
    },
  })
  // Requests the screen's own data at once, in parallel with the company.
  const loaded = Promise.all([router.load(), client.query(companyQuery)]).then(
    () => true,
    () => false,
  )
  const late = new Promise<false>((resolve) => setTimeout(resolve, PENDING_MS, false))
  return { client, router, isLoaded: Promise.race([loaded, late]) }
}
type Started = ReturnType<typeof start>
type Router = Started['router']

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
}

const started = new WeakMap<User, Started>()

/**
 * Starts the application once per person. React may render a component again before it is shown and
 * discards its state then.
 */
function startOnce(person: User): Started {
  const app = started.get(person) ?? start(person)
  started.set(person, app)
  return app
}

/** The application of a person who is signed in. */
export default function App({ person }: { person: User }) {
  const [{ client, router, isLoaded }] = useState(() => startOnce(person))
  return (
    <QueryClientProvider client={client}>
      <ReadOnly value={viewedId() ? viewOnly : null}>
        <Screens router={router} isLoaded={isLoaded} />
      </ReadOnly>
      <Overlays router={router} />
    </QueryClientProvider>
  )
}

interface ScreensProps {
  router: Router
  /** Whether the first screen was loaded before it had to show a skeleton. */
  isLoaded: Promise<boolean>
}

/** The screens, rendered once the company is loaded, since any of them may show its data. */
function Screens({ router, isLoaded }: ScreensProps) {
  const company = useQuery(companyQuery)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const show = () => setReady(true)
    // A transition renders in slices, between which input is handled. While the router loads, it
    // has to be rendered at once.
    void isLoaded.then((loaded) => (loaded ? startTransition(show) : show()))
  }, [isLoaded])
  if (company.data && isReady) return <RouterProvider router={router} />
  if (!company.error || isUnauthorized(company.error)) return <FullSpinner />
  return <ErrorScreen error={company.error} onRetry={() => void company.refetch()} />
}
