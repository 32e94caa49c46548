import { createFileRoute } from '@tanstack/react-router'
import { everyone, screen } from '../shell/screen.ts'
import { UnbuiltPage } from '../shell/UnbuiltPage.tsx'

export const Route = createFileRoute('/schedule')({
  ...screen({ title: 'Schedule', roles: everyone }),
  component: ScheduleScreen,
})

function ScheduleScreen() {
  return <UnbuiltPage title="Schedule" />
}
