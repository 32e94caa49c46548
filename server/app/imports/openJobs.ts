import type { ImportReport } from '@plumbline/contract/imports.ts'
import { sql } from 'drizzle-orm'
import { lockJobs } from '../../features/jobs/queries.ts'
import { clientsOf, recordClients, setClients } from '../../features/jobs/service.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import type { ImportContext } from './importers.ts'
import { asRows } from './queries.ts'
import type { NewPerson } from './values.ts'

type Links = ImportReport['links']

/** A customer of a list, by the number of their row. */
export interface ListedCustomer {
  readonly row: number
  readonly person: NewPerson
}

interface FoundJob extends Record<string, unknown> {
  readonly row: number
  readonly id: string
  readonly name: string
}

/** The open jobs without a client that have the email address of a customer. */
async function openJobsOf(db: Db, customers: readonly ListedCustomer[]) {
  const rows = customers.map(({ row, person: { email } }) => ({ row, email }))
  const found = await db.execute<FoundJob>(sql`
    select r.row, j.id, j.name from jsonb_to_recordset(${asRows(rows)}) as r("row" int, email text)
    join ${jobs} j on lower(j.customer_email) = lower(r.email)
    where j.client_id is null and j.status <> 'completed'
    order by r.row, j.name, j.id`)
  const customerOf = new Map(customers.map((customer) => [customer.row, customer]))
  return found.rows.flatMap(({ row, ...job }) => {
    const customer = customerOf.get(row)
    return customer ? [{ ...customer, job }] : []
  })
}

const linkOf = ({ row, person, job }: Awaited<ReturnType<typeof openJobsOf>>[number]) => ({
  ...{ row, client: `${person.firstName} ${person.lastName}`, job: job.name },
  ...({ by: 'email', isNew: true } as const),
})

/** The jobs that the customers can become the clients of. */
export const jobLinks = async (db: Db, customers: readonly ListedCustomer[]): Promise<Links> =>
  (await openJobsOf(db, customers)).map(linkOf)

const idsOf = (links: readonly { readonly job: { readonly id: string } }[]) =>
  links.map(({ job }) => job.id)

/** Locks those jobs, before the customers are added: jobs are locked first everywhere. */
export const lockOpenJobs = async (db: Db, customers: readonly ListedCustomer[]) =>
  new Set(await lockJobs(db, idsOf(await openJobsOf(db, customers))))

/** Makes customers who were just added the clients of locked jobs, and returns the links. */
export async function linkOpenJobs(
  db: Db,
  customers: readonly ListedCustomer[],
  locked: ReadonlySet<string>,
  { actorId, source }: Pick<ImportContext, 'actorId' | 'source'>,
): Promise<Links> {
  const links = (await openJobsOf(db, customers)).filter(({ job }) => locked.has(job.id))
  const before = await clientsOf(db, idsOf(links))
  await setClients(db, actorId, new Map(links.map(({ job, person }) => [job.id, person.id])))
  await recordClients(db, source, before)
  return links.map(linkOf)
}
