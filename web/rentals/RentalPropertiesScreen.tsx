import { createFileRoute } from '@tanstack/react-router'
import { useCompany } from '../api/company.ts'
import { adminOnly, screen } from '../shell/screen.ts'
import { UnbuiltScreen } from '../shell/screenStates.tsx'

export const Route = createFileRoute('/rental-properties')({
  ...screen({ title: ({ company }) => company.holdingsName, ...adminOnly }),
  component: RentalPropertiesScreen,
})

function RentalPropertiesScreen() {
  return <UnbuiltScreen title={useCompany().holdingsName} />
}
