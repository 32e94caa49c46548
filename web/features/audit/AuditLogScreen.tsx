import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, id, oneOf, screen, searchParams } from '../../screens/screen.ts'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { AuditLog } from './AuditLog.tsx'

const validateSearch = searchParams({
  group: oneOf('signIn', 'account', 'people', 'company', 'deletion', 'data'),
  personId: id,
})

export const Route = createFileRoute('/settings/audit')({
  ...screen({ title: 'Audit Log', ...adminOnly }),
  validateSearch,
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
  loader: async ({ context: { client }, location }) => {
    const { auditPages } = await import('./api.ts')
    await client.infiniteQuery(auditPages(validateSearch(location.search)))
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Audit Log" />
      <RowsSkeleton count={8} />
    </>
  ),
  component: AuditLogScreen,
})

/** The security events, for admins. */
function AuditLogScreen() {
  return <AuditLog {...Route.useSearch()} />
}
