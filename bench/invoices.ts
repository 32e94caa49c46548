import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { measureAlone } from './calls.ts'
import { type Company, withCompany } from './company.ts'
import { speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { NOTHING } from './rows.ts'
import { invoiceCalls } from './screenCalls.ts'

const AMOUNTS = { invoices: 20_000, payments: 50_000, jobs: 10_000 } as const

/** Two invoices of each job: one in ten is a draft, one in twenty is void. */
const invoices = [
  `insert into invoices (id, customer_id, job_id, status, number, title, draft, content, total, tax, taxable,
     issued_on, due_on, voided_on, created_at, updated_at)
   select gen_random_uuid(), j.customer_id, j.id, s.status,
     case when s.status <> 'draft' then '2020-' || i end, 'Progress ' || i % 9,
     '{"basis": {"kind": "lines"}, "changeOrderIds": [], "lines": [], "discount": null, "taxRate": "0", "terms": "net14", "dueOn": null, "message": null}',
     case when s.status <> 'draft' then '{}' end, i * 7, 0, 0,
     case when s.status <> 'draft' then current_date - i % 700 end,
     case when s.status <> 'draft' then current_date - i % 700 + 14 end,
     case when s.status = 'void' then current_date end,
     now() - i * interval '20 minutes', now()
   from generate_series(1, ${AMOUNTS.invoices}) i
   join numbered_jobs n on n.n = i % ${AMOUNTS.jobs} join jobs j on j.id = n.id
   cross join lateral (select case when i % 10 = 0 then 'draft' when i % 20 = 1 then 'void' else 'issued' end as status) s`,
]

/**
 * Three payments of each invoice that was issued, which pay every other one in full, and leave some
 * credit. One customer has the statement of 500 rows.
 */
const payments = [
  `insert into customers (id, name, created_at) values (gen_random_uuid(), 'Busy Customer', now())`,
  `update invoices i set customer_id = busy.id from customers busy
   where busy.name = 'Busy Customer' and i.id in (
     select id from invoices where status = 'issued' and number like '2020-%' order by id limit 125)`,
  `create temporary table paid as
   select gen_random_uuid() as id, i.id as invoice_id, i.customer_id, i.issued_on as day,
     case when k = 3 and i.total % 2 = 0 then i.total - 2 * (i.total / 4) else i.total / 4 end as amount
   from invoices i cross join generate_series(1, 3) k where i.status = 'issued' and i.number like '2020-%'
   limit ${AMOUNTS.payments}`,
  `insert into payments (id, customer_id, kind, day, amount, method, reference, created_at)
   select id, customer_id, 'payment', day, amount + amount % 3, 'check', '1042', now() from paid`,
  `insert into payment_allocations (id, payment_id, invoice_id, amount, day, created_at)
   select gen_random_uuid(), id, invoice_id, amount, day, now() from paid`,
]

/** The invoices that are issued at the same time, and all of them. */
const [AT_ONCE, ISSUED] = [8, 400]

interface Draft {
  readonly id: string
}

async function newDraft(admin: ApiClient, customerId: string): Promise<string> {
  const lines = [{ description: 'Hanging a door', quantity: '2', unitPrice: '60.25' }]
  const body = { customerId, title: 'Doors', basis: { kind: 'lines' }, lines }
  return (await admin.request<Draft>('POST', '/api/invoices', body)).id
}

/** The times of issuing drafts of many customers, by admins who do so at the same time. */
async function timesOfIssuing({ admin, admins }: Company): Promise<number[]> {
  const customers = await admin.request<Draft[]>('GET', '/api/customers?limit=100')
  const drafts: string[] = []
  for (let n = 0; n < ISSUED; n++)
    drafts.push(await newDraft(admin, customers[n % customers.length]?.id ?? ''))
  const times: number[] = []
  const lane = async (by: ApiClient) => {
    for (let id = drafts.pop(); id !== undefined; id = drafts.pop()) {
      const begin = performance.now()
      await by.request('POST', `/api/invoices/${id}/issue`, {})
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(admins.slice(0, AT_ONCE).map(lane))
  return times
}

/** The budget of a read: a list is shown at once, and a report adds up a year or more. */
function budgetOf(path: string) {
  if (path.includes('/statement')) return 'invoices.statement'
  return /ageing|sales-tax/.test(path) ? 'invoices.ageing' : 'invoices.page'
}

export const invoicesPart: Part = {
  name: 'invoices',
  title: 'Invoices',
  run: (report) =>
    withCompany(
      { ...NOTHING, jobs: AMOUNTS.jobs },
      async (company) => {
        report.table(`${formatAmounts(AMOUNTS)}; ms, budgets for the p95`)
        for (const call of await invoiceCalls(company)) {
          report.speed(call.name, await measureAlone(company, call), budgetOf(call.path))
        }
        report.table(`Issuing, ${AT_ONCE} at once; ms, the budget is for the p99`)
        report.speed('issuing', speedOf(await timesOfIssuing(company)), 'invoices.issue', 'p99')
      },
      { more: [...invoices, ...payments] },
    ),
}
