import { createFileRoute } from '@tanstack/react-router'
import { everyone, screen } from '../shell/screen.ts'
import { UnbuiltScreen } from '../shell/screenStates.tsx'

export const Route = createFileRoute('/enhanced-schedule')({
  ...screen({ title: 'Enhanced Schedule', roles: everyone }),
  component: EnhancedScheduleScreen,
})

function EnhancedScheduleScreen() {
  return <UnbuiltScreen title="Enhanced Schedule" />
}
