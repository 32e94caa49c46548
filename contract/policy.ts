/** The three roles of the product. */
export const roles = ['admin', 'subcontractor', 'client'] as const
export type Role = (typeof roles)[number]

/** The person who makes a request. */
export interface Person {
  readonly id: string
  readonly role: Role
}

/**
 * Decides from the person and a few named facts about one thing. Pure, so that server and browser
 * share it.
 */
export type Verdict<S> = (person: Person, subject: S) => boolean
/** Every role is listed; `false` is written, never implied. */
export type Rule<S = never> = { readonly [R in Role]: boolean | Verdict<S> }

/** The facts of a job that decide who sees it. */
export interface JobFacts {
  readonly clientId: string | null
  readonly subcontractorIds: readonly string[]
}

const ownsJob: Verdict<JobFacts> = (person, job) => job.clientId === person.id
const onJob: Verdict<JobFacts> = (person, job) => job.subcontractorIds.includes(person.id)
/** Whether the person is the assignee of the task. */
const isAssignee: Verdict<{ readonly assigneeId: string | null }> = (person, task) =>
  task.assigneeId === person.id

/** The facts of a photo, with those of its job if it has one. */
export interface PhotoFacts extends JobFacts {
  readonly jobId: string | null
  readonly uploadedById: string
  readonly clientVisible: boolean
}

const uploaded: Verdict<{ readonly uploadedById: string }> = (person, photo) =>
  photo.uploadedById === person.id
/**
 * A photo can be seen by everyone who sees its job; without a job, only by the person who uploaded
 * it.
 */
const withJob =
  (seesJob: Verdict<JobFacts>): Verdict<PhotoFacts> =>
  (person, photo) =>
    photo.jobId === null ? uploaded(person, photo) : seesJob(person, photo)

const isClientOfPhoto: Verdict<PhotoFacts> = (person, photo) =>
  withJob(ownsJob)(person, photo) && photo.clientVisible

const wrote: Verdict<{ readonly senderId: string }> = (person, message) =>
  message.senderId === person.id

/** Whether it is a crew day or an absence of the person. */
const isSub: Verdict<{ readonly subcontractorId: string }> = (person, { subcontractorId }) =>
  subcontractorId === person.id

/** Whether something that was sent to a customer is for the person, who signs in for them. */
const isAddressed: Verdict<{ readonly addresseeId: string | null }> = (person, { addresseeId }) =>
  addresseeId === person.id

const isSelf: Verdict<{ readonly id: string }> = (person, subject) => subject.id === person.id

const everyone = { admin: true, subcontractor: true, client: true } as const satisfies Rule
const adminOnly = { admin: true, subcontractor: false, client: false } as const satisfies Rule

/**
 * The permissions, one line per action. A route names its action; an action that is not listed here
 * is denied.
 */
