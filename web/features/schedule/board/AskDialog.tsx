import { type AskedSub, crewRoutes } from '@plumbline/contract/crew.ts'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../../api/people.ts'
import { useWrite } from '../../../api/write.ts'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/Dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { textUrl } from '../../../ui/Person.tsx'
import { phoneText } from '../../../ui/phone.ts'
import { isUnanswered } from '../../crew/answers.ts'
import type { Period } from '../../crew/api.ts'
import { inviteAddressQuery } from '../../people/inviteQueries.ts'
import type { BoardRow } from './board.ts'

interface AskDialogProps {
  rows: readonly BoardRow[]
  period: Period
  today: string
  onClose: () => void
}

/** Says how each sub is reached before all of them are asked, and texts the others afterwards. */
export function AskDialog({ rows, period, today, onClose }: AskDialogProps) {
  const [asked, setAsked] = useState<readonly AskedSub[]>()
  const { data: address } = useQuery(inviteAddressQuery)
  const ask = useWrite(crewRoutes.ask, {
    success: ({ subs, days }) => ({
      title: `${plural(subs, 'sub', 'subs')} asked about ${plural(days, 'day', 'days')}`,
    }),
    failure: 'Failed to ask for confirmation',
    onSuccess: (reply) => setAsked(reply.asked),
  })
  const waiting = rows
    .map(({ sub, days }) => ({
      sub,
      count: days.filter((day) => day.assignedDate >= today && isUnanswered(day)).length,
    }))
    .filter(({ count }) => count > 0)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={asked ? 'Subs asked to confirm' : 'Ask subs to confirm?'}
      description={`Each day in an email or a text has a link that answers it without signing in. ${
        address?.onlyThisComputer ? 'Now the links open on this computer only.' : ''
      }`}
    >
      <DialogBody className="py-0">
        <ul>
          {asked
            ? rows.flatMap(({ sub: { id } }) => {
                const sub = asked.find((one) => one.id === id)
                return sub ? <AskedRow key={id} sub={sub} /> : []
              })
            : waiting.map(({ sub, count }) => (
                <li key={sub.id} className="border-t border-line py-2.5 first:border-t-0">
                  <p className="font-medium wrap-anywhere">{fullName(sub)}</p>
                  <p className="text-sm text-ink-2 wrap-anywhere">
                    {plural(count, 'day', 'days')} · {reachText(sub, address?.sendsEmail)}
                  </p>
                </li>
              ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        {asked ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              pending={ask.isPending}
              onClick={() => ask.mutate({ body: { from: period.first, to: period.last } })}
            >
              Ask {plural(waiting.length, 'sub', 'subs')}
            </Button>
          </>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** The way to reach a sub. */
function reachText({ email, phone }: BoardRow['sub'], sendsEmail = true): string {
  if (email && sendsEmail) return `by email to ${email}`
  if (phone) return `no email: text ${phoneText(phone)} after this`
  return 'no email or phone number: ask in person'
}

/** A sub who was asked, with a link that composes a text message to them. */
function AskedRow({ sub: { name, phone, emailed, text } }: { sub: AskedSub }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">{emailed ? 'Emailed' : 'No email was sent'}</p>
      </div>
      <a
        href={textUrl(phone, text)}
        aria-label={`Text ${name}`}
        className={buttonVariants({ size: 'sm' })}
      >
        <MessageSquare aria-hidden />
        Text
      </a>
    </li>
  )
}
