import { cx } from 'class-variance-authority'
import { useMay } from '../api/me.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'

const tabs = [
  ['My account', paths.account()],
  ['Settings', paths.settings()],
  ['Audit Log', paths.auditLog()],
] as const

/** Tabs between a person's account and, for admins, the settings of the company and the audit log. */
export function AccountTabs({ at }: { at: (typeof tabs)[number][0] }) {
  if (!useMay()('settings.update')) return null
  return (
    <nav aria-label="Account" className="no-print mb-7 flex gap-1 border-b border-line">
      {tabs.map(([label, href]) => (
        <Link
          key={label}
          href={href}
          aria-current={label === at ? 'page' : undefined}
          className={cx(
            '-mb-px inline-flex h-10 items-center border-b-2 px-3 touch:h-11',
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
