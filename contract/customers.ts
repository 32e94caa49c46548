import { z } from 'zod'
import { customerOrders } from './customerOrders.ts'
import { misspelledToo, pageQuery, uncounted } from './page.ts'
import { route } from './route.ts'
import {
  id,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalPhrase,
  optionalPostalAddress,
  optionalText,
} from './text.ts'

/** The most contacts of a customer. */
export const MAX_CONTACTS = 20

/** Somebody to call or write to about a customer. */
const CustomerContact = z.object({
  id,
  name: z.string(),
  /** Such as `Husband` or `Site manager`. */
  role: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether a mail server refused the email address for good. */
  emailRefused: z.boolean(),
})
export type CustomerContact = z.infer<typeof CustomerContact>

/** A person, a couple or a firm that jobs and bids are for, whether they sign in or not. */
export const Customer = z.object({
  id,
  name: z.string(),
  company: z.string().nullable(),
  /** Where bills go. */
  address: z.string().nullable(),
  source: z.string().nullable(),
  /** For admins only, as everything here. */
  notes: z.string().nullable(),
  taxExempt: z.boolean(),
  /** The number of the certificate that says so. */
  taxCertificate: z.string().nullable(),
  /** Whether no reminders of their invoices are sent. */
  remindersOff: z.boolean(),
  /** The first one is the main contact. */
  contacts: z.array(CustomerContact),
  /** The customer that this one was merged into. */
  mergedIntoId: id.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Customer = z.infer<typeof Customer>

/** The facts that jobs and bids show of their customer. */
export const copyOf = ({
  name,
  address,
  contacts: [main],
}: {
  readonly name: string
  readonly address: string | null
  readonly contacts: readonly CustomerContact[]
}) => ({
  customerName: name,
  customerEmail: main?.email ?? null,
  customerPhone: main?.phone ?? null,
  customerAddress: address,
})

/** A customer in a list, with the number of their jobs and of their bids that are still open. */
const ListedCustomer = Customer.extend({
  jobs: z.number().int(),
  openBids: z.number().int(),
})
export type ListedCustomer = z.infer<typeof ListedCustomer>

const contactFields = z.object({
  /** The id of a contact that stays; a new one has none. */
  id: id.optional(),
  name: line(200, 'Name is required'),
  role: optionalPhrase(50).optional(),
  email: optionalEmail.optional(),
  phone: optionalPhone.optional(),
})
export type NewContact = z.output<typeof contactFields>

const fields = {
  name: line(200, 'Name is required'),
  company: optionalLine(200).optional(),
  address: optionalPostalAddress.optional(),
  source: optionalPhrase(50).optional(),
  notes: optionalText(10_000).optional(),
  taxExempt: z.boolean('Choose whether sales tax is charged').optional(),
  taxCertificate: optionalLine(100).optional(),
  contacts: z
    .array(contactFields, 'Send the contacts as a list')
    .max(MAX_CONTACTS, `At most ${MAX_CONTACTS} contacts`)
    .optional(),
}

export const NewCustomer = z.object(fields, 'Send the customer as an object')
export type NewCustomer = z.output<typeof NewCustomer>

/** The form of a customer, whose contacts have one of their own. */
export const CustomerDetails = NewCustomer.omit({ contacts: true })
export type CustomerDetails = z.output<typeof CustomerDetails>

/** The form of a new customer, with one person to call. */
export const CustomerWithContact = CustomerDetails.extend({
  contactName: optionalLine(200).optional(),
  email: optionalEmail.optional(),
  phone: optionalPhone.optional(),
})
export type CustomerWithContact = z.output<typeof CustomerWithContact>

/** Only the fields sent are changed. `contacts` replaces all of them, in their order. */
export const CustomerChange = z.object(
  { ...fields, name: fields.name.optional() },
  'Send the change as an object',
)
export type CustomerChange = z.output<typeof CustomerChange>

export const CustomerFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  /** Only customers that share an email address, a phone number or the name with another one. */
  similar: z.literal('true', 'similar is true or absent').optional(),
  /** By name unless something else is asked for. */
  sort: z.enum(customerOrders, 'Not a valid order').optional(),
})
export type CustomerFilter = z.output<typeof CustomerFilter>

/** The numbers of things that belong to a customer, which a merge moves to another one. */
const CustomerContents = z.object({
  jobs: z.number().int(),
  bids: z.number().int(),
  contacts: z.number().int(),
  /** The people who sign in for the customer. */
  people: z.number().int(),
  invoices: z.number().int(),
})
export type CustomerContents = z.infer<typeof CustomerContents>

