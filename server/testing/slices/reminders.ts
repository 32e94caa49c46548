import type { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { deliveries } from '../../schema/delivery.ts'
import { canary } from '../canary.ts'
import type { Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newCustomer } from './customers.ts'
import { issuedInvoice } from './invoices.ts'

/** An invoice with a reminder that has been due since yesterday. */
async function dueInvoice(stage: Stage): Promise<string> {
  const { id: invoiceId } = await issuedInvoice(stage)
  const dueAt = new Date(stage.w.clock.now.getTime() - DAY_MS)
  await stage.w.db.delete(deliveries).where(eq(deliveries.invoiceId, invoiceId))
  await stage.w.db
    .insert(deliveries)
    .values({ channel: 'email', letter: 'reminder', invoiceId, reminderDays: 3, dueAt })
  return invoiceId
}

export const reminders: SliceTests<typeof reminderRoutes> = {
  writes: {
    // Other steps or a switch would queue other reminders than those that are read here.
    change: () => ({ body: { subject: 'Invoice {invoice}', text: '{amount} is open' } }),
    switchInvoice: async (stage) => ({
      ...{ params: { id: (await issuedInvoice(stage)).id }, body: { off: true } },
    }),
    switchCustomer: async (stage) => ({
      ...{ params: { id: await newCustomer(stage) }, body: { off: true } },
    }),
    done: async (stage) => ({ params: { id: await dueInvoice(stage) } }),
  },
  async canaries({ put }) {
    const words = { subject: canary('reminder subject'), text: canary('reminder text') }
    await put('/api/reminder-settings', words)
  },
  readers: { 'reminder subject': 'A', 'reminder text': 'A' },
}
