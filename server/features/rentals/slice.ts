import type { Slice } from '../../http/slice.ts'
import {
  depositReturns,
  leaseChanges,
  propertyJobs,
  propertyPhotos,
  recurringExpenses,
  rentalExpenses,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../../schema/rentals.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [
    rentalProperties,
    propertyPhotos,
    propertyJobs,
    tenants,
    leaseChanges,
    depositReturns,
    rentalIncome,
    rentalExpenses,
    recurringExpenses,
  ],
}
