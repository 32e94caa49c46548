import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { Mail, RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useCompany } from '../../api/company.ts'
import { fullName, isSub } from '../../api/people.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/Card.tsx'
import { useNow } from '../../ui/format.ts'
import { Avatar, callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { titleCase, type Variant } from '../../ui/status.ts'
import { InviteBadge } from './InviteBadge.tsx'
import { InviteButton } from './InviteButton.tsx'
import type { Invites } from './useInvites.tsx'

const roleVariants: Record<Role, Variant> = {
  admin: 'default',
  subcontractor: 'secondary',
  client: 'outline',
}

/** The props of the card of a person, with its actions. */
export interface CardProps {
  person: Member
  invites: Invites
  onEdit: () => void
  /** Undefined for the signed-in person, who cannot delete themselves. */
  onDelete: (() => void) | undefined
  /** The checkbox that selects the person to be invited. Left out where nobody can be selected. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void }
}

/**
 * The card of a person without a pending invite: a user, or one who was added and never invited.
 */
export function ActiveCard(card: CardProps) {
  const { timeZone } = useCompany()
  const { person, onDelete } = card
  return (
    <PersonCard
      {...card}
      badges={
        <>
          <InviteBadge person={person} />
          {onDelete === undefined && <Badge variant="outline">You</Badge>}
        </>
      }
      facts={[
        [
          person.hasJoined ? 'Joined' : 'Added',
          formatDay(dayIn(timeZone, new Date(person.createdAt))),
        ],
      ]}
    />
  )
}

/** The card of a person whose invite is pending. */
export function PendingCard(card: CardProps) {
  const { timeZone } = useCompany()
  const { person, invites } = card
  const resend = useWrite(peopleRoutes.resendInvite, {
    failure: serverMessageOr('Failed to resend invite'),
    onSuccess: ({ inviteLink }) => invites.resent(person, inviteLink),
  })
  const now = useNow()
  const expiry = person.inviteExpiry && new Date(person.inviteExpiry)
  const day = formatDay(expiry && dayIn(timeZone, expiry))
  return (
    <PersonCard
      {...card}
      badges={<InviteBadge person={person} invited="Pending" />}
      facts={[[expiry && expiry < now ? 'Expired' : 'Expires', day]]}
    >
      <Button
        size="sm"
        aria-label={`Resend the invite of ${fullName(person)}`}
        pending={resend.isPending}
        onClick={() => resend.mutate({ params: { id: person.id } })}
      >
        {!resend.isPending && <RotateCw aria-hidden />}
        Resend
      </Button>
    </PersonCard>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={callUrl(phone)} className="touch-target hover:underline">
      {phoneText(phone)}
    </a>
  )
}

/** The name of a person, which opens the profile of a sub and the form of anybody else. */
function PersonLink({ person, onEdit }: Pick<CardProps, 'person' | 'onEdit'>) {
  const name = fullName(person)
  const classes = 'text-left hover:underline touch:-my-3 touch:inline-block touch:py-3'
  if (isSub(person))
    return (
      <Link href={paths.subcontractor(person.id)} className={classes}>
        {name}
      </Link>
    )
  return (
    <button type="button" aria-haspopup="dialog" onClick={onEdit} className={classes}>
      {name}
    </button>
  )
}

type CardFacts = readonly (readonly [name: string, value: ReactNode])[]

/** The facts on every card. The card leaves out the empty ones. */
const factsOf = (person: Member): CardFacts => [
  ['Company', person.company],
  ['Phone', person.phone && <PhoneLink phone={person.phone} />],
  ['Second Phone', person.secondPhone && <PhoneLink phone={person.secondPhone} />],
  ['Address', person.address],
  ['Specialty', person.specialty],
]

interface PersonCardProps extends CardProps {
  badges: ReactNode
  facts: CardFacts
  children?: ReactNode
}

function PersonCard({ badges, facts, children, ...card }: PersonCardProps) {
  const { person, invites, onEdit, onDelete, choice } = card
  const nameId = useId()
  const name = fullName(person)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <InviteButton person={person} invites={invites} onEdit={onEdit} size="sm" />
          {children}
          <span className="ml-auto flex shrink-0 gap-1">
            <RowActions
              editLabel={`Edit ${name}`}
              deleteLabel={`Delete ${name}`}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </span>
        </>
      }
    >
      <div className="flex items-start gap-3">
        <Avatar person={person} />
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
            <PersonLink person={person} onEdit={onEdit} />
          </h2>
          {person.email && (
            <a
              href={mailUrl(person.email)}
              className="flex items-center gap-1.5 text-sm text-ink-2 wrap-anywhere hover:text-ink hover:underline touch:min-h-11"
            >
              <Mail aria-hidden className="size-3.5 shrink-0" />
              {person.email}
            </a>
          )}
        </div>
        {choice && (
          <label className="grid shrink-0 place-items-center touch:-m-2.5 touch:size-11">
            <input
              type="checkbox"
              aria-label={`Choose ${name}`}
              className="size-4 accent-(--ink) touch:size-6"
              checked={choice.isChosen}
              onChange={(event) => choice.onChange(event.target.checked)}
            />
          </label>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Badge variant={roleVariants[person.role]}>{titleCase(person.role)}</Badge>
        {badges}
      </div>
      {person.officeNotes && (
        <div className="flex flex-col items-start gap-1">
          <ReadersBadge readers="office" />
          <p className="line-clamp-4 whitespace-pre-wrap wrap-anywhere">{person.officeNotes}</p>
        </div>
      )}
      <Facts items={[...factsOf(person), ...facts].filter(([, value]) => Boolean(value))} />
    </Card>
  )
}
