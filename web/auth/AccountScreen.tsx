import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '../api/me.ts'
import { everyone, screen } from '../shell/screen.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { titleCase } from '../ui/status.ts'
import { AccountTabs } from './AccountTabs.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions, sessionsQuery } from './Sessions.tsx'

export const Route = createFileRoute('/account')({
  ...screen({ title: 'My account', roles: everyone }),
  loader: ({ context: { client } }) => client.query(sessionsQuery),
  component: AccountScreen,
})

/** The details, password and sessions of the person signed in. */
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
