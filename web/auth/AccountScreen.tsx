import { useMe } from '../api/me.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { titleCase } from '../ui/status.ts'
import { AccountTabs } from './AccountTabs.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions } from './Sessions.tsx'

/** One's own name, phone, password, and where one is signed in. */
export function AccountScreen() {
  const me = useMe()
  return (
    <>
      <PageHead title="My account" text={`${titleCase(me.role)} · ${me.email}`} />
      <AccountTabs at="My account" />
      <div>
        <ProfileForm me={me} />
        <PasswordForm me={me} />
        <Sessions />
      </div>
    </>
  )
}
