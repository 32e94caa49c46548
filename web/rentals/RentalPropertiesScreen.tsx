import { createFileRoute } from '@tanstack/react-router'
import { useCompany } from '../api/company.ts'
import { adminOnly, screen } from '../shell/screen.ts'
import { UnbuiltPage } from '../shell/UnbuiltPage.tsx'

export const Route = createFileRoute('/rental-properties')({
  ...screen({ title: ({ company }) => company.holdingsName, ...adminOnly }),
  component: RentalPropertiesScreen,
})

function RentalPropertiesScreen() {
  return <UnbuiltPage title={useCompany().holdingsName} />
}
