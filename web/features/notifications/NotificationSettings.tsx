import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from './api.ts'
import { Channels } from './Channels.tsx'
import { MutedJobs } from './MutedJobs.tsx'
import { PushDevices } from './PushDevices.tsx'
import { QuietHours } from './QuietHours.tsx'

/** The notification settings of the person: emails, push, quiet hours and muted jobs. */
export default function NotificationSettings() {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  return (
    <div>
      <Channels settings={settings} />
      <PushDevices />
      <QuietHours settings={settings} />
      <MutedJobs />
    </div>
  )
}
