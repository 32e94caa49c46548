import type { PlannedAppointment } from '@plumbline/contract/appointments.ts'

/** An appointment on Nov 20, 2026 at 9 AM in Chicago for tests with these fields changed. */
export const plannedAppointment = (
  n: number,
  change: Partial<PlannedAppointment> = {},
): PlannedAppointment => ({
  id: `0198c0de-0000-7000-a000-${String(n).padStart(12, '0')}`,
  bidId: '0198c0de-0000-7000-a000-0000000000b1',
  title: 'Site visit',
  scheduledDate: '2026-11-20T15:00:00.000Z',
  duration: 60,
  appointmentType: 'consultation',
  status: 'scheduled',
  assignedToName: null,
  bidName: 'Lake house',
  address: '14 Lake Dr',
  customerName: 'A. Duarte',
  customerPhone: '555-0177',
  ...change,
})