export const policy = {
  'account.read': everyone,
  'account.change': everyone,
  'attention.read': adminOnly,
  'attention.snooze': adminOnly,
  'audit.read': adminOnly,
  'backup.read': adminOnly,
  'backup.create': adminOnly,
  'bid.list': adminOnly,
  'bid.read': adminOnly,
  'bid.create': adminOnly,
  'bid.update': adminOnly,
  'bid.delete': adminOnly,
  'bid.convert': adminOnly,
  'changeOrder.list': { admin: true, subcontractor: false, client: true },
  'changeOrder.read': adminOnly,
  'changeOrder.write': adminOnly,
  'changeOrder.offer': { admin: true, subcontractor: false, client: isAddressed },
  'changeOrder.answer': { admin: false, subcontractor: false, client: isAddressed },
  'clientInvoice.list': { admin: false, subcontractor: false, client: true },
  'clientInvoice.read': { admin: false, subcontractor: false, client: isAddressed },
  'clientInvoice.answer': { admin: false, subcontractor: false, client: isAddressed },
  'company.export': adminOnly,
  'company.replaceSample': adminOnly,
  'contract.read': { admin: true, subcontractor: false, client: ownsJob },
  'customer.list': adminOnly,
  'customer.read': adminOnly,
  'customer.create': adminOnly,
  'customer.update': adminOnly,
  'customer.delete': adminOnly,
  'customer.merge': adminOnly,
  'dashboard.read': everyone,
  'event.stream': everyone,
  'finance.read': adminOnly,
  'finance.write': adminOnly,
  'job.list': everyone,
  'job.read': { admin: true, subcontractor: onJob, client: ownsJob },
  'job.create': adminOnly,
  'job.update': adminOnly,
  'job.delete': adminOnly,
  'job.mute': { admin: true, subcontractor: onJob, client: ownsJob },
  'job.people': { admin: true, subcontractor: onJob, client: ownsJob },
  'job.staff': adminOnly,
  'view.list': adminOnly,
  'view.create': adminOnly,
  'view.update': adminOnly,
  'view.delete': adminOnly,
  'task.list': { admin: true, subcontractor: true, client: false },
  'task.read': { admin: true, subcontractor: onJob, client: false },
  'task.comment': { admin: true, subcontractor: onJob, client: false },
  'task.create': adminOnly,
  'task.update': { admin: true, subcontractor: isAssignee, client: false },
  'task.delete': adminOnly,
  'schedule.list': everyone,
  'schedule.read': { admin: true, subcontractor: onJob, client: ownsJob },
  'schedule.own': { admin: false, subcontractor: true, client: false },
  'schedule.attention': adminOnly,
  'schedule.week': adminOnly,
  'schedule.baseline': adminOnly,
  'schedule.slack': { admin: true, subcontractor: true, client: false },
  'schedule.weather': { admin: true, subcontractor: true, client: false },
  'schedule.history': { admin: true, subcontractor: onJob, client: false },
  'schedule.create': adminOnly,
  'schedule.update': adminOnly,
  'schedule.delete': adminOnly,
  'template.list': adminOnly,
  'template.read': adminOnly,
  'template.create': adminOnly,
  'template.update': adminOnly,
  'template.delete': adminOnly,
  'template.apply': adminOnly,
  'crew.list': { admin: true, subcontractor: true, client: false },
  'crew.read': { admin: true, subcontractor: onJob, client: false },
  'crew.book': adminOnly,
  'crew.update': { admin: true, subcontractor: isSub, client: false },
  'crew.delete': adminOnly,
  'crew.ask': adminOnly,
  'absence.list': { admin: true, subcontractor: true, client: false },
  'absence.create': { admin: true, subcontractor: true, client: false },
  'absence.update': { admin: true, subcontractor: isSub, client: false },
  'absence.delete': { admin: true, subcontractor: isSub, client: false },
  'photo.list': everyone,
  'photo.read': { admin: true, subcontractor: withJob(onJob), client: isClientOfPhoto },
  'photo.original': { admin: true, subcontractor: uploaded, client: false },
  'photo.create': { admin: true, subcontractor: true, client: false },
  'photo.update': { admin: true, subcontractor: uploaded, client: false },
  'photo.delete': { admin: true, subcontractor: uploaded, client: false },
  'photo.share': adminOnly,
  // For several photos at once; each photo is checked as well.
  'photos.update': { admin: true, subcontractor: true, client: false },
  'photos.delete': { admin: true, subcontractor: true, client: false },
  'photos.download': { admin: true, subcontractor: true, client: false },
  'photos.move': adminOnly,
  'message.list': { admin: true, subcontractor: onJob, client: ownsJob },
  'message.create': everyone,
  'message.createSeveral': adminOnly,
  'message.chooseReaders': adminOnly,
  'message.remove': { admin: true, subcontractor: wrote, client: wrote },
  'message.removeLate': adminOnly,
  'conversation.list': everyone,
  'numberFormats.read': adminOnly,
  'numberFormats.write': adminOnly,
  'person.list': everyone,
  'person.read': { admin: true, subcontractor: isSelf, client: isSelf },
  'person.update': { admin: true, subcontractor: isSelf, client: isSelf },
  'person.create': adminOnly,
  'person.invite': adminOnly,
  'person.delete': adminOnly,
  'person.viewAs': adminOnly,
  'person.directory': adminOnly,
  'subcontractor.read': adminOnly,
  'subcontractor.notes': adminOnly,
  'notification.read': everyone,
  'notification.change': everyone,
  'presence.show': everyone,
  'priceList.read': adminOnly,
  'priceList.write': adminOnly,
  'proposal.read': adminOnly,
  'proposal.document': { admin: true, subcontractor: false, client: isAddressed },
  'proposal.send': adminOnly,
  'proposalSettings.read': adminOnly,
  'proposalSettings.write': adminOnly,
  'rating.write': adminOnly,
  'rating.delete': adminOnly,
  'reminderSettings.read': adminOnly,
  'reminderSettings.write': adminOnly,
  'rental.read': adminOnly,
  'rental.write': adminOnly,
  'settings.read': everyone,
  'settings.update': adminOnly,
  'storage.read': adminOnly,
  'update.list': { admin: true, subcontractor: false, client: ownsJob },
  'update.write': adminOnly,
} as const satisfies Record<string, Rule>

export type Action = keyof typeof policy

type Functions<A extends Action> = Extract<(typeof policy)[A][Role], (...args: never[]) => boolean>
/** The facts an action's verdicts need of their subject; `unknown` when the role alone decides. */
export type SubjectOf<A extends Action> = [Functions<A>] extends [never]
  ? unknown
  : (
        Functions<A> extends (person: Person, subject: infer S) => boolean
          ? (subject: S) => void
          : never
      ) extends (subject: infer S) => void
    ? S
    : never

/**
 * Whether people who are not admins change something with the action; their other actions only
 * read.
 */
export const isChange = (action: Action): boolean =>
  /\.(answer|change|comment|create|delete|mute|remove|update)$/.test(action)

/** Whether the role can ever do it; checked before anything is loaded. */
export function mayEver(role: Role, action: Action): boolean {
  return policy[action][role] !== false
}

/** Whether the person may do it to this thing. */
export function may<A extends Action>(person: Person, action: A, subject: SubjectOf<A>): boolean {
  const verdict = policy[action][person.role] as boolean | Verdict<SubjectOf<A>>
  return typeof verdict === 'function' ? verdict(person, subject) : verdict
}
