import {
  DIGEST_TIME,
  type EmailMode,
  emailModes,
  type NotificationKind,
} from '@plumbline/contract/notificationKinds.ts'
import {
  type NotificationSettings,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { cx } from 'class-variance-authority'
import { useMay, useMe } from '../../api/me.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { Select } from '../../ui/Input.tsx'
import { kindLooks } from './kinds.ts'

const modeLabels: Readonly<Record<EmailMode, string>> = {
  immediately: 'Immediately',
  daily: 'Daily',
  off: 'Off',
}
const modes = emailModes.map((value) => ({ value, label: modeLabels[value] }))

/** The reason why no emails are sent, in one sentence. */
function noEmailText(
  reason: NonNullable<NotificationSettings['noEmail']>,
  email: string | null,
  maySetUp: boolean,
) {
  const how = (setting: string) =>
    maySetUp ? `Set ${setting} as the README says.` : 'Ask the office to set them up.'
  return {
    smtp: `Emails are not sent: the company has no mail server yet. ${how('SMTP_URL')}`,
    publicUrl: `Emails are not sent: their links would lead nowhere, since the server does not know its own address. ${how('PUBLIC_URL')}`,
    address: 'Emails are not sent: you have no email address. An admin can add one.',
    refused: `Emails are not sent: those to ${email} were refused by its mail server. An admin can have them tried again.`,
  }[reason]
}

/** For each kind of notification, the choice of emails (immediately, daily or off) and push. */
export function Channels({ settings }: { settings: NotificationSettings }) {
  const { email } = useMe()
  const may = useMay()
  const { channels, noEmail } = settings
  const hour = `${Number(DIGEST_TIME.slice(0, 2))}:${DIGEST_TIME.slice(3)}`
  return (
    <DescribedSection
      title="Email and push"
      text={`Everything is in the list of notifications, whatever you choose here.${
        noEmail ? '' : ` Daily emails come at ${hour} in the morning.`
      }`}
    >
      {noEmail && (
        <Alert tone="warn" className="m-5 mb-1">
          {noEmailText(noEmail, email, may('settings.update'))}
        </Alert>
      )}
      <ul>
        {channels.map((channel) => (
          <ChannelRow key={channel.kind} channel={channel} hasEmail={noEmail === null} />
        ))}
      </ul>
    </DescribedSection>
  )
}

type Channel = NotificationSettings['channels'][number]

/** The things a kind includes that its label does not mention. */
const notes: { readonly [K in NotificationKind]?: string } = {
  schedule: 'New dates, and crew days asked for or answered',
  bid: 'Sent, looked at, asked about and answered',
  invoice: 'Issued, looked at and asked about',
  overdue: 'Tasks past their deadline, and entries that should be finished',
}

interface ChannelRowProps {
  channel: Channel
  /** Whether emails are sent at all. Otherwise there is no email setting to choose. */
  hasEmail: boolean
}

/** The settings of one kind. Each choice is saved immediately. */
function ChannelRow({ channel, hasEmail }: ChannelRowProps) {
  const update = useWrite(notificationSettingsRoutes.update, {
    success: 'Notification settings saved',
    failure: 'Failed to save notification settings',
    queue: 'notification settings',
  })
  const { kind } = channel
  const sent = update.isPending ? update.variables.body.channels?.[0] : undefined
  const { email, push } = sent ?? channel
  const save = (change: Partial<Channel>) =>
    update.mutate({ body: { channels: [{ kind, email, push, ...change }] } })
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 border-t border-line px-5 py-2.5 first:border-t-0',
        hasEmail && 'sm:grid-cols-[minmax(0,1fr)_9.5rem_auto]',
      )}
    >
      <div className={cx('min-w-0', hasEmail && 'max-sm:col-span-2')}>
        <p className="font-medium">{kindLooks[kind].label}</p>
        {notes[kind] && <p className="text-sm text-ink-2">{notes[kind]}</p>}
      </div>
      {hasEmail && (
        <Select
          aria-label={`Emails: ${kindLooks[kind].label}`}
          options={modes}
          value={email}
          onChange={({ target }) => {
            const mode = emailModes.find((one) => one === target.value)
            if (mode) save({ email: mode })
          }}
        />
      )}
      <Checkbox
        aria-label={`Push: ${kindLooks[kind].label}`}
        checked={push}
        onChange={({ target }) => save({ push: target.checked })}
      >
        Push
      </Checkbox>
    </li>
  )
}
