import { type AskedSub, crewRoutes } from '@plumbline/contract/crew.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '../../../api/people.ts'
import { useWrite } from '../../../api/write.ts'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { CopyRefused, useCopy } from '../../../ui/copying.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/Dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/Input.tsx'
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
    success: ({ asked }) => ({
      title: outcomeOf(asked),
      ...(asked.length > 0 && { description: IN_THE_APP }),
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
      title={asked ? outcomeOf(asked) : 'Ask subs to confirm?'}
      description={[
        'Each day in an email or a text has a link that answers it without signing in.',
        address && !address.sendsEmail && 'This server sends no emails: text or copy each message.',
        address?.onlyThisComputer && 'Now the links open on this computer only.',
      ]
        .filter(Boolean)
        .join(' ')}
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
  const noEmail = email ? 'no email is sent' : 'no email address'
  return phone
    ? `${noEmail}: text ${phoneText(phone)} after this`
    : `${noEmail}, no phone number: copy the message after this`
}

const IN_THE_APP = 'Those who have joined also see it in the app'

/** The outcome of asking: who was sent an email, and who has to be sent the message. */
function outcomeOf(asked: readonly AskedSub[]): string {
  if (asked.length === 0) return 'Everybody has answered meanwhile'
  const emailed = asked.filter((sub) => sub.emailed).length
  const left = asked.length - emailed
  const done = emailed > 0 ? `${plural(emailed, 'sub', 'subs')} emailed` : 'No email was sent'
  return left > 0 ? `${done}: text or copy ${plural(left, 'message', 'messages')}` : done
}

/** A sub who was asked, with ways to send them the message as a text. */
function AskedRow({ sub: { name, phone, emailed, text } }: { sub: AskedSub }) {
  const { field, isRefused, copy } = useCopy<HTMLTextAreaElement>(`Message to ${name} copied`)
  const reached = phone
    ? 'Not emailed: text the message'
    : 'Not emailed, no phone number: copy the message'
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <div className="min-w-40 flex-1">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-ink-2">{emailed ? 'Emailed' : reached}</p>
        </div>
        <Button size="sm" aria-label={`Copy the message to ${name}`} onClick={() => copy(text)}>
          <Copy aria-hidden />
          Copy
        </Button>
        {phone && (
          <a
            href={textUrl(phone, text)}
            aria-label={`Text ${name}`}
            className={buttonVariants({ size: 'sm' })}
          >
            <MessageSquare aria-hidden />
            Text
          </a>
        )}
      </div>
      {isRefused && (
        <>
          <Textarea
            ref={field}
            readOnly
            aria-label={`Message to ${name}`}
            value={text}
            className="mt-2"
          />
          <CopyRefused what="message" />
        </>
      )}
    </li>
  )
}
