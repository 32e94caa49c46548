import type { LeaseState } from '@plumbline/contract/tenants.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { leaseStyles } from './api.ts'

/** The badge of the current state of a lease. */
export function LeaseBadge({ state }: { state: LeaseState }) {
  const { label, variant, tone, mark } = leaseStyles[state]
  return (
    <Badge variant={variant} tone={tone} mark={mark}>
      {label}
    </Badge>
  )
}
