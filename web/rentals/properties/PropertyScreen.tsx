import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, screen } from '../../shell/screen.ts'

export const Route = createFileRoute('/rental-properties/$id')({
  ...screen({ title: ({ company }) => company.holdingsName, ...adminOnly }),
  component: PropertyScreen,
})

function PropertyScreen() {
  return <h1>Property</h1>
}
