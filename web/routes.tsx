import { authRoutes } from '@plumbline/contract/auth.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import type { User } from '@plumbline/contract/people.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { isMissing } from './api/call.ts'
import { query } from './api/query.ts'
import { BidSkeleton, BidsPending } from './bids/BidsSkeleton.tsx'
import { bidPages, bidQuery, bidTotals, bidWords } from './bids/reads.ts'
import { DashboardSkeleton } from './dashboard/DashboardSkeleton.tsx'
import { FinanceSkeleton } from './finance/FinanceSkeleton.tsx'
import { completionsQuery, receivableJobs, receivablesQuery, yearOf } from './finance/reads.ts'
import { JobPending } from './jobs/JobPending.tsx'
import { JobsPending } from './jobs/JobsSkeleton.tsx'
import { jobPages, jobQuery, jobSubs, jobWords } from './jobs/reads.ts'
import { MessagesPending } from './messages/MessagesSkeleton.tsx'
import { conversationsQuery } from './messages/reads.ts'
import { type PageInfo, type PageName, pages } from './pages.ts'
import { PeoplePending } from './people/PeopleSkeleton.tsx'
import { peoplePages, searchWord, subPages } from './people/reads.ts'
import { PhotosPending } from './photos/PhotosSkeleton.tsx'
import { photoPages, photoWords } from './photos/reads.ts'
import { jobSchedule } from './schedule/reads.ts'
import { Frame } from './shell/Frame.tsx'
import { UnbuiltPage } from './shell/UnbuiltPage.tsx'
import { ProfileSkeleton } from './subcontractors/ProfileSkeleton.tsx'
import { profileQuery, subJobPages } from './subcontractors/reads.ts'
import { jobTasks, taskPages, taskTotals, taskWords } from './tasks/reads.ts'
import { TasksPending } from './tasks/TasksSkeleton.tsx'

interface Context {
  readonly client: QueryClient
  readonly person: User
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageInfo
  }
}

const root = createRootRouteWithContext<Context>()({
  component: Frame,
})

interface Screen {
  component: RouteComponent
  /** Shown while `load` is under way. */
  pending?: RouteComponent
  /** Puts in place what the component insists on; not run for a role that may not open the page. */
  load?: (
    context: Context,
    address: { params: Record<string, string>; search: Record<string, unknown> },
  ) => Promise<unknown>
}

/** The route of a page. */
function screen(name: PageName, { component, pending, load }: Screen) {
  const page: PageInfo = pages[name]
  return createRoute({
    getParentRoute: () => root,
    path: page.path,
    staticData: { page },
    component,
    ...(pending && { pendingComponent: pending }),
    loader: ({ context, params, location }) =>
      page.roles.includes(context.person.role)
        ? load?.(context, { params, search: location.search })
        : undefined,
  })
}

/** The part of the page that could not be read says so itself. */
const later = () => undefined

const unbuilt = (name: PageName) =>
  screen(name, { component: () => <UnbuiltPage title={pages[name].title ?? ''} /> })

