import { formatDay } from '@plumbline/contract/dates.ts'
import {
  type InvoiceReminders as Reminders,
  reminderRoutes,
} from '@plumbline/contract/reminderRoutes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { invoiceRemindersQuery } from './api.ts'

/** When the customer of an open invoice is reminded next; nothing where no reminders are sent. */
export function InvoiceReminders({ id }: { id: string }) {
  const mayWrite = useMay()('finance.write')
  const { data } = useQuery(invoiceRemindersQuery(id))
  if (!data?.isOn) return null
  return (
    <div className="no-print mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-ink-2">
        <NextReminder reminders={data} />
      </p>
      {mayWrite && !data.customerOff && <Switch id={id} off={data.off} />}
    </div>
  )
}

function NextReminder({
  reminders: { off, customerOff, nextOn, isToSend },
}: {
  reminders: Reminders
}) {
  if (customerOff) return 'No reminders: they are off for this customer'
  if (off) return 'Reminders are off'
  if (nextOn === null) return 'No more reminders'
  const day = <span className="figures">{formatDay(nextOn)}</span>
  if (!isToSend) return <>Next reminder: {day}</>
  return (
    <>
      Reminder{' '}
      <Link href={paths.receivables()} className="action-link">
        to send
      </Link>{' '}
      since {day}
    </>
  )
}

function Switch({ id, off }: { id: string; off: boolean }) {
  const save = useWrite(reminderRoutes.switchInvoice, {
    success: off ? 'Reminders are on' : 'Reminders are off',
    failure: 'Failed to switch the reminders',
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={save.isPending}
      onClick={() => save.mutate({ params: { id }, body: { off: !off } })}
    >
      {off ? 'Turn on' : 'Turn off'}
    </Button>
  )
}
