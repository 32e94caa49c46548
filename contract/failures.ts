/** Every expected failure: its status and message. Slices add theirs here. */
export const failures = {
  invalid: { status: 400, message: 'The request is not valid' },
  malformed: { status: 400, message: 'The body is not valid JSON' },
  malformedRequest: { status: 400, message: 'This is not a valid HTTP request' },
  malformedUpload: {
    status: 400,
    message: 'The upload is damaged or was cut off; nothing was saved',
  },
  badPicture: { status: 400, message: 'This picture is damaged and cannot be read' },
  malformedCsv: { status: 400, message: 'The file cannot be read as CSV' },
  badPasskey: { status: 400, message: 'This passkey could not be checked. Try again' },
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrongCredentials: { status: 401, message: 'That email and password do not match' },
  codeRequired: {
    status: 401,
    message: 'Enter the code of your authenticator app, or one of your recovery codes',
  },
  wrongCode: { status: 401, message: 'That code is not right, or was used already' },
  wrongPasskey: { status: 401, message: 'That passkey does not work here' },
  passkeyRequired: {
    status: 401,
    message: 'Your company asks admins for a second factor. Sign in with your passkey',
  },
  forbidden: { status: 403, message: 'Forbidden' },
  viewOnly: {
    status: 403,
    message: 'You are viewing as somebody else; nothing can be changed',
  },
  foreignOrigin: { status: 403, message: 'This request came from another site and was refused' },
  /** Not a final refusal: the same call works once the person has confirmed their identity. */
  passwordRequired: { status: 403, message: 'Enter your password again to do this' },
  secondFactorRequired: {
    status: 403,
    message: 'Your company asks admins for a second factor. Set one up under My account',
  },
  notFound: { status: 404, message: 'Not found' },
  tooSlow: { status: 408, message: 'The request took too long to arrive' },
  nothingToSend: { status: 409, message: 'Add lines, an amount or days first' },
  proposalClosed: { status: 409, message: 'This is no longer open' },
  proposalChanged: { status: 409, message: 'This has changed. Please look at it again' },
  signed: {
    status: 409,
    message: 'The customer has agreed to this. It stays; change orders change the work',
  },
  photoSent: {
    status: 409,
    message: 'Photos that were sent to a customer stay',
  },
  contractSigned: {
    status: 409,
    message: 'This amount was agreed with the customer. Add a change order to change it',
  },
  contractBelowZero: { status: 409, message: 'The contract would be below zero' },
  contractTooLarge: { status: 409, message: 'The contract would be too large' },
  changeOrderApproved: {
    status: 409,
    message: 'This change order was approved. Add another one to change the work again',
  },
  changeOrderSent: { status: 409, message: 'This change order was sent, so it stays' },
  tooManyChangeOrders: { status: 409, message: 'This job has too many change orders' },
  invoiceIssued: { status: 409, message: 'This invoice was issued, so its content stays' },
  invoiceNotOpen: { status: 409, message: 'Only an issued invoice can be changed in this way' },
  alreadyInvoiced: {
    status: 409,
    message: 'This payment or change order is on another invoice already',
  },
  jobNotCompleted: { status: 409, message: 'Only a completed job is marked as paid' },
  jobInvoiced: {
    status: 409,
    message: 'The invoices of this job say whether it is paid',
  },
  overContract: { status: 409, message: 'This is more than is left to invoice of the contract' },
  moneyRecorded: {
    status: 409,
    message: 'There are invoices for this, which stay in the books. It cannot be deleted',
  },
  moneyApplied: {
    status: 409,
    message: 'Payments or credit are applied here. Take them back first',
  },
  nothingApplied: { status: 409, message: 'None of this is used for the invoice any more' },
  nothingToExport: { status: 409, message: 'Nothing is new since the last export' },
  creditPaidBack: {
    status: 409,
    message: 'Part of this was paid back to the customer. Reverse the refund first',
  },
  cardsOff: { status: 409, message: 'No cards are taken here. Please pay in another way' },
  notPayable: {
    status: 409,
    message: 'This cannot be paid by card now. Reload the invoice to see what is owed',
  },
  cardProcessing: {
    status: 409,
    message: 'A card payment of this invoice is being processed. Wait until the bank has answered',
  },
  noReceipt: {
    status: 409,
    message: 'Only payments and refunds that are not reversed have a receipt to send',
  },
  emailsOff: {
    status: 409,
    message: 'No emails are sent here: no mail server is set up. Print the receipt instead',
  },
  moneyShared: {
    status: 409,
    message:
      'Payments of one of these customers were used for invoices of the other. Take them back first',
  },
  noReminderDue: { status: 409, message: 'No reminder of this invoice is due' },
  linkEnded: { status: 409, message: 'This has no link any more' },
  conflict: { status: 409, message: 'This conflicts with existing data' },
  removeTooLate: {
    status: 409,
    message: 'A message can be removed within 5 minutes of sending it; ask an admin to remove it',
  },
  tooManyViews: { status: 409, message: 'You have 20 views. Delete one first' },
  emailTaken: { status: 409, message: 'A user with this email address already exists' },
  lastAdmin: { status: 409, message: 'The company needs at least one admin who can sign in' },
  cannotDeleteSelf: { status: 409, message: 'You cannot remove yourself' },
  cannotViewAs: { status: 409, message: 'Only clients and subs can be viewed as' },
  hasJoined: { status: 409, message: 'This person has already joined' },
  emailMissing: {
    status: 409,
    message: 'Add an email address first: people sign in with it',
  },
  hasNotJoined: { status: 409, message: 'This person has not joined yet; send them an invite' },
  setUpAlready: { status: 409, message: 'This company is already set up' },
  notSample: { status: 409, message: 'Only the sample company can be replaced' },
  backupFailed: {
    status: 409,
    message: 'The sample company could not be backed up, so nothing was replaced',
  },
  bidDecided: {
    status: 409,
    message:
      'Only a bid that is pending or to follow up can be approved, and an approved bid cannot change its status',
  },
  customerMerged: {
    status: 409,
    message: 'This customer was merged into another one. Open that one',
  },
  customerNotMerged: { status: 409, message: 'This customer is not merged into another one' },
  customerInUse: {
    status: 409,
    message:
      'This customer has jobs, bids, change orders, invoices or payments, or was sent some, so it stays. Merge it into another one instead',
  },
  jobTouched: {
    status: 409,
    message: 'The job of this bid has been changed since, so the approval stays',
  },
  invalidStatusChange: {
    status: 409,
    message: 'A task goes from Not Started to In Progress and from there to Completed',
  },
  nothingPlanned: { status: 409, message: 'Nothing is planned on this job yet' },
  planChanged: {
    status: 409,
    message: 'The schedule was changed in the meantime; nothing was moved',
  },
  cycle: { status: 409, message: 'These dependencies form a cycle' },
  templateRetired: {
    status: 409,
    message: 'This template is retired. Restore it first; nothing was added to the job',
  },
  jobTooLarge: {
    status: 409,
    message: 'This job is too large for a template, which has room for 200 entries and 200 tasks',
  },
  jobDoesNotFit: { status: 409, message: 'This job does not fit into a template' },
  leaseOverlaps: {
    status: 409,
    message: 'Another lease of this property covers some of these days; nothing was saved',
  },
  leaseGap: {
    status: 409,
    message: 'Days lie between the end of the lease and the renewal; nothing was saved',
  },
  propertyLeased: {
    status: 409,
    message: 'A lease runs here or is about to begin. Move the tenant out before archiving',
  },
  propertyHasHistory: {
    status: 409,
    message: 'This property has tenants or entries in the books. Archive it instead',
  },
  tenantHasHistory: {
    status: 409,
    message: 'Payments of this tenant are in the books. Record that they moved out instead',
  },
  hasMovedOut: { status: 409, message: 'This tenant has moved out' },
  notLastChange: { status: 409, message: 'Only the last change of a lease can be taken back' },
  alreadyReversed: {
    status: 409,
    message: 'This entry is reversed already, or is a reversal itself',
  },
  secondFactorOn: { status: 409, message: 'Two-step sign-in is on already' },
  secondFactorOff: { status: 409, message: 'Two-step sign-in is not set up' },
  passkeyTaken: { status: 409, message: 'This passkey is added already' },
  tooManyPasskeys: { status: 409, message: 'At most 20 passkeys; remove one first' },
  secondFactorNeeded: {
    status: 409,
    message: 'Your company asks admins for a second factor. Add another one before you remove this',
  },
  ownSecondFactorFirst: {
    status: 409,
    message: 'Set up a second factor for yourself first, under My account',
  },
  alreadyBooked: {
    status: 409,
    message: 'This one was booked or skipped in the meantime; nothing was booked',
  },
  updateExists: { status: 409, message: 'This job has an update of that week already' },
  updateSent: { status: 409, message: 'This update was sent and cannot be changed' },
  clientMissing: { status: 409, message: 'This job has no client to send it to' },
  unknownPushService: {
    status: 400,
    message: 'This browser uses a push service that is not known here',
  },
  stillRunning: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  stale: { status: 412, message: 'Someone else changed this in the meantime' },
  tooLarge: { status: 413, message: 'The request is too large' },
  fileTooLarge: { status: 413, message: 'A file may have at most 25 MB' },
  tooManyRows: {
    status: 413,
    message: 'A file may have at most 5,000 rows; split it and import the parts',
  },
  tooManyPixels: { status: 413, message: 'A picture may have at most 50 megapixels' },
  notPicture: { status: 415, message: 'Choose a JPEG, PNG, WebP, AVIF, GIF or HEIC picture' },
  notReceipt: {
    status: 415,
    message: 'Choose a picture (JPEG, PNG, WebP, AVIF, GIF or HEIC) or a PDF',
  },
  activePdf: {
    status: 415,
    message:
      'This PDF contains a script or another file. Print it to a new PDF and choose that one',
  },
  notCsv: {
    status: 415,
    message: 'This is not a CSV file. Save the spreadsheet as CSV UTF-8 and choose that file',
  },
  unsupportedType: { status: 415, message: 'This content type is not accepted here' },
  unknownHost: { status: 421, message: 'This server does not answer to that host name' },
  keyReused: { status: 422, message: 'This Idempotency-Key was used with another payload' },
  tooMany: { status: 429, message: 'Too many requests; wait a moment and try again' },
  headersTooLarge: { status: 431, message: 'The headers of the request are too large' },
  internal: { status: 500, message: 'Something went wrong on our side; nothing was changed' },
  stripeUnavailable: {
    status: 503,
    message: 'Stripe cannot be reached. No new payment was made. Try again in a minute',
  },
  documentFailed: {
    status: 503,
    message: 'The PDF could not be written. Try again in a moment, or print the page',
  },
  unavailable: {
    status: 503,
    message: 'The database is not reachable right now; try again in a moment',
  },
  storeUnavailable: {
    status: 503,
    message: 'The file store is not reachable right now; try again in a moment',
  },
  quotaReached: {
    status: 507,
    message: 'The storage for pictures and receipts is used up; nothing was saved',
  },
  noSpace: {
    status: 507,
    message: 'There is no space left on the server; nothing was changed',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureName = keyof typeof failures

/** Problems by field path (`customerEmail`, `items.0.name`). */
export type Fields = Readonly<Record<string, string>>

/** The body of every error response. */
export interface FailureBody {
  readonly message: string
  readonly code: string
  readonly fields?: Fields
}

/** Thrown by a handler or a rule; sent as its status with a {@link FailureBody}. */
export class Failure extends Error {
  override readonly name: FailureName
  readonly status: number
  readonly fields: Fields | undefined
  /** Seconds to wait before a retry, for 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    name: FailureName,
    details: { message?: string; fields?: Fields; retryAfter?: number } = {},
  ) {
    super(details.message ?? failures[name].message)
    this.name = name
    this.status = failures[name].status
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get body(): FailureBody {
    const body = { message: this.message, code: this.name }
    return this.fields ? { ...body, fields: this.fields } : body
  }
}

/** A 400 with the fields that are wrong; its message is that of the first. */
export function invalid(fields: Fields): Failure {
  const first = Object.values(fields)[0]
  return new Failure('invalid', first ? { message: first, fields } : { fields })
}