/** Every screen; the address, title and roles of each stand in pages.ts. */
export const routeTree = root.addChildren([
  screen('dashboard', {
    component: lazyRouteComponent(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
    pending: DashboardSkeleton,
    load: ({ client }) => client.query({ ...query(dashboardRoutes.read), staleTime: 'static' }),
  }),
  screen('pendingBids', {
    component: lazyRouteComponent(() => import('./bids/BidsPage.tsx'), 'BidsPage'),
    pending: BidsPending,
    load: ({ client }, { search }) =>
      Promise.all([
        client.infiniteQuery({ ...bidPages(bidWords(search)), staleTime: 'static' }),
        client.query({ ...bidTotals(bidWords(search)), staleTime: 'static' }),
      ]),
  }),
  screen('bid', {
    component: lazyRouteComponent(() => import('./bids/BidPage.tsx'), 'BidPage'),
    pending: BidSkeleton,
    // That there is no such bid is for the page to say.
    load: ({ client }, { params }) =>
      client.query({ ...bidQuery(params.id ?? ''), staleTime: 'static' }).catch(() => undefined),
  }),
  screen('jobs', {
    component: lazyRouteComponent(() => import('./jobs/JobsPage.tsx'), 'JobsPage'),
    pending: JobsPending,
    load: ({ client }, { search }) =>
      client.infiniteQuery({ ...jobPages(jobWords(search)), staleTime: 'static' }),
  }),
  screen('job', {
    component: lazyRouteComponent(() => import('./jobs/JobPage.tsx'), 'JobPage'),
    pending: JobPending,
    // A job that is not found, and a part of the page that cannot be read, are said on the page itself.
    load: ({ client, person }, { params: { id } }) =>
      Promise.all([
        client.query({ ...jobQuery(id), staleTime: 'static' }).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        }),
        client.query({ ...jobSchedule(id ?? ''), staleTime: 'static' }).catch(later),
        client.query({ ...jobSubs(id ?? ''), staleTime: 'static' }).catch(later),
        person.role !== 'client' &&
          client.query({ ...jobTasks(id ?? ''), staleTime: 'static' }).catch(later),
      ]),
  }),
  screen('receivables', {
    component: lazyRouteComponent(() => import('./finance/ReceivablesPage.tsx'), 'ReceivablesPage'),
    pending: () => <FinanceSkeleton title="Account Receivables" />,
    load: ({ client }) =>
      Promise.all([
        client.query({ ...receivablesQuery, staleTime: 'static' }),
        client.infiniteQuery({ ...receivableJobs, staleTime: 'static' }),
      ]),
  }),
  screen('completions2025', {
    component: lazyRouteComponent(() => import('./finance/CompletionsPage.tsx'), 'CompletionsPage'),
    pending: () => <FinanceSkeleton title="2025 Completions" />,
    load: ({ client }, { search }) =>
      client.query({ ...completionsQuery(yearOf(search)), staleTime: 'static' }),
  }),
  screen('tasks', {
    component: lazyRouteComponent(() => import('./tasks/TasksPage.tsx'), 'TasksPage'),
    pending: TasksPending,
    load: ({ client }, { search }) => {
      const words = taskWords(search)
      return Promise.all([
        client.infiniteQuery({ ...taskPages(words), staleTime: 'static' }),
        client.query({ ...taskTotals(words), staleTime: 'static' }).catch(later),
      ])
    },
  }),
  unbuilt('schedule'),
  unbuilt('enhancedSchedule'),
  screen('photos', {
    component: lazyRouteComponent(() => import('./photos/PhotosPage.tsx'), 'PhotosPage'),
    pending: PhotosPending,
    load: ({ client }, { search }) =>
      client.infiniteQuery({ ...photoPages(photoWords(search)), staleTime: 'static' }),
  }),
  screen('messages', {
    component: lazyRouteComponent(() => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
    pending: MessagesPending,
    load: ({ client }) => client.query({ ...conversationsQuery, staleTime: 'static' }),
  }),
  screen('subcontractors', {
    component: lazyRouteComponent(
      () => import('./people/SubcontractorsPage.tsx'),
      'SubcontractorsPage',
    ),
    pending: () => <PeoplePending title="Subcontractors" />,
    load: ({ client }, { search }) =>
      client.infiniteQuery({ ...subPages(searchWord(search)), staleTime: 'static' }),
  }),
  screen('subcontractor', {
    component: lazyRouteComponent(
      () => import('./subcontractors/SubcontractorPage.tsx'),
      'SubcontractorPage',
    ),
    pending: ProfileSkeleton,
    // That there is no such sub, or that their jobs could not be read, is for the page to say.
    load: ({ client }, { params: { id = '' } }) =>
      Promise.all([
        client.query({ ...profileQuery(id), staleTime: 'static' }).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        }),
        client.infiniteQuery({ ...subJobPages(id), staleTime: 'static' }).catch(later),
      ]),
  }),
  unbuilt('rentalProperties'),
  screen('users', {
    component: lazyRouteComponent(() => import('./people/UsersPage.tsx'), 'UsersPage'),
    pending: () => <PeoplePending title="User Management" />,
    load: ({ client }, { search }) =>
      Promise.all(
        [false, true].map((invited) =>
          client.infiniteQuery({
            ...peoplePages(invited, searchWord(search)),
            staleTime: 'static',
          }),
        ),
      ),
  }),
  screen('imports', {
    component: lazyRouteComponent(() => import('./imports/ImportPage.tsx'), 'ImportPage'),
  }),
  screen('account', {
    component: lazyRouteComponent(() => import('./account/AccountPage.tsx'), 'AccountPage'),
    load: ({ client }) => client.query({ ...query(authRoutes.sessions), staleTime: 'static' }),
  }),
  screen('settings', {
    component: lazyRouteComponent(() => import('./account/SettingsPage.tsx'), 'SettingsPage'),
  }),
])
