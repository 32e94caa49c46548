import { notificationSettingsRoutes } from '@plumbline/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../api/company.ts'
import { personQuery } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format.ts'

/**
 * Shows that a mail server refused the emails to a person, with a button to try the address again.
 * Renders nothing otherwise.
 */
export function RefusedEmail({ id, className = '' }: { id: string; className?: string }) {
  const { timeZone } = useCompany()
  const { data: person } = useQuery(personQuery(id))
  const retry = useWrite(notificationSettingsRoutes.retryEmail, {
    success: 'Emails will be sent to this address again',
    failure: serverMessageOr('Failed to try the address again'),
  })
  if (!person?.refusedEmail) return null
  const { address, reason, at } = person.refusedEmail
  return (
    <Alert tone="warn" className={className}>
      <p>
        Emails to this address were refused: {reason}
        {/[.!?]$/.test(reason) ? '' : '.'}
      </p>
      <p className="text-sm">
        {address}, {formatMoment(at, timeZone)}
      </p>
      <Button
        size="sm"
        className="mt-2"
        pending={retry.isPending}
        onClick={() => retry.mutate({ params: { id } })}
      >
        Try again
      </Button>
    </Alert>
  )
}
