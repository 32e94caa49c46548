// Separate from the schemas of change orders, which the job page does not need.

/** The statuses of a change order as they are stored. */
export const storedChangeStatuses = ['draft', 'sent', 'approved', 'declined', 'withdrawn'] as const

/** `expired` is a sent one after the last day to answer. */
export const changeOrderStatuses = [...storedChangeStatuses, 'expired'] as const
export type ChangeOrderStatus = (typeof changeOrderStatuses)[number]
