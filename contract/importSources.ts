import type { ImportKind } from './imports.ts'
import type { JobStatus } from './jobs.ts'

/**
 * A list exported by another tool, recognized by the names of its columns (all in lower-case
 * letters and digits only).
 */
export interface ImportSource {
  /** As in "This looks like a Jobber client list". */
  readonly name: string
  readonly kind: ImportKind
  /** The columns that the list always has; spellings of one column are separated by spaces. */
  readonly marks: readonly string[]
  /** The columns that fill each field, the most common one first. Other columns are ignored. */
  readonly columns: Readonly<Record<string, string>>
}

const desktopContact = {
  ...{ company: 'company', firstName: 'firstname', lastName: 'lastname' },
  ...{ email: 'mainemail email', otherEmail: 'ccemail', phone: 'mainphone phone' },
  ...{ secondPhone: 'altphone mobile', workPhone: 'workphone', fax: 'fax', notes: 'note notes' },
}

const jobberContact = {
  ...{ firstName: 'firstname', lastName: 'lastname', company: 'companyname' },
  ...{ email: 'emails email emailaddresses emailaddress', phone: 'mainphones mainphone' },
  ...{ secondPhone: 'mobilephones mobilephone', workPhone: 'workphones workphone' },
  ...{ homePhone: 'homephones homephone', fax: 'faxphones faxphone fax' },
  ...{ address: 'billingstreet1 billingstreet', address2: 'billingstreet2', city: 'billingcity' },
  ...{ state: 'billingstateprovince billingstate billingprovince' },
  ...{ zipCode: 'billingzipcode billingzip billingpostalcode' },
  ...{ otherAddress: 'servicestreet1 servicestreet', otherCity: 'servicecity' },
  ...{ otherState: 'servicestateprovince servicestate serviceprovince' },
  ...{ otherZipCode: 'servicezipcode servicezip servicepostalcode', notes: 'notes note' },
}

