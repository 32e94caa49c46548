import type { Role } from '@plumbline/contract/policy.ts'

export interface PageInfo {
  readonly path: string
  /** What the top bar says; null for the holdings company's name. */
  readonly title: string | null
  /** Who may open it; the others read `denied`. */
  readonly roles: readonly Role[]
  readonly denied: string
}

const everyone = { roles: ['admin', 'subcontractor', 'client'] as const, denied: '' }
const adminOnly = (denied = 'Access Denied: This page is only available to administrators.') => ({
  roles: ['admin'] as const,
  denied,
})

/** Every signed-in screen: where it is, what the top bar says, and who may open it. */
export const pages = {
  dashboard: { path: '/', title: 'Dashboard', ...everyone },
  pendingBids: {
    path: '/pending-bids',
    title: 'Pending Bids',
    ...adminOnly("Access Denied: You don't have permission to view pending bids."),
  },
  bid: {
    path: '/pending-bids/$id',
    title: 'Pending Bids',
    ...adminOnly("Access Denied: You don't have permission to view pending bids."),
  },
  jobs: { path: '/jobs', title: 'Work in Progress', ...everyone },
  job: { path: '/jobs/$id', title: 'Job Details', ...everyone },
  receivables: { path: '/completions', title: 'Account Receivables', ...adminOnly() },
  completions2025: { path: '/paid-2025', title: '2025 Completions', ...adminOnly() },
  tasks: { path: '/tasks', title: 'Tasks', ...adminOnly(), roles: ['admin', 'subcontractor'] },
  schedule: { path: '/schedule', title: 'Schedule', ...everyone },
  enhancedSchedule: { path: '/enhanced-schedule', title: 'Enhanced Schedule', ...everyone },
  photos: { path: '/photos', title: 'Photos', ...everyone },
  messages: { path: '/messages', title: 'Messages', ...everyone },
  subcontractors: { path: '/subcontractors', title: 'Subcontractors', ...adminOnly() },
  subcontractor: { path: '/subcontractors/$id', title: 'Subcontractors', ...adminOnly() },
  rentalProperties: { path: '/rental-properties', title: null, ...adminOnly() },
  users: {
    path: '/users',
    title: 'User Management',
    ...adminOnly('Access Denied: Only administrators can manage users.'),
  },
  imports: { path: '/imports/$kind', title: 'Import', ...adminOnly() },
  account: { path: '/account', title: 'My account', ...everyone },
  settings: { path: '/settings', title: 'Settings', ...adminOnly() },
} as const satisfies Record<string, PageInfo>

export type PageName = keyof typeof pages

/** Whether an address is one of the application's screens; a path's `$id` stands for one segment. */
export function isKnownPath(pathname: string): boolean {
  const segments = pathname.replace(/(.)\/$/, '$1').split('/')
  return Object.values(pages).some((page) => {
    const parts = page.path.split('/')
    return (
      parts.length === segments.length &&
      parts.every(
        (part, index) =>
          part === segments[index] || (part.startsWith('$') && segments[index] !== ''),
      )
    )
  })
}
