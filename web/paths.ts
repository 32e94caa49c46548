/**
 * The screens by address, in which `$id` stands for one segment. Each value is the file with the
 * screen's title, roles, search params, loader and component.
 */
export const screens = {
  '/': 'features/dashboard/DashboardScreen.tsx',
  '/pending-bids': 'features/bids/BidsScreen.tsx',
  '/pending-bids/$id': 'features/bids/BidScreen.tsx',
  '/change-orders/$id': 'features/changeOrders/ChangeOrderScreen.tsx',
  '/customers': 'features/customers/CustomersScreen.tsx',
  '/customers/$id': 'features/customers/CustomerScreen.tsx',
  '/customers/$id/statement': 'features/statements/StatementScreen.tsx',
  '/invoices': 'features/invoices/InvoicesScreen.tsx',
  '/invoices/$id': 'features/invoices/InvoiceScreen.tsx',
  '/payments': 'features/payments/PaymentsScreen.tsx',
  '/quickbooks': 'features/quickBooks/QuickBooksScreen.tsx',
  '/price-list': 'features/priceList/PriceListScreen.tsx',
  '/jobs': 'features/jobs/JobsScreen.tsx',
  '/jobs/$id': 'features/jobs/JobScreen.tsx',
  '/completions': 'features/billing/ReceivablesScreen.tsx',
  '/paid-2025': 'features/billing/CompletionsScreen.tsx',
  '/tasks': 'features/tasks/TasksScreen.tsx',
  '/schedule': 'features/schedule/ScheduleScreen.tsx',
  '/enhanced-schedule': 'features/schedule/EnhancedScheduleScreen.tsx',
  '/schedule-templates': 'features/templates/TemplatesScreen.tsx',
  '/schedule-templates/$id': 'features/templates/TemplateScreen.tsx',
  '/crew-board': 'features/schedule/board/CrewBoardScreen.tsx',
  '/photos': 'features/photos/PhotosScreen.tsx',
  '/messages': 'features/messages/MessagesScreen.tsx',
  '/subcontractors': 'features/subcontractors/SubcontractorsScreen.tsx',
  '/subcontractors/$id': 'features/subcontractors/SubcontractorScreen.tsx',
  '/rental-properties': 'features/rentals/RentalPropertiesScreen.tsx',
  '/rental-properties/$id': 'features/rentals/properties/PropertyScreen.tsx',
  '/rental-properties/tenants/$id': 'features/rentals/tenants/TenantScreen.tsx',
  '/rental-properties/receipts/$id': 'features/rentals/income/ReceiptScreen.tsx',
  '/users': 'features/people/UsersScreen.tsx',
  '/imports/$kind': 'features/imports/ImportScreen.tsx',
  '/notifications': 'features/notifications/NotificationsScreen.tsx',
  '/account': 'features/auth/AccountScreen.tsx',
  '/settings': 'features/settings/SettingsScreen.tsx',
  '/settings/audit': 'features/audit/AuditLogScreen.tsx',
} as const

type Params = Readonly<Record<string, string | undefined>>

/** An address with its search params. Empty ones are omitted. */
function address(path: string, params: Params = {}): string {
  const set = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path
}

/** Every link of the application, and the four browser navigations to the server. */
export const paths = {
  dashboard: () => '/',
  pendingBids: (params: Params = {}) => address('/pending-bids', params),
  bid: (id: string, params: { tab?: 'follow-ups' } = {}) => address(`/pending-bids/${id}`, params),
  changeOrder: (id: string) => `/change-orders/${id}`,
  customers: (params: Params = {}) => address('/customers', params),
  customer: (id: string) => `/customers/${id}`,
  statement: (id: string, params: { from?: string; to?: string } = {}) =>
    address(`/customers/${id}/statement`, params),
  invoices: (params: Params = {}) => address('/invoices', params),
  invoice: (id: string) => `/invoices/${id}`,
  payments: (params: Params = {}) => address('/payments', params),
  quickBooks: () => '/quickbooks',
  priceList: (params: Params = {}) => address('/price-list', params),
  jobs: (params: Readonly<Record<string, string | undefined>> = {}) => address('/jobs', params),
  job: (id: string, params: { task?: string; update?: string } = {}) =>
    address(`/jobs/${id}`, params),
  receivables: () => '/completions',
  salesTax: () => '/completions?show=tax',
  completions2025: () => '/paid-2025',
  tasks: (params: Readonly<Record<string, string | undefined>> = {}) => address('/tasks', params),
  schedule: (params: { new?: string; entry?: string; attention?: string; view?: 'gantt' } = {}) =>
    address('/schedule', params),
  enhancedSchedule: () => '/enhanced-schedule',
  scheduleTemplates: () => '/schedule-templates',
  template: (id: string, params: { edit?: 'true' } = {}) =>
    address(`/schedule-templates/${id}`, params),
  crewBoard: (
    params: {
      date?: string
      clash?: string
      show?: string
      book?: string
      give?: string
      back?: '1'
    } = {},
  ) => address('/crew-board', params),
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
  users: (params: Params = {}) => address('/users', params),
  imports: (
    kind:
      | 'subcontractors'
      | 'customers'
      | 'jobs'
      | 'prices'
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
  /**
   * A screen in a view as another person. It needs a page load, so it is not a link of the router.
   */
  viewAs: (id: string, screen: string) => `/view-as/${id}${screen}`,

  signIn: (params: { role?: string; returnTo?: string } = {}) => address('/api/login', params),
  singleSignOn: (params: { returnTo: string }) => address('/api/login/oidc', params),
  signOut: () => '/api/logout',
} as const

/**
 * Whether an address is one of the screens. Used by the guard, which has not loaded the router yet.
 */
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
