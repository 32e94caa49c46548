/**
 * A field that an import can fill, and the usual names of its column (lower-case letters and digits
 * only).
 */
export interface ImportField {
  readonly name: string
  readonly label: string
  /**
   * The type of the cell: an amount in dollars as cents (`amount`) or as exact text (`dollars`),
   * the price of one unit as it was typed, a calendar day or month, one or several phone numbers
   * (`phones`), each of which may begin with `+`, or email addresses.
   */
  readonly type:
    | 'text'
    | 'email'
    | 'phone'
    | 'phones'
    | 'amount'
    | 'dollars'
    | 'unitPrice'
    | 'yesNo'
    | 'number'
    | 'percent'
    | 'day'
    | 'month'
    | 'status'
  readonly required?: true
  /** Rarely used: offered if a column fills it, otherwise only among the further fields. */
  readonly rare?: true
  /** Proposed only for a file that also has this column, as our own exports do. */
  readonly beside?: string
  /** The fields that it can replace, such as first and last name by a full name. */
  readonly replaces?: readonly string[]
  readonly words: readonly string[]
}

/** A field; `words` are separated by spaces. */
const field = (
  name: string,
  label: string,
  type: ImportField['type'],
  words: string,
): ImportField => ({ name, label, type, words: words.split(' ') })

const required = (...facts: Parameters<typeof field>): ImportField => ({
  ...field(...facts),
  required: true,
})

/** A name in one column. */
const fullName = (words: string): ImportField => ({
  ...field('fullName', 'Full name', 'text', words),
  replaces: ['firstName', 'lastName'],
})

/** A field that few files have. */
const rare = (...facts: Parameters<typeof field>): ImportField => ({
  ...field(...facts),
  rare: true,
})

const names = [
  required(
    'firstName',
    'First name',
    'text',
    'firstname first givenname forename contactfirstname',
  ),
  required('lastName', 'Last name', 'text', 'lastname last surname familyname contactlastname'),
  fullName('name fullname contact contactname customer customername client clientname'),
  // The name of a customer in the lists of other tools: a person, a company, or `Company
  // (Contact)`.
  {
    ...rare('displayName', 'Name or company', 'text', 'displayname'),
    replaces: ['firstName', 'lastName'],
  },
]

/** A person without an email address is added too, and can be invited once they have one. */
const email = field(
  'email',
  'Email',
  'email',
  'email emailaddress mail mainemail primaryemail contactemail workemail emails emailaddresses',
)
const phone = field(
  'phone',
  'Phone',
  'phones',
  'phone phonenumber mobile cell cellphone telephone tel mainphone contactphone phonenumbers phones',
)

/** The parts of an address after its first line. */
const addressParts = (words: {
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly zip: string
}) => [
  rare('address2', 'Address, second line', 'text', words.line2),
  rare('address3', 'Address, third line', 'text', 'address3 billingaddressline3'),
  rare('address4', 'Address, fourth line', 'text', 'address4 billingaddressline4'),
  rare('city', 'City', 'text', words.city),
  rare('state', 'State', 'text', words.state),
  rare('zipCode', 'ZIP code', 'text', words.zip),
]

/**
 * The details of a person besides name, email and phone. Values without a field of their own are
 * added to the notes.
 */
const details = [
  field(
    'secondPhone',
    'Second phone',
    'phones',
    'secondphone phone2 altphone alternatephone otherphone mobile cell cellphone mobilephone',
  ),
  field('company', 'Company', 'text', 'company companyname business businessname organization'),
  field(
    'address',
    'Address',
    'text',
    'address streetaddress street address1 mailingaddress billingaddress billingstreet billingaddressline1',
  ),
  ...addressParts({
    line2: 'address2 street2 billingaddressline2',
    city: 'city town billingcity',
    state: 'state province billingstate',
    zip: 'zip zipcode postalcode billingzip',
  }),
  rare('otherAddress', 'Other address', 'text', 'shippingaddress serviceaddress otheraddress'),
  rare('otherCity', 'Other address, city', 'text', 'shippingcity servicecity'),
  rare('otherState', 'Other address, state', 'text', 'shippingstate servicestate'),
  rare('otherZipCode', 'Other address, ZIP code', 'text', 'shippingzip servicezip'),
  rare('otherEmail', 'Other email', 'email', 'email2 secondemail otheremail ccemail'),
  rare('workPhone', 'Work phone', 'phones', 'workphone officephone businessphone'),
  rare('homePhone', 'Home phone', 'phones', 'homephone'),
  rare('fax', 'Fax', 'phones', 'fax faxnumber'),
]

