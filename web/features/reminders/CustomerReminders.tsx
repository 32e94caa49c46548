import type { Customer } from '@plumbline/contract/customers.ts'
import { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/Button.tsx'
import { reminderSettingsQuery } from './api.ts'

interface CustomerRemindersProps {
  customer: Pick<Customer, 'id' | 'remindersOff'>
}

/** Whether a customer is reminded of their invoices; nothing where no reminders are sent. */
export function CustomerReminders({ customer: { id, remindersOff: off } }: CustomerRemindersProps) {
  const mayWrite = useMay()('finance.write')
  const { data: settings } = useQuery(reminderSettingsQuery)
  const save = useWrite(reminderRoutes.switchCustomer, {
    success: off ? 'Reminders are on' : 'Reminders are off',
    failure: 'Failed to switch the reminders',
  })
  if (!settings?.isOn) return null
  return (
    <div className="no-print mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-ink-2">
        {off ? 'Not reminded of open invoices' : 'Reminded of open invoices'}
      </p>
      {mayWrite && (
        <Button
          size="sm"
          variant="quiet"
          pending={save.isPending}
          onClick={() => save.mutate({ params: { id }, body: { off: !off } })}
        >
          {off ? 'Turn on' : 'Turn off'}
        </Button>
      )}
    </div>
  )
}
