import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every screen and its address; each file holds its title, roles, search params, loader and component. */
export const routes = rootRoute('shell/Frame.tsx', [
  index('dashboard/DashboardScreen.tsx'),
  route('/pending-bids', 'bids/BidsScreen.tsx'),
  route('/pending-bids/$id', 'bids/BidScreen.tsx'),
  route('/jobs', 'jobs/JobsScreen.tsx'),
  route('/jobs/$id', 'jobs/JobScreen.tsx'),
  route('/completions', 'billing/ReceivablesScreen.tsx'),
  route('/paid-2025', 'billing/CompletionsScreen.tsx'),
  route('/tasks', 'tasks/TasksScreen.tsx'),
  route('/schedule', 'schedule/ScheduleScreen.tsx'),
  route('/enhanced-schedule', 'schedule/EnhancedScheduleScreen.tsx'),
  route('/photos', 'photos/PhotosScreen.tsx'),
  route('/messages', 'messages/MessagesScreen.tsx'),
  route('/subcontractors', 'subcontractors/SubcontractorsScreen.tsx'),
  route('/subcontractors/$id', 'subcontractors/SubcontractorScreen.tsx'),
  route('/rental-properties', 'rentals/RentalPropertiesScreen.tsx'),
  route('/users', 'people/UsersScreen.tsx'),
  route('/imports/$kind', 'imports/ImportScreen.tsx'),
  route('/account', 'auth/AccountScreen.tsx'),
  route('/settings', 'settings/SettingsScreen.tsx'),
])
