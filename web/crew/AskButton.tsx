import { crewRoutes } from '@plumbline/contract/crew.ts'
import { MessageSquare } from 'lucide-react'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/Button.tsx'
import { plural } from '../ui/format.ts'
import type { Period } from './api.ts'

interface AskButtonProps {
  period: Period
  /** How many subs have not answered. */
  subs: number
  className?: string
}

/** Asks all subs who have not answered for days of the period to confirm. */
export function AskButton({ period, subs, className }: AskButtonProps) {
  const ask = useWrite(crewRoutes.ask, {
    success: ({ subs: asked, days, emailed }) => ({
      title: `${plural(asked, 'sub', 'subs')} asked about ${plural(days, 'day', 'days')}`,
      description: emailed
        ? 'They get an email, and see the days on their dashboard.'
        : 'They see the days on their dashboard. No email was sent, as none is set up.',
    }),
    failure: 'Failed to ask for confirmation',
  })
  if (subs === 0) return null
  return (
    <Button
      variant="primary"
      pending={ask.isPending}
      onClick={() => ask.mutate({ body: { from: period.first, to: period.last } })}
      {...(className && { className })}
    >
      <MessageSquare aria-hidden />
      Ask {plural(subs, 'sub', 'subs')} to confirm
    </Button>
  )
}