/** The lists that are recognized. If several match, the one with the most marks is used. */
export const importSources: readonly ImportSource[] = [
  {
    name: 'QuickBooks customer contact list',
    kind: 'customers',
    marks: ['customerfullname customer', 'phonenumbers', 'billingaddress billaddress'],
    columns: {
      ...{ displayName: 'customerfullname customer', fullName: 'fullname', email: 'email' },
      ...{ phone: 'phonenumbers', address: 'billingaddress billaddress' },
      otherAddress: 'shippingaddress shipaddress',
    },
  },
  {
    name: 'QuickBooks customer list',
    kind: 'customers',
    marks: ['name', 'companyname', 'streetaddress', 'openbalance'],
    columns: {
      ...{ displayName: 'name', company: 'companyname', email: 'email', phone: 'phone' },
      ...{ address: 'streetaddress', city: 'city', state: 'state', zipCode: 'zip zipcode' },
      ...{ notes: 'notes' },
    },
  },
  {
    name: 'QuickBooks customer list',
    kind: 'customers',
    marks: ['activestatus', 'customer', 'mainphone mainemail'],
    columns: {
      ...desktopContact,
      ...{ displayName: 'customer', address: 'billto1', address2: 'billto2' },
      ...{ address3: 'billto3', address4: 'billto4' },
    },
  },
  {
    name: 'QuickBooks vendor contact list',
    kind: 'subcontractors',
    marks: ['vendor', 'phonenumbers', 'address billingaddress billaddress'],
    columns: {
      ...{ displayName: 'vendor', fullName: 'fullname', email: 'email', phone: 'phonenumbers' },
      ...{ address: 'address billingaddress billaddress' },
    },
  },
  {
    name: 'QuickBooks vendor list',
    kind: 'subcontractors',
    marks: ['activestatus', 'vendor', 'mainphone mainemail'],
    columns: {
      ...desktopContact,
      ...{ displayName: 'vendor', specialty: 'vendortype', address: 'billfrom1' },
      ...{ address2: 'billfrom2', address3: 'billfrom3', address4: 'billfrom4' },
    },
  },
  {
    name: 'vendor list',
    kind: 'subcontractors',
    // A list of expenses names vendors too, but not how to reach them.
    marks: [
      'vendor vendorname subcontractor subcontractorname',
      'phone phonenumber officephone mainphone email emailaddress emails',
    ],
    columns: {
      displayName: 'vendor vendorname subcontractor subcontractorname',
      ...{ firstName: 'firstname contactfirstname', lastName: 'lastname contactlastname' },
      ...{ company: 'company companyname', fullName: 'contact contactname contactperson fullname' },
      ...{ email: 'email emailaddress emails', phone: 'phone phonenumber officephone mainphone' },
      ...{ secondPhone: 'mobile cell cellphone altphone phone2', fax: 'fax' },
      ...{ specialty: 'trade specialty vendortype category service type' },
      ...{ address: 'address street streetaddress', address2: 'address2', city: 'city' },
      ...{ state: 'state', zipCode: 'zip zipcode', notes: 'notes note comments' },
    },
  },
  {
    name: 'QuickBooks product and service list',
    kind: 'prices',
    marks: ['productservicename productservice name', 'salespricerate salesprice', 'incomeaccount'],
    columns: {
      ...{ description: 'productservicename productservice name', details: 'salesdescription' },
      ...{ unitPrice: 'salespricerate salesprice', unitCost: 'purchasecost', category: 'type' },
      taxable: 'taxable',
    },
  },
  {
    name: 'Jobber client list',
    kind: 'customers',
    marks: ['firstname', 'lastname', 'companyname', 'mainphones mainphone', 'emails email'],
    columns: jobberContact,
  },
  {
    name: 'Jobber job list',
    kind: 'jobs',
    marks: ['job jobnumber', 'clientname', 'servicestreet servicestreet1', 'title jobtitle'],
    columns: {
      ...{
        name: 'title jobtitle',
        number: 'job jobnumber',
        address: 'servicestreet servicestreet1',
      },
      ...{ address2: 'servicestreet2', city: 'servicecity' },
      ...{ state: 'servicestateprovince servicestate serviceprovince' },
      ...{ zipCode: 'servicezipcode servicezip servicepostalcode' },
      ...{ status: 'jobstatus status', startDate: 'scheduledstartdate startdate' },
      ...{ endDate: 'scheduledenddate enddate', approvedAmount: 'totalrevenue jobtotal total' },
      ...{ customerName: 'clientname', customerEmail: 'clientemail clientemails' },
      ...{ customerPhone: 'clientphone clientphones', customerAddress: 'billingaddress' },
      // Notes in another tool were not written for the client.
      privateNotes: 'internalnotes notes instructions jobinstructions',
    },
  },
  {
    name: 'JobTread job list',
    kind: 'jobs',
    marks: [
      'jobname name',
      'jobnumber number',
      'customer customername',
      'locationaddress location',
      'approvedprice projectedprice contractprice closedon createdat jobtype',
    ],
    columns: {
      ...{ name: 'jobname name', number: 'jobnumber number', address: 'locationaddress location' },
      ...{ city: 'locationcity', state: 'locationstate', zipCode: 'locationzip locationzipcode' },
      ...{ status: 'jobstatus status stage', startDate: 'startdate', endDate: 'enddate closedon' },
      ...{ approvedAmount: 'approvedprice contractprice projectedprice' },
      ...{ customerName: 'customer customername', customerEmail: 'contactemail customeremail' },
      ...{ customerPhone: 'contactphone customerphone', customerAddress: 'customeraddress' },
      privateNotes: 'description notes internalnotes',
    },
  },
]

/**
 * The job statuses of other tools (lower-case letters and digits only). A person can choose
 * otherwise.
 */
const statusWords: Readonly<Record<JobStatus, string>> = {
  not_started:
    'upcoming unscheduled scheduled new lead planned approved accepted sold won closedwon awarded pending pendingapproval awaiting draft created estimate estimating quoted bid preconstruction planning notyetstarted todo backlog',
  in_progress:
    'active open late today started ongoing underway wip inproduction production construction actionrequired endingwithin30days working current',
  completed:
    'complete done closed finished archived invoiced paid requiresinvoicing readytoinvoice closedout substantiallycomplete warranty',
  on_hold:
    'hold paused delayed stopped waiting suspended inactive cancelled canceled lost closedlost declined rejected dead',
}

/** The letters and digits of a text in lower case, for comparing columns and statuses. */
export const normalizeWord = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const statusByWord = new Map(
  Object.entries(statusWords).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status as JobStatus] as const),
  ),
)

/** The most likely status for a word of another tool; null for an unknown word. */
export const suggestedStatus = (text: string): JobStatus | null =>
  statusByWord.get(normalizeWord(text)) ?? null

/** The list recognized by a row of column names; undefined for any other list. */
export function sourceOf(cells: readonly string[]): ImportSource | undefined {
  const names = new Set(cells.map(normalizeWord))
  const has = (mark: string) => mark.split(' ').some((spelling) => names.has(spelling))
  return importSources
    .filter(({ marks }) => marks.every(has))
    .reduce<ImportSource | undefined>(
      (best, source) => (best && best.marks.length >= source.marks.length ? best : source),
      undefined,
    )
}
