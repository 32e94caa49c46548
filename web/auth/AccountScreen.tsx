import { authRoutes } from '@plumbline/contract/auth.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '../api/me.ts'
import { query } from '../api/query.ts'
import { everyone, screen } from '../shell/screen.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { titleCase } from '../ui/status.ts'
import { AccountTabs } from './AccountTabs.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions } from './Sessions.tsx'

export const Route = createFileRoute('/account')({
  ...screen({ title: 'My account', roles: everyone }),
  loader: ({ context: { client } }) => client.query(query(authRoutes.sessions)),
  component: AccountScreen,
})

/** One's own name, phone, password, and where one is signed in. */
function AccountScreen() {
  const me = useMe()
  return (
    <>
      <ScreenHeader title="My account" text={`${titleCase(me.role)} · ${me.email}`} />
      <AccountTabs at="My account" />
      <div>
        <ProfileForm me={me} />
        <PasswordForm me={me} />
        <Sessions />
      </div>
    </>
  )
}
