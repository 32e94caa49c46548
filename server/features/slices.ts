import { slice as auth } from '../access/auth/slice.ts'
import type { Slice } from '../http/slice.ts'
import { slice as audit } from './audit/slice.ts'
import { slice as bids } from './bids/slice.ts'
import { slice as billing } from './billing/slice.ts'
import { slice as calendar } from './calendar/slice.ts'
import { slice as cardPayments } from './cardPayments/slice.ts'
import { slice as changeOrders } from './changeOrders/slice.ts'
import { slice as counts } from './counts/slice.ts'
import { slice as crew } from './crew/slice.ts'
import { slice as customers } from './customers/slice.ts'
import { slice as dashboard } from './dashboard/slice.ts'
import { slice as invoices } from './invoices/slice.ts'
import { slice as jobs } from './jobs/slice.ts'
import { slice as live } from './live/slice.ts'
import { slice as messages } from './messages/slice.ts'
import { slice as notifications } from './notifications/slice.ts'
import { slice as payments } from './payments/slice.ts'
import { slice as people } from './people/slice.ts'
import { slice as photos } from './photos/slice.ts'
import { slice as priceList } from './priceList/slice.ts'
import { slice as proposals } from './proposals/slice.ts'
import { slice as quickBooks } from './quickBooks/slice.ts'
import { slice as reminders } from './reminders/slice.ts'
import { slice as rentals } from './rentals/slice.ts'
import { slice as savedViews } from './savedViews/slice.ts'
import { slice as schedule } from './schedule/slice.ts'
import { slice as settings } from './settings/slice.ts'
import { slice as setup } from './setup/slice.ts'
import { slice as statements } from './statements/slice.ts'
import { slice as storage } from './storage/slice.ts'
import { slice as subcontractors } from './subcontractors/slice.ts'
import { slice as tasks } from './tasks/slice.ts'
import { slice as templates } from './templates/slice.ts'
import { slice as weeklyUpdates } from './weeklyUpdates/slice.ts'

/** All slices. Exports contain their tables in this order. */
export const slices: readonly Slice[] = [
  setup,
  auth,
  settings,
  people,
  customers,
  jobs,
  tasks,
  schedule,
  templates,
  crew,
  messages,
  weeklyUpdates,
  photos,
  bids,
  priceList,
  changeOrders,
  proposals,
  invoices,
  payments,
  cardPayments,
  reminders,
  statements,
  quickBooks,
  subcontractors,
  rentals,
  calendar,
  audit,
  counts,
  notifications,
  live,
  billing,
  dashboard,
  savedViews,
  storage,
]
