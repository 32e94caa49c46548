import { cx } from 'class-variance-authority'
import { useMay } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'

const tabs = [
  ['My account', paths.account(), 'account.read'],
  ['Notifications', paths.account({ tab: 'notifications' }), 'notification.read'],
  ['Settings', paths.settings(), 'settings.update'],
  ['Audit Log', paths.auditLog(), 'audit.read'],
] as const

/**
 * The tabs of the account: details, notifications and, for admins, company settings and audit log.
 */
export function AccountTabs({ at }: { at: (typeof tabs)[number][0] }) {
  const may = useMay()
  return (
    <nav
      aria-label="Account"
      className="no-print mb-3 flex sm:mb-7 gap-1 overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
    >
      {tabs
        .filter(([, , action]) => may(action))
        .map(([label, href]) => (
          <Link
            key={label}
            href={href}
            aria-current={label === at ? 'page' : undefined}
            className={cx(
              'inline-flex shrink-0 h-10 items-center border-b-2 px-3 touch:h-11',
              label === at
                ? 'border-ink font-medium'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
    </nav>
  )
}
