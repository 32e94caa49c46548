import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { Mail, Phone } from 'lucide-react'
import { useCompany } from '../api/company.ts'
import { callUrl, mailUrl } from '../jobs/contacts.ts'
import { Facts } from '../ui/Card.tsx'
import { Section } from '../ui/Headings.tsx'
import { Contact } from '../ui/Person.tsx'
import { formatDate, useNow } from '../ui/zoned.ts'

/** The ways to reach a sub, and since when they are known. */
export function ContactPart({ sub }: { sub: SubcontractorProfile }) {
  const { timeZone } = useCompany()
  const now = useNow()
  const { inviteExpiry } = sub
  return (
    <Section title="Contact">
      <div className="flex flex-col gap-3 p-4">
        <div className="flex flex-col items-start gap-1.5 touch:gap-0">
          {sub.phone ? (
            <Contact icon={Phone} href={callUrl(sub.phone)}>
              {sub.phone}
            </Contact>
          ) : (
            <p className="text-ink-3">No phone number</p>
          )}
          <Contact icon={Mail} href={mailUrl(sub.email)}>
            {sub.email}
          </Contact>
        </div>
        <Facts
          items={[
            ['Trade', sub.specialty ?? 'Not set'],
            ['Added', formatDate(sub.createdAt, timeZone)],
            ...(inviteExpiry
              ? [
                  [
                    new Date(inviteExpiry) < now ? 'Invite Expired' : 'Invite Expires',
                    formatDate(inviteExpiry, timeZone),
                  ] as const,
                ]
              : []),
          ]}
        />
      </div>
    </Section>
  )
}
