/**
 * Every screen: its address, where `$id` stands for one segment, and its file, which holds its title, roles, search params,
 * loader and component.
 */
export const screens = {
  '/': 'dashboard/DashboardScreen.tsx',
  '/pending-bids': 'bids/BidsScreen.tsx',
  '/pending-bids/$id': 'bids/BidScreen.tsx',
  '/jobs': 'jobs/JobsScreen.tsx',
  '/jobs/$id': 'jobs/JobScreen.tsx',
  '/completions': 'billing/ReceivablesScreen.tsx',
  '/paid-2025': 'billing/CompletionsScreen.tsx',
  '/tasks': 'tasks/TasksScreen.tsx',
  '/schedule': 'schedule/ScheduleScreen.tsx',
  '/enhanced-schedule': 'schedule/EnhancedScheduleScreen.tsx',
  '/schedule-templates': 'templates/TemplatesScreen.tsx',
  '/schedule-templates/$id': 'templates/TemplateScreen.tsx',
  '/crew-board': 'crew/CrewBoardScreen.tsx',
  '/photos': 'photos/PhotosScreen.tsx',
  '/messages': 'messages/MessagesScreen.tsx',
  '/subcontractors': 'subcontractors/SubcontractorsScreen.tsx',
  '/subcontractors/$id': 'subcontractors/SubcontractorScreen.tsx',
  '/rental-properties': 'rentals/RentalPropertiesScreen.tsx',
  '/rental-properties/$id': 'rentals/properties/PropertyScreen.tsx',
  '/rental-properties/tenants/$id': 'rentals/tenants/TenantScreen.tsx',
  '/rental-properties/receipts/$id': 'rentals/income/ReceiptScreen.tsx',
  '/users': 'people/UsersScreen.tsx',
  '/imports/$kind': 'imports/ImportScreen.tsx',
  '/notifications': 'notifications/NotificationsScreen.tsx',
  '/account': 'auth/AccountScreen.tsx',
  '/settings': 'settings/SettingsScreen.tsx',
  '/settings/audit': 'audit/AuditLogScreen.tsx',
} as const

type Params = Readonly<Record<string, string | undefined>>

/** An address with its search params; empty ones are left out. */
function address(path: string, params: Params = {}): string {
  const set = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path
}

/** Every link of the application, and the four browser navigations to the server. */
export const paths = {
  dashboard: () => '/',
  pendingBids: (
    params: { search?: string; status?: string; followUpDue?: 'true'; new?: string } = {},
  ) => address('/pending-bids', params),
  bid: (id: string) => `/pending-bids/${id}`,
  jobs: (params: Readonly<Record<string, string | undefined>> = {}) => address('/jobs', params),
  job: (id: string, params: { task?: string; update?: string } = {}) =>
    address(`/jobs/${id}`, params),
  receivables: () => '/completions',
  completions2025: () => '/paid-2025',
  tasks: (
    params: { jobId?: string; show?: string; overdue?: 'true'; task?: string; new?: string } = {},
  ) => address('/tasks', params),
  schedule: (params: { new?: string; entry?: string; attention?: string } = {}) =>
    address('/schedule', params),
  enhancedSchedule: () => '/enhanced-schedule',
  scheduleTemplates: () => '/schedule-templates',
  template: (id: string, params: { edit?: 'true' } = {}) =>
    address(`/schedule-templates/${id}`, params),
  crewBoard: (params: { date?: string; clash?: string; show?: string; book?: string } = {}) =>
    address('/crew-board', params),
  photos: (params: { jobId?: string; photo?: string; new?: string } = {}) =>
    address('/photos', params),
  messages: (params: { jobId?: string; search?: string; show?: 'all' } = {}) =>
    address('/messages', params),
  subcontractors: (params: { search?: string; new?: string } = {}) =>
    address('/subcontractors', params),
  subcontractor: (id: string) => `/subcontractors/${id}`,
  rentalProperties: (params: Readonly<Record<string, string | undefined>> = {}) =>
    address('/rental-properties', params),
  rentalProperty: (id: string) => `/rental-properties/${id}`,
  tenant: (id: string) => `/rental-properties/tenants/${id}`,
  rentalReceipt: (id: string) => `/rental-properties/receipts/${id}`,
  users: (params: { new?: string; edit?: string; tab?: string } = {}) => address('/users', params),
  imports: (
    kind:
      | 'subcontractors'
      | 'customers'
      | 'jobs'
      | 'properties'
      | 'tenants'
      | 'income'
      | 'expenses',
  ) => `/imports/${kind}`,
  notifications: (params: { show?: 'unread'; kind?: string } = {}) =>
    address('/notifications', params),
  account: (params: { tab?: 'notifications' } = {}) => address('/account', params),
  settings: () => '/settings',
  auditLog: (params: { group?: string | undefined; personId?: string | undefined } = {}) =>
    address('/settings/audit', params),
  /** A screen as somebody else sees it. It loads the page, so it is no link of the router. */
  viewAs: (id: string, screen: string) => `/view-as/${id}${screen}`,

  signIn: (params: { role?: string; returnTo?: string } = {}) => address('/api/login', params),
  singleSignOn: (params: { returnTo: string }) => address('/api/login/oidc', params),
  signOut: () => '/api/logout',
} as const

/** Whether an address is one of the screens; for the guard, which knows this without loading the router. */
export function isKnownPath(pathname: string): boolean {
  const segments = pathname.replace(/(.)\/$/, '$1').split('/')
  return Object.keys(screens).some((path) => {
    const parts = path.split('/')
    return (
      parts.length === segments.length &&
      parts.every(
        (part, index) =>
          part === segments[index] || (part.startsWith('$') && segments[index] !== ''),
      )
    )
  })
}
