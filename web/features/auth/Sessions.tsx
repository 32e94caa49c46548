import { type AccountSession, accountRoutes } from '@plumbline/contract/account.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { deviceName } from '../../ui/deviceName.ts'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { sessionsQuery } from './api.ts'

/** The sessions of the signed-in person, each with a button that ends it. */
export function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery)
  const endOthers = useWrite(accountRoutes.endOtherSessions, {
    success: 'Signed out of all other devices',
    failure: 'Failed to sign out there',
  })
  return (
    <DescribedSection
      title="Active sessions"
      text="Sign out any device you do not recognize or no longer use."
    >
      {endOthers.problem && <Alert className="m-5 mb-1">{endOthers.problem}</Alert>}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.sid} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="flex justify-end border-t border-line px-5 py-3">
          <Button pending={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </DescribedSection>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const { timeZone } = useCompany()
  const end = useWrite(accountRoutes.endSession, {
    success: 'Device signed out',
    failure: 'Failed to sign out there',
  })
  const device = deviceName(session.userAgent)
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.current && <Badge variant="secondary">This device</Badge>}
        </p>
        <p className="text-sm text-ink-2">
          Since {formatMoment(session.createdAt, timeZone)} · {session.address}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`Sign out ${device}`}
          pending={end.isPending}
          onClick={() => end.mutate({ params: { sid: session.sid } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
