import { OwnDetails, peopleRoutes, type User } from '@plumbline/contract/people.ts'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { meQuery, useMe } from '../../api/me.ts'
import { isSub } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { viewedId } from '../../api/viewAs.ts'
import { TextField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { everyone, oneOf, screen, searchParams } from '../../screens/screen.ts'
import { AccessDenied } from '../../screens/screenStates.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { titleCase } from '../../ui/status.ts'
import { AccountTabs } from './AccountTabs.tsx'
import { useLacksFactor } from './api.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

const PasswordForm = lazyPart(
  () => import('./PasswordForm.tsx'),
  () => <RowsSkeleton count={2} />,
)
const NotificationSettings = lazyPart(
  () => import('../notifications/NotificationSettings.tsx'),
  () => <RowsSkeleton count={4} />,
)

const validateSearch = searchParams({ tab: oneOf('notifications') })

export const Route = createFileRoute('/account')({
  ...screen({ title: 'My account', roles: everyone }),
  validateSearch,
  // Imported here because the initial bundle has the routes of all screens, but not the queries of
  // this one.
  loader: async ({ context: { client }, location }) => {
    if (viewedId()) return
    if (validateSearch(location.search).tab) {
      const { devicesQuery, mutedQuery, settingsQuery } = await import('../notifications/api.ts')
      await Promise.all([
        client.query(settingsQuery),
        client.query(devicesQuery),
        client.query(mutedQuery),
        NotificationSettings.load(),
      ])
      return
    }
    const { feedQuery, passkeysQuery, secondFactorQuery, sessionsQuery } = await import('./api.ts')
    await Promise.all([
      client.query(sessionsQuery),
      client.query(secondFactorQuery),
      client.query(passkeysQuery),
      client.query(feedQuery),
      PasswordForm.load(),
    ])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="My account" />
      <RowsSkeleton count={4} />
    </>
  ),
  component: AccountScreen,
})

/**
 * The account of the signed-in person: details, password, second factor, sessions and calendar
 * link.
 */
function AccountScreen() {
  const { tab } = Route.useSearch()
  if (viewedId()) return <AccessDenied text="My account is not part of this view." />
  return tab ? <NotificationsPart /> : <Account />
}

/** The notification settings: a tab of the account with its own URL, which emails link to. */
function NotificationsPart() {
  return (
    <>
      <AccountHeader />
      <AccountTabs at="Notifications" />
      <Suspense fallback={<RowsSkeleton count={4} />}>
        <NotificationSettings />
      </Suspense>
    </>
  )
}

function AccountHeader() {
  const me = useMe()
  return <ScreenHeader title="My account" text={`${titleCase(me.role)} · ${me.email}`} />
}

function Account() {
  const me = useMe()
  const lacksFactor = useLacksFactor()
  // Fixed on the first render, so that nothing moves once the factor is set up.
  const [factorsFirst] = useState(lacksFactor)
  const factors = (
    <>
      <SecondFactor />
      <Passkeys />
    </>
  )
  return (
    <>
      <AccountHeader />
      <AccountTabs at="My account" />
      {lacksFactor && (
        <Alert tone="warn" className="mb-7">
          Your company asks admins for a second factor. Until you have one, only this screen opens:
          set up two-step sign-in, or add a passkey.
        </Alert>
      )}
      <div>
        {factorsFirst && factors}
        <ProfileForm me={me} />
        <PasswordForm me={me} />
        {!factorsFirst && factors}
        <Sessions />
        <CalendarFeed />
      </div>
    </>
  )
}

type Values = z.input<typeof OwnDetails>

const { fields, ...profileForm } = fieldsOf<Values, User>({
  firstName: { label: 'First Name', required: true },
  lastName: { label: 'Last Name', required: true },
  phone: { label: 'Phone' },
  specialty: { label: 'Specialty' },
})

/**
 * Name and phone, and the specialty of a sub. Only an admin changes the email address and the role.
 */
function ProfileForm({ me }: { me: User }) {
  const { form, submission } = useEditForm(peopleRoutes.update, me, {
    ...profileForm,
    schema: OwnDetails,
    target: { params: { id: me.id } },
    reload: (read) => read(meQuery),
    success: 'Account updated successfully',
    failure: serverMessageOr('Failed to update account'),
  })
  const { control } = form
  const changed = useIsChanged(control, profileForm.values(me))
  return (
    <FormPanel
      {...submission}
      changed={changed}
      title="Your details"
      text="Your name and contact information."
      submitLabel="Save"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} {...fields.firstName} autoComplete="given-name" />
        <TextField control={control} {...fields.lastName} autoComplete="family-name" />
        <TextField control={control} {...fields.phone} type="tel" autoComplete="tel" />
        {isSub(me) && <TextField control={control} {...fields.specialty} />}
      </div>
    </FormPanel>
  )
}
