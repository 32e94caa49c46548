import { measureAlone } from './calls.ts'
import { withCompany } from './company.ts'
import { formatAmounts, type Part } from './report.ts'
import { NOTHING } from './rows.ts'
import { customerCalls } from './screenCalls.ts'

/** Each customer has two contacts and two jobs. */
const AMOUNTS = { customers: 20_000, jobs: 40_000 } as const

/** Every fiftieth customer shares a number, an email address or a name with the one before. */
const shared = [
  `update customer_contacts c set phone = o.phone from numbered_customers a, numbered_customers b, customer_contacts o
   where c.customer_id = a.id and b.n = a.n - 1 and o.customer_id = b.id and c.position = 0 and o.position = 0 and a.n % 150 = 50`,
  `update customer_contacts c set email = upper(o.email) from numbered_customers a, numbered_customers b, customer_contacts o
   where c.customer_id = a.id and b.n = a.n - 1 and o.customer_id = b.id and c.position = 0 and o.position = 0 and a.n % 150 = 100`,
  `update customers c set name = o.name from numbered_customers a, numbered_customers b, customers o
   where c.id = a.id and b.n = a.n - 1 and o.id = b.id and a.n % 150 = 149`,
]

export const customersPart: Part = {
  name: 'customers',
  title: 'Pages of many customers',
  run: (report) =>
    withCompany(
      { ...NOTHING, jobs: AMOUNTS.jobs },
      async (company) => {
        report.table(`${formatAmounts(AMOUNTS)}; ms, budgets for the p95`)
        for (const call of await customerCalls(company))
          report.speed(call.name, await measureAlone(company, call), 'customers')
      },
      { more: shared },
    ),
}
