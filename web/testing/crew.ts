import type { CrewDay } from '@plumbline/contract/crew.ts'

/**
 * A crew day for tests: Tom Kowalski installs cabinets on Friday, Nov 20. `change` overrides
 * fields.
 */
export const crewDay = (n: number, change: Partial<CrewDay> = {}): CrewDay => ({
  id: `0198c0de-0000-7000-8000-c${String(n).padStart(11, '0')}`,
  scheduleEntryId: '0198c0de-0000-7000-8000-e00000000001',
  entryTitle: 'Cabinet install',
  entryStatus: 'in_progress',
  weatherDependent: false,
  indoorWork: true,
  jobId: '0198c0de-0000-7000-8000-a00000000001',
  jobName: 'Kitchen remodel',
  jobAddress: '418 Alder Ct, Elgin',
  subcontractorId: '0198c0de-0000-7000-8000-b00000000001',
  subcontractorName: 'Tom Kowalski',
  assignedDate: '2026-11-20',
  startTime: '08:00',
  endTime: '17:00',
  role: null,
  confirmed: true,
  declined: false,
  declineReason: null,
  askedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
