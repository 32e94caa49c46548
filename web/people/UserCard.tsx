import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { type Member, peopleRoutes } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { Mail, RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useCompany } from '../api/company.ts'
import { useWrite } from '../api/write.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card, Facts } from '../ui/Card.tsx'
import { useNow } from '../ui/format.ts'
import { Avatar } from '../ui/Person.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { titleCase, type Variant } from '../ui/status.ts'
import { fullName, serverMessageOr } from './api.ts'
import type { ShareLink } from './ShareLink.tsx'

const roleVariants: Record<Role, Variant> = {
  admin: 'default',
  subcontractor: 'secondary',
  client: 'outline',
}

interface CardProps {
  person: Member
  onEdit: () => void
  /** Left out for the person signed in, who cannot delete themselves. */
  onDelete: (() => void) | undefined
}

/** A person without a pending invite: a user, or a sub who was added and never invited. */
export function ActiveCard({ person, ...actions }: CardProps) {
  const { timeZone } = useCompany()
  return (
    <PersonCard
      person={person}
      {...actions}
      badges={actions.onDelete === undefined && <Badge variant="outline">You</Badge>}
      facts={[
        ['Phone', person.phone && <PhoneLink phone={person.phone} />],
        ['Specialty', person.specialty],
        [
          person.hasJoined ? 'Joined' : 'Added',
          formatDay(dayIn(timeZone, new Date(person.createdAt))),
        ],
      ]}
    />
  )
}

/** A person whose invite is pending. */
export function PendingCard({ share, ...card }: CardProps & { share: ShareLink }) {
  const { timeZone } = useCompany()
  const { person } = card
  const resend = useWrite(peopleRoutes.resendInvite, {
    failure: serverMessageOr('Failed to resend invite'),
    onSuccess: ({ inviteLink }) =>
      share(inviteLink, 'Invite Resent', 'New invite link copied to clipboard'),
  })
  const now = useNow()
  const expiry = person.inviteExpiry && new Date(person.inviteExpiry)
  const day = formatDay(expiry && dayIn(timeZone, expiry))
  return (
    <PersonCard
      {...card}
      badges={
        <Badge variant="outline" tone="warn" mark="half">
          Pending
        </Badge>
      }
      facts={[
        ['Phone', person.phone && <PhoneLink phone={person.phone} />],
        ['Specialty', person.specialty],
        [expiry && expiry < now ? 'Expired' : 'Expires', day],
      ]}
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
    <a href={`tel:${phone}`} className="hover:underline">
      {phone}
    </a>
  )
}

interface PersonCardProps extends CardProps {
  badges: ReactNode
  facts: readonly (readonly [name: string, value: ReactNode])[]
  children?: ReactNode
}

function PersonCard({ person, badges, facts, onEdit, onDelete, children }: PersonCardProps) {
  const nameId = useId()
  const name = fullName(person)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          {children}
          <span className="ml-auto flex gap-1">
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
            {name}
          </h2>
          <a
            href={`mailto:${person.email}`}
            className="flex items-center gap-1.5 text-sm text-ink-2 wrap-anywhere hover:text-ink hover:underline touch:min-h-11"
          >
            <Mail aria-hidden className="size-3.5 shrink-0" />
            {person.email}
          </a>
        </div>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Badge variant={roleVariants[person.role]}>{titleCase(person.role)}</Badge>
        {badges}
      </div>
      <Facts className="mt-auto" items={facts.filter(([, value]) => Boolean(value))} />
    </Card>
  )
}
