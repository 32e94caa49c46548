import { createFileRoute } from '@tanstack/react-router'
import { everyone, screen } from '../shell/screen.ts'
import { UnbuiltScreen } from '../shell/screenStates.tsx'

export const Route = createFileRoute('/schedule')({
  ...screen({ title: 'Schedule', roles: everyone }),
  component: ScheduleScreen,
})

function ScheduleScreen() {
  return <UnbuiltScreen title="Schedule" />
}
