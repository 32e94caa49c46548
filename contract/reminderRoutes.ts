import { z } from 'zod'
import { enteredNumber } from './numbers.ts'
import { pageQuery, uncounted } from './page.ts'
import { reminderWords, unknownWord } from './reminders.ts'
import { route } from './route.ts'
import { id, line, text } from './text.ts'

/** The most reminders of an invoice. */
export const MAX_REMINDER_STEPS = 6
/** The most days before and after the due day. */
const MAX_DAYS = 365

const known = reminderWords.map((word) => `{${word}}`).join(', ')
const withKnownWords = (value: z.ZodString) =>
  value.superRefine((typed, context) => {
    const word = unknownWord(typed)
    if (word !== undefined)
      context.addIssue({ code: 'custom', message: `${word} is not one of ${known}` })
  })

const stepDays = enteredNumber('Enter a number of days')
  .int('Whole days only')
  .min(-MAX_DAYS, `At most ${MAX_DAYS} days`)
  .max(MAX_DAYS, `At most ${MAX_DAYS} days`)

/** The days after the due day on which reminders are sent, below zero before it. */
const steps = z
  .array(stepDays, 'Send the steps as a list')
  .min(1, 'Add a step')
  .max(MAX_REMINDER_STEPS, `At most ${MAX_REMINDER_STEPS} steps`)
  .superRefine((days, context) => {
    days.forEach((one, at) => {
      if (days.indexOf(one) < at)
        context.addIssue({ code: 'custom', path: [at], message: 'This step is there twice' })
    })
  })
  .transform((days) => days.toSorted((a, b) => a - b))

/** The reminders of all invoices. */
export const ReminderSettings = z.object({
  isOn: z.boolean(),
  /** Days after the due day, below zero before it, in order. */
  steps: z.array(z.number().int()),
  subject: z.string(),
  /** The text between greeting and link. */
  text: z.string(),
  updatedAt: z.iso.datetime(),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

/** Only the fields sent are changed. */
export const ReminderSettingsChange = z.object(
  {
    isOn: z.boolean('Must be true or false').optional(),
    steps: steps.optional(),
    subject: withKnownWords(line(200, 'Write a subject')).optional(),
    text: withKnownWords(text(5000, 'Write a text')).optional(),
  },
  'Send the change as an object',
)
export type ReminderSettingsChange = z.output<typeof ReminderSettingsChange>

/** The reminders of an invoice. */
export const InvoiceReminders = z.object({
  /** Whether the company sends reminders. */
  isOn: z.boolean(),
  /** Whether none are sent of this invoice, and none to its customer. */
  off: z.boolean(),
  customerOff: z.boolean(),
  /** The calendar day of the next one; null for none. */
  nextOn: z.iso.date().nullable(),
  /** Whether that one is due, and waits for somebody to send it. */
  isToSend: z.boolean(),
})
export type InvoiceReminders = z.infer<typeof InvoiceReminders>

/** A due reminder that no email can be sent for. */
export const ReminderToSend = z.object({
  id,
  invoiceId: id,
  number: z.string(),
  customerId: id,
  customerName: z.string(),
  /** The main contact, as far as it is known. */
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  dueOn: z.iso.date(),
  /** The calendar day since which it is to be sent. */
  since: z.iso.date(),
  /** The amount that is owed less the credit of the customer, in cents. */
  amount: z.number().int(),
  subject: z.string(),
  /** The text between greeting and link. */
  text: z.string(),
})
export type ReminderToSend = z.infer<typeof ReminderToSend>

const Switch = z.object({ off: z.boolean('Must be true or false') }, 'Send the switch as an object')

const ofInvoice = '/api/invoices/:id/reminders' as const

export const reminderRoutes = {
  settings: route({
    method: 'GET',
    path: '/api/reminder-settings',
    summary: 'When customers are reminded of invoices, and the words of it',
    may: 'reminderSettings.read',
    about: [],
    keep: true,
    reply: ReminderSettings,
  }),
  change: route({
    method: 'PUT',
    path: '/api/reminder-settings',
    summary: 'Change the fields sent; the reminders of open invoices follow',
    may: 'reminderSettings.write',
    body: ReminderSettingsChange,
    reply: ReminderSettings,
    fails: ['stale'],
  }),
  toSend: route({
    method: 'GET',
    path: '/api/reminders',
    summary: 'The due reminders that no email can be sent for, oldest first',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    query: z.object({ limit: pageQuery.limit, after: pageQuery.after, ...uncounted }),
    reply: z.array(ReminderToSend),
  }),
  ofInvoice: route({
    method: 'GET',
    path: ofInvoice,
    summary: 'When the customer of an invoice is reminded next',
    may: 'finance.read',
    about: ['invoice', 'customer'],
    keep: true,
    reply: InvoiceReminders,
  }),
  switchInvoice: route({
    method: 'PUT',
    path: ofInvoice,
    summary: 'Switch the reminders of an invoice off or on',
    may: 'finance.write',
    body: Switch,
    reply: InvoiceReminders,
  }),
  switchCustomer: route({
    method: 'PUT',
    path: '/api/customers/:id/reminders',
    summary: 'Switch the reminders to a customer off or on',
    may: 'finance.write',
    body: Switch,
    reply: z.object({ off: z.boolean() }),
  }),
  done: route({
    method: 'POST',
    path: `${ofInvoice}/done`,
    summary: 'Note that the due reminder of an invoice was sent by hand',
    may: 'finance.write',
    reply: InvoiceReminders,
    status: 200,
    fails: ['noReminderDue'],
  }),
}