/** A customer that was merged into another one, and what it had that stayed with it. */
const Merge = Customer.pick({
  id: true,
  name: true,
  company: true,
  address: true,
  source: true,
  notes: true,
}).extend({
  ...CustomerContents.shape,
  mergedByName: z.string().nullable(),
  mergedAt: z.iso.datetime(),
})
export type Merge = z.infer<typeof Merge>

/** Somebody who signs in for a customer. */
const CustomerPerson = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  /** A contact has one number; the other one of an imported list is that of the person. */
  secondPhone: z.string().nullable(),
  hasJoined: z.boolean(),
  /** Whether they were invited; somebody of an import is a client without that. */
  isInvited: z.boolean(),
})
export type CustomerPerson = z.infer<typeof CustomerPerson>

/** The number of open jobs and bids whose copy of the customer differs from the customer. */
const CustomerCopies = z.object({ bids: z.number().int(), jobs: z.number().int() })
export type CustomerCopies = z.infer<typeof CustomerCopies>

const path = '/api/customers/:id' as const

export const customerRoutes = {
  list: route({
    method: 'GET',
    path: '/api/customers',
    summary: 'The customers, by name',
    may: 'customer.list',
    about: ['customer', 'bid'],
    keep: true,
    query: CustomerFilter,
    reply: z.array(ListedCustomer),
  }),
  totals: route({
    method: 'GET',
    path: '/api/customer-totals',
    summary: 'The number of customers in a filtered list',
    may: 'customer.list',
    about: ['customer'],
    keep: true,
    query: CustomerFilter,
    reply: z.object({ count: z.number().int() }),
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'One customer',
    may: 'customer.read',
    about: ['customer'],
    keep: true,
    reply: Customer,
  }),
  create: route({
    method: 'POST',
    path: '/api/customers',
    summary: 'Add a customer',
    may: 'customer.create',
    body: NewCustomer,
    reply: Customer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Change the fields sent',
    may: 'customer.update',
    body: CustomerChange,
    reply: Customer,
    fails: ['stale', 'customerMerged'],
  }),
  remove: route({
    method: 'DELETE',
    path,
    summary: 'Delete a customer without jobs and bids',
    may: 'customer.delete',
    reply: z.void(),
    status: 204,
    fails: ['customerInUse'],
  }),
  people: route({
    method: 'GET',
    path: `${path}/people`,
    summary: 'The people who sign in for a customer',
    may: 'customer.read',
    about: ['customer'],
    keep: true,
    reply: z.array(CustomerPerson),
  }),
  similar: route({
    method: 'GET',
    path: `${path}/similar`,
    summary: 'Customers that share an email address, a phone number or the name, at most 20',
    may: 'customer.read',
    about: ['customer'],
    keep: true,
    reply: z.array(Customer),
  }),
  copies: route({
    method: 'GET',
    path: `${path}/copies`,
    summary: 'Count the open jobs and bids that show the customer as it was before',
    may: 'customer.read',
    about: ['customer', 'bid'],
    keep: false,
    reply: CustomerCopies,
  }),
  updateCopies: route({
    method: 'POST',
    path: `${path}/copies`,
    summary: 'Show the customer on their open jobs and bids as it is now',
    may: 'customer.update',
    reply: CustomerCopies,
    status: 200,
    fails: ['customerMerged'],
  }),
  merges: route({
    method: 'GET',
    path: `${path}/merges`,
    summary: 'The customers that were merged into this one, last first',
    may: 'customer.read',
    about: ['customer'],
    keep: true,
    reply: z.array(Merge),
  }),
  contents: route({
    method: 'GET',
    path: `${path}/contents`,
    summary: 'Count what belongs to a customer, which a merge would move',
    may: 'customer.read',
    about: ['customer', 'bid'],
    keep: false,
    reply: CustomerContents,
  }),
  merge: route({
    method: 'POST',
    path: `${path}/merge`,
    summary: 'Move everything of another customer here; its address leads here from then on',
    may: 'customer.merge',
    body: z.object({ customerId: id }, 'Send customerId'),
    reply: Customer,
    status: 200,
    fails: ['customerMerged'],
  }),
  undoMerge: route({
    method: 'POST',
    path: `${path}/undo-merge`,
    summary: 'Take the merge of a customer back: what was moved, and is still there, returns',
    may: 'customer.merge',
    reply: Customer,
    status: 200,
    fails: ['customerMerged', 'customerNotMerged', 'moneyShared'],
  }),
}