const NOTES = 'notes note comments comment memo'

/** The address of a property, as tenants and the books refer to it. */
const property = (kind: typeof field) =>
  kind(
    'property',
    'Property',
    'text',
    'property propertyaddress address rentalproperty rental unit unitaddress building',
  )

/** The fields of imported subs. The notes are the private notes of the office. */
export const subFields = [
  ...names,
  email,
  required(
    'specialty',
    'Specialty',
    'text',
    'specialty speciality trade trades craft skill service vendortype',
  ),
  phone,
  ...details,
  field('notes', 'Private notes', 'text', NOTES),
]

/** The fields of imported clients. The notes are for the office only. */
export const customerFields = [
  ...names,
  email,
  phone,
  ...details,
  field('notes', 'Office notes', 'text', NOTES),
]

/** The fields of imported jobs. */
export const jobFields = [
  required('name', 'Name', 'text', 'name job jobname project projectname title'),
  rare('number', 'Job number', 'text', 'jobnumber'),
  required(
    'address',
    'Address',
    'text',
    'address jobaddress siteaddress site location projectaddress jobsite',
  ),
  ...addressParts({ line2: 'address2', city: 'city', state: 'state', zip: 'zip zipcode' }),
  field('status', 'Status', 'status', 'status jobstatus stage'),
  field(
    'approvedAmount',
    'Approved amount',
    'amount',
    'approvedamount amount contractamount contractprice price total value contractvalue',
  ),
  rare('progress', 'Progress', 'percent', 'progress percentcomplete percent percentdone'),
  field('startDate', 'Start date', 'day', 'startdate start begin starts begins'),
  field(
    'endDate',
    'End date',
    'day',
    'enddate end due duedate finish completion completiondate ends',
  ),
  field(
    'customerName',
    'Customer name',
    'text',
    'customername customer client clientname owner ownername',
  ),
  field(
    'customerEmail',
    'Customer email',
    'email',
    'customeremail clientemail email emailaddress owneremail',
  ),
  field(
    'customerPhone',
    'Customer phone',
    'phones',
    'customerphone clientphone phone phonenumber ownerphone mobile cell',
  ),
  field(
    'customerAddress',
    'Customer address',
    'text',
    'customeraddress clientaddress billingaddress mailingaddress owneraddress',
  ),
  // Everyone on the job reads these notes, but notes in other tools were written for the office.
  { ...field('notes', 'Notes', 'text', 'notes'), beside: 'privatenotes' },
  field(
    'privateNotes',
    'Private notes',
    'text',
    'privatenotes internalnotes officenotes notes note comments comment memo memos remarks remark description',
  ),
]

/** The fields of imported properties. The status follows the leases. */
export const propertyFields = [
  required(
    'address',
    'Address',
    'text',
    'address propertyaddress street streetaddress property address1',
  ),
  required('city', 'City', 'text', 'city town'),
  required('state', 'State', 'text', 'state province region'),
  required('zipCode', 'ZIP code', 'text', 'zipcode zip postalcode postcode'),
  required('propertyType', 'Property type', 'text', 'propertytype type kind unittype'),
  field('bedrooms', 'Bedrooms', 'number', 'bedrooms beds bed br'),
  field('bathrooms', 'Bathrooms', 'number', 'bathrooms baths bath ba'),
  field('squareFeet', 'Square feet', 'number', 'squarefeet sqft squarefootage size area sf'),
  field('monthlyRent', 'Monthly rent', 'dollars', 'monthlyrent rent marketrent rentamount'),
  field('securityDeposit', 'Security deposit', 'dollars', 'securitydeposit deposit'),
  field('purchasePrice', 'Purchase price', 'dollars', 'purchaseprice price cost'),
  field(
    'purchaseDate',
    'Purchase date',
    'day',
    'purchasedate purchased acquired acquisitiondate datepurchased',
  ),
  field('propertyManager', 'Property manager', 'text', 'propertymanager manager managedby'),
  field('notes', 'Notes', 'text', 'notes note comments comment description'),
]

