import { createFileRoute } from '@tanstack/react-router'
import { adminOnly, screen } from '../../shell/screen.ts'

export const Route = createFileRoute('/tenants/$id')({
  ...screen({ title: ({ company }) => company.holdingsName, ...adminOnly }),
  component: TenantScreen,
})

function TenantScreen() {
  return <h1>Tenant</h1>
}
