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
  '/photos': 'photos/PhotosScreen.tsx',
  '/messages': 'messages/MessagesScreen.tsx',
  '/subcontractors': 'subcontractors/SubcontractorsScreen.tsx',
  '/subcontractors/$id': 'subcontractors/SubcontractorScreen.tsx',
  '/rental-properties': 'rentals/RentalPropertiesScreen.tsx',
  '/users': 'people/UsersScreen.tsx',
  '/imports/$kind': 'imports/ImportScreen.tsx',
  '/account': 'auth/AccountScreen.tsx',
  '/settings': 'settings/SettingsScreen.tsx',
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
