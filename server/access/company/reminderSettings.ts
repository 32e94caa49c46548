import type {
  ReminderSettings,
  ReminderSettingsChange,
} from '@plumbline/contract/reminderRoutes.ts'
import type { Db } from '../../platform/db/handle.ts'
import { reminderSettings } from '../../schema/reminders.ts'

type Row = typeof reminderSettings.$inferSelect

/** The settings until an admin changes them. */
export const defaultReminders: ReminderSettings = {
  isOn: false,
  steps: [-3, 3, 14, 30],
  subject: 'Reminder of invoice {invoice}',
  text: 'This is a reminder of invoice {invoice}: {amount} is open, due {due day}.\n\nIf your payment is on its way, thank you, and please ignore this.',
  updatedAt: new Date(0).toISOString(),
}

const toReminderSettings = ({ id: _, createdAt: __, ...row }: Row): ReminderSettings => ({
  ...row,
  updatedAt: row.updatedAt.toISOString(),
})

/** The reminders of invoices: whether they are sent, when, and their words. */
export async function findReminderSettings(db: Db): Promise<ReminderSettings> {
  const [row] = await db.select().from(reminderSettings)
  return row ? toReminderSettings(row) : defaultReminders
}

/** The settings, locked until the transaction ends. The first change inserts their row. */
export async function lockReminderSettings(db: Db): Promise<ReminderSettings> {
  const first = { ...defaultReminders, updatedAt: new Date(defaultReminders.updatedAt) }
  await db.insert(reminderSettings).values(first).onConflictDoNothing()
  const [row] = await db.select().from(reminderSettings).for('update')
  return toReminderSettings(row as Row)
}

/** Changes the given fields of the locked settings. */
export async function updateReminderSettings(
  db: Db,
  change: ReminderSettingsChange,
): Promise<ReminderSettings> {
  const [row] = await db.update(reminderSettings).set(change).returning()
  return toReminderSettings(row as Row)
}
