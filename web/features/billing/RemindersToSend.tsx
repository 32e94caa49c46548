import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { type ReminderToSend, reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { Mail } from 'lucide-react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { invoiceLinkQuery } from '../invoices/api.ts'
import { ShareLink } from '../proposals/ShareLink.tsx'
import { remindersToSend } from '../reminders/api.ts'

/** The due reminders that no email can be sent for; nothing without any. */
export function RemindersToSend() {
  const list = usePagedList(remindersToSend)
  const [openId, setOpenId] = useOpened<string | null>('reminder to send', null)
  const opened = list.data?.find(({ id }) => id === openId)
  // Most companies have none, so nothing is shown until there are some.
  if (!list.error && !list.data?.length) return null
  return (
    <div className="mt-7">
      <TitledPanel title="Reminders to Send">
        <QueryList list={list} noun="reminders" skeleton={<RowsSkeleton count={2} />} empty={null}>
          {(reminders) => (
            <div className="-mt-2.5">
              <ul>
                {reminders.map((reminder) => (
                  <Row
                    key={reminder.id}
                    reminder={reminder}
                    onOpen={() => setOpenId(reminder.id)}
                  />
                ))}
              </ul>
            </div>
          )}
        </QueryList>
        {opened && <Share reminder={opened} onClose={() => setOpenId(null)} />}
      </TitledPanel>
    </div>
  )
}

function useDone({ invoiceId, number }: ReminderToSend, onDone?: () => void) {
  const save = useWrite(reminderRoutes.done, {
    success: `Reminder of invoice ${number} noted`,
    failure: 'Failed to note the reminder',
    ...(onDone && { onSuccess: onDone }),
  })
  return {
    isPending: save.isPending,
    done: () => save.mutate({ params: { id: invoiceId } }),
  }
}

function Row({ reminder, onOpen }: { reminder: ReminderToSend; onOpen: () => void }) {
  const mayWrite = useMay()('finance.write')
  const { isPending, done } = useDone(reminder)
  const { invoiceId, number, customerId, customerName, amount, dueOn, since } = reminder
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-56 flex-1">
        <p className="font-medium wrap-anywhere">
          <Link
            href={paths.customer(customerId)}
            className="hover:underline touch:inline-block touch:py-3"
          >
            {customerName}
          </Link>
        </p>
        <p className="figures text-sm text-ink-2">
          <Link
            href={paths.invoice(invoiceId)}
            className="hover:underline touch:-mb-3 touch:inline-block touch:leading-11"
          >
            Invoice {number}
          </Link>
          , due {formatDay(dueOn)}, to send since {formatDay(since)}
        </p>
      </div>
      <b className="figures">{formatCents(amount)}</b>
      {mayWrite && (
        <div className="no-print flex gap-2">
          <Button size="sm" aria-label={`Send the reminder of invoice ${number}`} onClick={onOpen}>
            <Mail aria-hidden />
            Send
          </Button>
          <Button
            size="sm"
            aria-label={`Invoice ${number}: reminder done`}
            pending={isPending}
            onClick={done}
          >
            Done
          </Button>
        </div>
      )}
    </li>
  )
}

/** The words and the link of a reminder, with ways to send both. */
function Share({ reminder, onClose }: { reminder: ReminderToSend; onClose: () => void }) {
  const { companyName } = useCompany()
  const { isPending, done } = useDone(reminder, onClose)
  const { invoiceId, number, customerName, customerEmail, customerPhone, subject, text } = reminder
  return (
    <ShareLink
      title={`Reminder of Invoice ${number}`}
      description={customerName}
      read={invoiceLinkQuery(invoiceId)}
      what="the invoice"
      whenEnded={
        <>
          <p className="mb-3 whitespace-pre-line wrap-anywhere">{text}</p>
          <p className="text-ink-2">
            The invoice has no link. Choose “New link” in its menu to make one.
          </p>
        </>
      }
      addressee={{ email: customerEmail, phone: customerPhone }}
      subject={subject}
      textOf={(link) => `Hello ${customerName},\n\n${text}\n\n${link}\n\n${companyName}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button variant="primary" pending={isPending} onClick={done}>
            Done
          </Button>
        </>
      }
    />
  )
}
