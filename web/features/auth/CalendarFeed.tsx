import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useWrite } from '../../api/write.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { Field } from '../../ui/Field.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toasts.ts'
import { feedQuery } from './api.ts'

const created = {
  success: 'Calendar link created',
  failure: 'Failed to create calendar link',
} as const

/**
 * The calendar link of the person, with buttons to create, renew and turn it off. It is shown only
 * once.
 */
export function CalendarFeed() {
  const { data: feed } = useSuspenseQuery(feedQuery)
  const { timeZone } = useCompany()
  const [url, setUrl] = useState<string | null>(null)
  const [asking, setAsking] = useState<'renew' | 'turnOff' | null>(null)
  const close = () => setAsking(null)
  const show = (reply: { url: string } | null) => {
    setUrl(reply?.url ?? null)
    close()
  }
  const create = useWrite(calendarRoutes.create, { ...created, onSuccess: show })
  return (
    <DescribedSection
      title="Calendar feed"
      text="Shows your schedule in the calendar app of your phone or computer. The app looks for changes by itself, about once an hour."
    >
      <div className="flex flex-col gap-4 p-5">
        {create.problem && <Alert>{create.problem}</Alert>}
        {feed.createdAt ? (
          <p>You have a calendar link, created {formatMoment(feed.createdAt, timeZone)}.</p>
        ) : (
          <p className="text-ink-2">You have no calendar link.</p>
        )}
        {feed.active && url && <NewLink url={url} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        {feed.active ? (
          <>
            <Button onClick={() => setAsking('turnOff')}>Turn Off</Button>
            <Button onClick={() => setAsking('renew')}>Renew Link</Button>
          </>
        ) : (
          <Button pending={create.isPending} onClick={() => create.mutate({})}>
            Create Calendar Link
          </Button>
        )}
      </div>
      {asking === 'renew' && (
        <ConfirmWrite
          row={calendarRoutes.create}
          args={{}}
          title="Make a new calendar link?"
          confirmLabel="Renew Link"
          {...created}
          onClose={close}
          onDone={show}
        >
          The old link stops working at once. Apps that use it need the new one.
        </ConfirmWrite>
      )}
      {asking === 'turnOff' && (
        <ConfirmWrite
          row={calendarRoutes.remove}
          args={{}}
          title="Turn off your calendar link?"
          confirmLabel="Turn Off"
          success="Calendar link turned off"
          failure="Failed to turn off calendar link"
          onClose={close}
          onDone={() => show(null)}
        >
          Apps that use it stop getting changes.
        </ConfirmWrite>
      )}
    </DescribedSection>
  )
}

/** The new link, which cannot be looked up later. */
function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(url)) return toast({ title: 'Success', description: 'Calendar link copied' })
    field.current?.select()
    toast({
      title: 'Copy the link yourself',
      description: 'The browser did not allow copying. The link is selected.',
    })
  }
  return (
    <>
      <Field
        label="Calendar Link"
        hint="It is shown only this once. Anyone who has the link can read your calendar."
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy</Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonVariants()}>
          Open in Calendar App
        </a>
      </div>
    </>
  )
}
