import { appointmentStatuses, bidPriorities, bidStatuses } from '@plumbline/contract/bids.ts'
import { priorityStyle, statusStyle } from '../ui/status.ts'

export const statusOptions = bidStatuses.map((value) => ({
  value,
  label: statusStyle(value).label,
}))
export const priorityOptions = bidPriorities.map((value) => ({
  value,
  label: priorityStyle(value).label,
}))
export const appointmentOptions = appointmentStatuses.map((value) => ({
  value,
  label: statusStyle(value).label,
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
