type Words = Readonly<Record<string, string | undefined>>

/** An address with its query; empty words are left out. */
function address(path: string, words: Words = {}): string {
  const set = Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path
}

/** Every link of the application, and the three browser navigations to the server. */
export const paths = {
  dashboard: () => '/',
  pendingBids: (
    words: { search?: string; status?: string; followUpDue?: 'true'; new?: string } = {},
  ) => address('/pending-bids', words),
  bid: (id: string) => `/pending-bids/${id}`,
  jobs: (words: { search?: string; status?: string; new?: string } = {}) => address('/jobs', words),
  job: (id: string, words: { task?: string } = {}) => address(`/jobs/${id}`, words),
  receivables: () => '/completions',
  completions2025: () => '/paid-2025',
  tasks: (words: { jobId?: string; show?: string; task?: string; new?: string } = {}) =>
    address('/tasks', words),
  schedule: () => '/schedule',
  enhancedSchedule: () => '/enhanced-schedule',
  photos: (words: { jobId?: string; photo?: string; new?: string } = {}) =>
    address('/photos', words),
  messages: (words: { jobId?: string } = {}) => address('/messages', words),
  subcontractors: (words: { search?: string; new?: string } = {}) =>
    address('/subcontractors', words),
  subcontractor: (id: string) => `/subcontractors/${id}`,
  rentalProperties: () => '/rental-properties',
  users: (words: { new?: string; edit?: string; tab?: string } = {}) => address('/users', words),
  imports: (kind: 'subcontractors' | 'customers' | 'jobs') => `/imports/${kind}`,
  account: () => '/account',
  settings: () => '/settings',

  signIn: (words: { role?: string; returnTo?: string } = {}) => address('/api/login', words),
  signOut: () => '/api/logout',
} as const
