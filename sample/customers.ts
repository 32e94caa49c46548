import type { customerMerges } from '../server/schema/customerMerges.ts'
import type { customerContacts, customers } from '../server/schema/customers.ts'
import { bidRows } from './bids.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { jobRows } from './jobs.ts'
import { parseGroups, parseTable } from './parseTable.ts'
import { type AdminKey, customerId, type PersonId } from './people.ts'

/** Further contacts by the email address of the customer: name; role; phone; email address. */
const contacts = parseGroups(
  `
  maya.okafor | Daniel Okafor | Husband | 847-555-0122
  hannah.metzger | Greg Metzger | Husband | 630-555-0142
  st.brigid.office | Father Thomas Bird | Pastor | 630-555-0143 | thomas.bird@example.com
  copper.whisk | Inez Coppola | Owner | 630-555-0144 | inez.coppola@example.com
  fox.valley.pallet.co | Dale Winters | Site manager | 630-555-0145 | dale.winters@example.com
`,
  ([name = '', role = '', phone = '', email]) => ({ name, role, phone, email: email || null }),
)

type Customer = Omit<typeof customers.$inferInsert, 'id'>

/** Facts about some customers besides their contacts, by their email address. */
const facts: Readonly<Record<string, Partial<Customer>>> = {
  'maya.okafor': {
    name: 'Maya and Daniel Okafor',
    source: 'Referral',
    notes: 'Pays within a week. Call Daniel for anything about the schedule.',
  },
  'st.brigid.office': { taxExempt: true, taxCertificate: 'E9998-4417-06' },
  'copper.whisk': { company: 'Copper Whisk Bakery LLC' },
  'fox.valley.pallet.co': { company: 'Fox Valley Pallet Company' },
}

const mailboxOf = (email: string) => email.replace(/@.*$/, '')

/**
 * Customers without a job: those that were merged, by the address of the one that they became, and
 * those that may be somebody else. Name; working day on which they were added; who merged them, or
 * the phone number of a contact.
 */
const others = parseTable(`
  Daniel Okafor | -60 | maya.okafor | thiel
  Okafor residence | -96 | maya.okafor | park
  Tove Lindqvist | -12 | | | 331-555-0146
  Lindqvist family | -9 | | | 630-555-0123
`).map(([name = '', day, into, mergedBy, phone]) => ({
  name,
  day: Number(day),
  into: into || null,
  mergedBy: (mergedBy || null) as AdminKey | null,
  phone,
}))

/** The customers of the jobs and bids, each with a main contact and, for some, others. */
function customersOfWork(calendar: Calendar, personId: PersonId) {
  const rows = [...jobRows(calendar, personId), ...bidRows(calendar)]
  const first = new Map<string, (typeof rows)[number]>()
  for (const row of rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
    if (!first.has(row.customerEmail)) first.set(row.customerEmail, row)
  return [...first].map(([email, row]) => ({
    id: customerId(email),
    name: row.customerName,
    company: null,
    address: row.customerAddress,
    source: 'leadSource' in row ? row.leadSource : null,
    notes: null,
    mergedIntoId: null,
    ...facts[mailboxOf(email)],
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    contacts: [
      { name: row.customerName, role: null, phone: row.customerPhone, email },
      ...(contacts.get(mailboxOf(email)) ?? []),
    ],
  }))
}

/** All customers, those that others were merged into first. */
export function customerRows(calendar: Calendar, personId: PersonId) {
  return [
    ...customersOfWork(calendar, personId),
    ...others.map(({ name, day, into, phone }) => ({
      id: customerId(name),
      name,
      company: null,
      address: null,
      source: null,
      notes: null,
      mergedIntoId: into && customerId(`${into}@example.com`),
      createdAt: calendar.at(day, '10:30'),
      updatedAt: calendar.at(day, '10:30'),
      contacts: phone ? [{ name, role: null, phone, email: null }] : [],
    })),
  ]
}

const contactId = (customer: string, position: number) =>
  seededId(`contact/${customer}/${position}`)

/** The contacts of a customer with a name, each of which was the main one before the merge. */
const contactsNamed = (email: string, name: string) =>
  (contacts.get(mailboxOf(email)) ?? []).flatMap((contact, n) =>
    contact.name === name ? [{ id: contactId(customerId(email), n + 1), position: 0 }] : [],
  )

export const mergeRows = (calendar: Calendar, personId: PersonId) =>
  others.flatMap(({ name, day, into, mergedBy }) =>
    into === null || mergedBy === null
      ? []
      : [
          {
            customerId: customerId(name),
            intoId: customerId(`${into}@example.com`),
            // The contact of the same name came with it.
            contacts: contactsNamed(`${into}@example.com`, name),
            mergedById: personId(mergedBy),
            createdAt: calendar.at(day + 1, '11:15'),
          } satisfies typeof customerMerges.$inferInsert,
        ],
  )

export const contactRows = (calendar: Calendar, personId: PersonId) =>
  customerRows(calendar, personId).flatMap(({ id, createdAt, contacts: list }) =>
    list.map(
      (contact, position) =>
        ({
          ...contact,
          id: contactId(id, position),
          customerId: id,
          position,
          createdAt,
        }) satisfies typeof customerContacts.$inferInsert,
    ),
  )
