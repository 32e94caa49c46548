import type { Answers, Cells } from './checkRows.ts'
import { type LinkedJob, linkJobs, lockClients } from './clients.ts'
import {
  addressOf,
  distinctPhones,
  emailsIn,
  isFax,
  notesOf,
  phoneNote,
  phonesIn,
} from './contacts.ts'
import { idsToInvite, type Kind, NOTHING, publishImport } from './importers.ts'
import * as queries from './queries.ts'
import { ImportedJob } from './values.ts'

type Texts = Readonly<Record<string, string | undefined>>

/**
 * The values of a job from the cells of a row. Values without a field of their own go into the
 * private notes, so that nothing is lost.
 */
function compose(cells: Cells, { statuses }: Answers): Cells {
  const texts = cells as Texts
  const { emails, rest } = emailsIn(texts.customerEmail ?? '')
  const [customerEmail = '', ...otherEmails] = emails
  const numbers = distinctPhones(phonesIn(texts.customerPhone ?? ''))
  const [phone, secondPhone, ...more] = numbers.filter((number) => !isFax(number))
  const { city, state, zipCode } = texts
  const meaning = statuses.get(texts.status?.toLowerCase() ?? '')
  const status = meaning === null ? undefined : (meaning ?? texts.status)
  return {
    ...cells,
    name: texts.name ?? (texts.number && `Job ${texts.number}`),
    address:
      addressOf([texts.address, texts.address2, texts.address3, texts.address4], {
        ...(city && { city }),
        ...(state && { state }),
        ...(zipCode && { zipCode }),
      }) || undefined,
    status,
    progress: cells.progress ?? (status === 'completed' ? 100 : undefined),
    customerEmail,
    customerPhone: phone?.number,
    customerSecondPhone: secondPhone?.number,
    privateNotes: notesOf(texts.privateNotes, {
      'Job number': texts.name ? [texts.number ?? ''] : [],
      'Other email of the customer': [...otherEmails, rest],
      'Other phone of the customer': [secondPhone, ...more].map((one) =>
        one ? phoneNote(one) : '',
      ),
      'Fax of the customer': numbers.filter(isFax).map(({ number }) => number),
    }),
  }
}

export const jobs: Kind<ImportedJob> = {
  kind: 'jobs',
  schema: ImportedJob,
  fixedValues: {},
  compose,
  keyOf: ({ name, address }) => JSON.stringify([name.toLowerCase(), address.toLowerCase()]),
  key: 'name and address',
  keyField: null,
  match: async (db, valid) => {
    const rows = valid.map(({ row, value: { name, address } }) => ({ row, name, address }))
    return new Map([...(await queries.existingJobs(db, rows))].map((row) => [row, 'same'] as const))
  },
  add: async (db, rows, { dryRun, addClients = false, actorId }) => {
    if (rows.length === 0) return NOTHING
    const linked = await linkJobs(
      db,
      rows.map(({ value }) => value),
    )
    const { newClients } = linked
    const jobs = linked.jobs.map((job, place) => ({ row: rows[place]?.row ?? 0, ...job }))
    if (dryRun) {
      const known = jobs.filter(({ link }) => link?.isNew === false).length
      const counts = { added: rows.length, linked: known, newClients: newClients.length }
      return { ...NOTHING, ...counts, ...linksOf(jobs) }
    }
    const known = jobs.flatMap(({ job, link }) =>
      job.clientId && link?.isNew === false ? [job.clientId] : [],
    )
    const clients = await lockClients(db, known)
    const people = addClients ? await queries.insertPeople(db, actorId, newClients) : []
    const ids = new Set([...clients, ...people.map(({ id }) => id)])
    const list = jobs.map((linkedJob) =>
      linkedJob.job.clientId && !ids.has(linkedJob.job.clientId)
        ? withoutClient(linkedJob, addClients)
        : linkedJob,
    )
    const added = await queries.insertJobs(
      db,
      list.map(({ job }) => job),
    )
    if (people.length > 0) await publishImport(db, actorId, 'customers', people.length)
    await publishImport(db, actorId, 'jobs', added)
    const { links, unlinked } = linksOf(list)
    return {
      ...{ ...NOTHING, added, linked: links.length, newClients: people.length, links, unlinked },
      invitable: idsToInvite(people),
    }
  },
}

type Row = LinkedJob & { readonly row: number }

/** The rows that were linked to a client, and those that were not, with the reason. */
const linksOf = (rows: readonly Row[]) => ({
  links: rows.flatMap(({ row, link }) => (link ? [{ row, ...link }] : [])),
  unlinked: rows.flatMap(({ row, reason }) => (reason ? [{ row, reason }] : [])),
})

/**
 * A job without its client, because new clients are not wanted, or because the client has changed
 * since it was looked up.
 */
function withoutClient({ row, job, link }: Row, addClients: boolean): Row {
  const isUnwanted = link?.isNew === true && !addClients
  const reason = `${link?.client} could not be linked; somebody changed the clients in the meantime`
  return { row, job: { ...job, clientId: null }, ...(!isUnwanted && { reason }) }
}
