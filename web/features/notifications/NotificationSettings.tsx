import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from './api.ts'
import { Channels } from './Channels.tsx'
import { MutedJobs } from './MutedJobs.tsx'
import { PushDevices } from './PushDevices.tsx'
import { QuietHours } from './QuietHours.tsx'

/** How the person hears of things: by email, by push, and when. */
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
