import { SUB_JOBS_COUNT_LIMIT, totalText } from '@plumbline/contract/countLimits.ts'
import type { Subcontractor } from '@plumbline/contract/subcontractors.ts'
import { Mail, Pencil, Phone } from 'lucide-react'
import { useId } from 'react'
import { fullName } from '../../api/people.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/Card.tsx'
import { Avatar, callUrl, mailUrl, subStyle } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { InviteBadge } from '../people/InviteBadge.tsx'
import { InviteButton } from '../people/InviteButton.tsx'
import type { Invites } from '../people/useInvites.tsx'
import { ratingText } from './api.ts'

const contactClasses =
  'flex items-center gap-2 text-ink-2 wrap-anywhere hover:text-ink hover:underline touch:min-h-11 [&_svg]:size-3.5 [&_svg]:shrink-0'

interface SubcontractorCardProps {
  sub: Subcontractor
  onEdit: () => void
  invites: Invites
}

/** A summary of a sub: trade, contact, rating, and number of jobs. */
export function SubcontractorCard({ sub, onEdit, invites }: SubcontractorCardProps) {
  const nameId = useId()
  const name = fullName(sub)
  return (
    <Card
      aria-labelledby={nameId}
      foot={
        <>
          <Link
            href={paths.subcontractor(sub.id)}
            aria-describedby={nameId}
            className={buttonVariants({ size: 'sm' })}
          >
            View Profile
          </Link>
          <InviteButton person={sub} invites={invites} onEdit={onEdit} size="sm" />
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Edit ${name}`}
            onClick={onEdit}
            className="ml-auto"
          >
            <Pencil aria-hidden />
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-3">
        <Avatar person={sub} className={subStyle(sub.id)} />
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="text-[0.9375rem] leading-snug tracking-tight wrap-anywhere">
            <Link href={paths.subcontractor(sub.id)} className="touch-target hover:underline">
              {name}
            </Link>
          </h2>
          <p className="text-sm text-ink-2">{sub.specialty ?? 'No specialty'}</p>
        </div>
        <InviteBadge person={sub} />
      </div>
      <div className="flex flex-col gap-1 text-sm">
        {sub.email && (
          <a href={mailUrl(sub.email)} className={contactClasses}>
            <Mail aria-hidden />
            {sub.email}
          </a>
        )}
        {sub.phone && (
          <a href={callUrl(sub.phone)} className={contactClasses}>
            <Phone aria-hidden />
            {phoneText(sub.phone)}
          </a>
        )}
      </div>
      <Facts
        className="mt-auto"
        items={[
          ['Rating', ratingText(sub)],
          ['Jobs', totalText(sub.jobCount, SUB_JOBS_COUNT_LIMIT)],
        ]}
      />
    </Card>
  )
}
