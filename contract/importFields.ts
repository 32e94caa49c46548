/** A field that an import can fill, and the usual names of its column (lower-case letters and digits only). */
export interface ImportField {
  readonly name: string
  readonly label: string
  /**
   * How the cell is read: an amount in dollars as cents (`amount`) or as exact text (`dollars`), a calendar day or month, a
   * phone number that may begin with `+`.
   */
  readonly type: 'text' | 'phone' | 'amount' | 'dollars' | 'number' | 'day' | 'month' | 'status'
  readonly required?: true
  /** May replace these fields: a full name in one column. */
  readonly replaces?: readonly string[]
  readonly words: readonly string[]
}

/** A field whose words are separated by blanks. */
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

const contact = [
  required(
    'firstName',
    'First name',
    'text',
    'firstname first givenname forename contactfirstname',
  ),
  required('lastName', 'Last name', 'text', 'lastname last surname familyname contactlastname'),
  fullName('name fullname contact contactname customer customername client clientname'),
  required(
    'email',
    'Email',
    'text',
    'email emailaddress mail mainemail primaryemail contactemail workemail',
  ),
]
const phone = field(
  'phone',
  'Phone',
  'phone',
  'phone phonenumber mobile cell cellphone telephone tel mainphone contactphone',
)

/** The address of a property, as the tenants and the books name it. */
const property = (kind: typeof field) =>
  kind(
    'property',
    'Property',
    'text',
    'property propertyaddress address rentalproperty rental unit unitaddress building',
  )

/** What subs can be imported with. */
export const subFields = [
  ...contact,
  required(
    'specialty',
    'Specialty',
    'text',
    'specialty speciality trade trades craft skill service vendortype',
  ),
  phone,
]

/** What clients can be imported with. */
export const customerFields = [...contact, phone]

/** What jobs can be imported with. */
export const jobFields = [
  required('name', 'Name', 'text', 'name job jobname project projectname title'),
  required(
    'address',
    'Address',
    'text',
    'address jobaddress siteaddress site location projectaddress jobsite',
  ),
  field('status', 'Status', 'status', 'status jobstatus state stage'),
  field(
    'approvedAmount',
    'Approved amount',
    'amount',
    'approvedamount amount contractamount contractprice price total value contractvalue',
  ),
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
    'text',
    'customeremail clientemail email emailaddress owneremail',
  ),
  field(
    'customerPhone',
    'Customer phone',
    'phone',
    'customerphone clientphone phone phonenumber ownerphone mobile cell',
  ),
  field(
    'customerAddress',
    'Customer address',
    'text',
    'customeraddress clientaddress billingaddress mailingaddress owneraddress',
  ),
  field('notes', 'Notes', 'text', 'notes note comments comment description'),
]

/** What an import of properties can fill. The status is left to the leases. */
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

/** What an import of tenants and their leases can fill; `property` is the address of one. */
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
  field('email', 'Email', 'text', 'email emailaddress mail primaryemail'),
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

/** What an import of money received can fill; `tenant` is a full name or an email address. */
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

/** What an import of money spent can fill; without a property an expense is that of the whole portfolio. */
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
