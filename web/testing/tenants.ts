import type { RentalProperty } from '@plumbline/contract/rentals.ts'
import type { Tenant } from '@plumbline/contract/tenants.ts'
import { property } from './rentals.ts'

export const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A property for tests with the rent and the deposit of its last lease. */
export const home = (n: number, change: Partial<RentalProperty> = {}): RentalProperty =>
  property(n, {
    address: '229 N Douglas Ave, B',
    monthlyRent: '1395.00',
    securityDeposit: '1400.00',
    ...change,
  })

/** A tenant for tests with these fields changed: Priya Nair, whose lease ends in eight days. */
export const tenant = (n: number, change: Partial<Tenant> = {}): Tenant => ({
  id: idOf(n),
  propertyId: idOf(11),
  propertyAddress: '229 N Douglas Ave, B',
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya@example.com',
  phone: '(847) 555-0142',
  emergencyContact: 'Anil Nair',
  emergencyPhone: '(847) 555-0143',
  leaseStart: '2025-12-01',
  leaseEnd: '2026-11-30',
  monthlyRent: '1350.00',
  rentToday: '1395.00',
  securityDeposit: '1400.00',
  rentFrom: null,
  status: 'active',
  leaseState: 'current',
  daysToExpiry: 8,
  balance: '697.50',
  depositHeld: '1395.50',
  notes: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