/** The fields of imported tenants and their leases; `property` is the address of a property. */
export const tenantFields = [
  property(required),
  required('firstName', 'First name', 'text', 'firstname first givenname forename'),
  required('lastName', 'Last name', 'text', 'lastname last surname familyname'),
  fullName('name fullname tenant tenantname resident renter'),
  field(
    'leaseStart',
    'Lease start',
    'day',
    'leasestart leasestartdate leasefrom start startdate movein moveindate begin',
  ),
  field(
    'leaseEnd',
    'Lease end',
    'day',
    'leaseend leaseenddate leaseto end enddate expires expiration leaseexpires moveout moveoutdate',
  ),
  field('monthlyRent', 'Monthly rent', 'dollars', 'monthlyrent rent rentamount'),
  field('securityDeposit', 'Security deposit', 'dollars', 'securitydeposit deposit'),
  field('rentFrom', 'Rent counts from', 'day', 'rentcountsfrom rentfrom booksfrom'),
  field('email', 'Email', 'email', 'email emailaddress mail primaryemail'),
  field('phone', 'Phone', 'phone', 'phone phonenumber mobile cell cellphone telephone tel'),
  field(
    'emergencyContact',
    'Emergency contact',
    'text',
    'emergencycontact emergencyname emergencycontactname',
  ),
  field(
    'emergencyPhone',
    'Emergency phone',
    'phone',
    'emergencyphone emergencycontactphone emergencynumber',
  ),
  field('notes', 'Notes', 'text', 'notes note comments comment'),
]

/** The fields of imported income; `tenant` is a full name or an email address. */
export const incomeFields = [
  property(required),
  required(
    'dateReceived',
    'Date received',
    'day',
    'datereceived received receivedon date paidon paymentdate datepaid depositdate',
  ),
  required('amount', 'Amount', 'dollars', 'amount amountreceived amountpaid payment total paid'),
  required('incomeType', 'Type', 'text', 'type incometype category account kind'),
  field(
    'tenant',
    'Tenant',
    'text',
    'tenant tenantname tenantemail resident renter payer paidby receivedfrom name',
  ),
  field('rentMonth', 'Rent month', 'month', 'rentmonth month formonth period'),
  field('paymentMethod', 'Payment method', 'text', 'paymentmethod method paidwith paymenttype'),
  field('description', 'Description', 'text', 'description memo notes note reference comment'),
]

/**
 * The fields of imported expenses; an expense without a property belongs to the whole portfolio.
 */
export const expenseFields = [
  property(field),
  required(
    'dateIncurred',
    'Date',
    'day',
    'dateincurred incurredon incurred date expensedate paidon paymentdate datepaid billdate',
  ),
  required('amount', 'Amount', 'dollars', 'amount amountpaid cost total paid expense'),
  required(
    'expenseType',
    'Category',
    'text',
    'category expensetype expensecategory type account kind',
  ),
  field('vendor', 'Vendor', 'text', 'vendor vendorname payee paidto supplier company name'),
  required(
    'description',
    'Description',
    'text',
    'description memo notes note details reference comment',
  ),
]

/** The fields of an imported price list. A description beside a name is its details. */
export const priceFields = [
  required(
    'description',
    'Description',
    'text',
    'name itemname productservicename productservice product service description itemdescription item lineitem task',
  ),
  field(
    'details',
    'Details',
    'text',
    'details longdescription salesdescription description itemdescription notes note comments',
  ),
  field('unit', 'Unit', 'text', 'unit uom unitofmeasure unitofmeasurement units measure'),
  required(
    'unitPrice',
    'Unit price',
    'unitPrice',
    'unitprice price salesprice salespricerate rate sellprice sellingprice priceperunit',
  ),
  field(
    'unitCost',
    'Unit cost',
    'unitPrice',
    'unitcost cost purchasecost purchaseprice buyprice costperunit ourcost',
  ),
  field('category', 'Category', 'text', 'category type itemtype kind costtype'),
  field('taxable', 'Taxable', 'yesNo', 'taxable taxed istaxable'),
]
