import { createFileRoute } from '@tanstack/react-router'
import { everyone, screen } from '../shell/screen.ts'
import { UnbuiltPage } from '../shell/UnbuiltPage.tsx'

export const Route = createFileRoute('/enhanced-schedule')({
  ...screen({ title: 'Enhanced Schedule', roles: everyone }),
  component: EnhancedScheduleScreen,
})

function EnhancedScheduleScreen() {
  return <UnbuiltPage title="Enhanced Schedule" />
}
