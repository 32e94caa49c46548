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
  // The routes of all screens are in what everybody loads first; the calls of this one are not.
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

/** What happened that concerns security, for admins. */
function AuditLogScreen() {
  return <AuditLog {...Route.useSearch()} />
}
