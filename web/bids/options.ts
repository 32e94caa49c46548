import { appointmentStatuses, bidPriorities, bidStatuses } from '@plumbline/contract/bids.ts'
import { priorityLook, statusLook } from '../ui/status.ts'

export const statusOptions = bidStatuses.map((value) => ({ value, label: statusLook(value).label }))
export const priorityOptions = bidPriorities.map((value) => ({
  value,
  label: priorityLook(value).label,
}))
export const appointmentOptions = appointmentStatuses.map((value) => ({
  value,
  label: statusLook(value).label,
}))

/** Where work comes from; any other can be typed. */
export const LEAD_SOURCES = [
  'Referral',
  'Repeat customer',
  'Website',
  'Phone call',
  'Walk-in',
  'Yard sign',
]
/** What one meets for; any other can be typed. */
export const APPOINTMENT_TYPES = [
  'consultation',
  'site visit',
  'measurement',
  'presentation',
  'signing',
]
