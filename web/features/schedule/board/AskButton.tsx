import { crewRoutes } from '@plumbline/contract/crew.ts'
import { MessageSquare } from 'lucide-react'
import type { z } from 'zod'
import { useWrite } from '../../../api/write.ts'
import { Button } from '../../../ui/Button.tsx'
import { plural } from '../../../ui/format.ts'
import type { Period } from '../../crew/api.ts'

interface AskButtonProps {
  period: Period
  /** The number of subs who have not answered. */
  subs: number
}

/**
 * The text about how the subs are notified. Subs without an email address cannot sign in, either.
 */
function notificationText({
  subs,
  withAddress,
  emailed,
}: z.output<typeof crewRoutes.ask.reply>): string {
  const without = subs - withAddress
  const learn = emailed
    ? 'get an email, and see the days on their dashboard.'
    : 'see the days on their dashboard. No email was sent, as none is set up.'
  if (without === 0) return `They ${learn}`
  const rest = withAddress > 0 ? ` The others ${learn}` : ''
  return `${plural(without, 'sub has', 'subs have')} no email address: ask them yourself.${rest}`
}

/** Asks all subs who have not answered for days of the period to confirm. */
export function AskButton({ period, subs }: AskButtonProps) {
  const ask = useWrite(crewRoutes.ask, {
    success: (reply) => ({
      title: `${plural(reply.subs, 'sub', 'subs')} asked about ${plural(reply.days, 'day', 'days')}`,
      description: notificationText(reply),
    }),
    failure: 'Failed to ask for confirmation',
  })
  if (subs === 0) return null
  return (
    <Button
      variant="primary"
      pending={ask.isPending}
      onClick={() => ask.mutate({ body: { from: period.first, to: period.last } })}
    >
      <MessageSquare aria-hidden />
      Ask {plural(subs, 'sub', 'subs')} to confirm
    </Button>
  )
}
