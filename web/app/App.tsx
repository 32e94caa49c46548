import type { User } from '@plumbline/contract/people.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRouter, type ParsedLocation, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { companyQuery } from '../api/company.ts'
import { mayOf, meQuery } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { isUnauthorized } from '../api/unauthorized.ts'
import { viewBase, viewedId, viewOnly } from '../api/viewAs.ts'
import { ErrorScreen, NotFoundScreen } from '../screens/ErrorScreen.tsx'
import { ScreenError } from '../screens/screenStates.tsx'
import { FullSpinner, Spinner } from '../ui/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ReadOnly } from '../ui/readOnly.ts'
import { routeTree } from './routeTree.gen.ts'

// Not needed for the first screen: a toast that comes before it is shown when it is there.
const Overlays = lazyPart(async () => ({
  default: (await import('./Overlays.tsx')).Overlays,
}))

function start(person: User) {
  const client = newQueryClient()
  client.setQueryData(meQuery.queryKey, person)
  const router = createRouter({
    routeTree,
    basepath: viewBase() || '/',
    context: { client, person, may: mayOf(person) },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A screen that loads within a fifth of a second shows no skeleton, and a skeleton is never shown for long.
    defaultPendingMs: 200,
    defaultPendingMinMs: 100,
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    // Below a screen as well: /jobs/one/two is no job.
    notFoundMode: 'root',
    scrollRestoration: true,
    // While a screen loads, the page is only as high as its skeleton: Back must not find that place on the screen before.
    getScrollRestorationKey: ({ state, href }: ParsedLocation): string =>
      router.state.isLoading ? 'loading' : (state.__TSR_key ?? href),
    // Search params stay plain text: ?search=12 is "12".
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const words = Object.entries(search).filter(
        ([, value]) => typeof value === 'string' && value !== '',
      )
      return words.length > 0 ? `?${new URLSearchParams(words as [string, string][])}` : ''
    },
  })
  // The screen's own data is requested at once, in parallel with the company.
  void router.load()
  return { client, router }
}
type Started = ReturnType<typeof start>
type Router = Started['router']

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
}

const started = new WeakMap<User, Started>()

/** Starts once for a person: React may begin to render a component again before it is shown, with nothing left of its state. */
function startOnce(person: User): Started {
  const app = started.get(person) ?? start(person)
  started.set(person, app)
  return app
}

/** The application of a person who is signed in. */
export default function App({ person }: { person: User }) {
  const [{ client, router }] = useState(() => startOnce(person))
  return (
    <QueryClientProvider client={client}>
      <ReadOnly value={viewedId() ? viewOnly : null}>
        <Screens router={router} />
      </ReadOnly>
      <Overlays router={router} />
    </QueryClientProvider>
  )
}

/** Every screen may show company data, so the frame renders once it is loaded. */
function Screens({ router }: { router: Router }) {
  const company = useQuery(companyQuery)
  if (company.data) return <RouterProvider router={router} />
  if (!company.error || isUnauthorized(company.error)) return <FullSpinner />
  return <ErrorScreen error={company.error} onRetry={() => void company.refetch()} />
}
