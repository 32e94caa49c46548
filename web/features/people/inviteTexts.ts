import { mailUrl } from '../../ui/Person.tsx'
import type { Invitee } from './openInvites.ts'

/** The subject of an invite email. */
export const inviteSubject = (company: string) => `${company} invites you`

/** The text of an invite, short enough for a text message. */
export const inviteText = ({ firstName }: Invitee, company: string, link: string) =>
  `Hello ${firstName}, ${company} invites you to Plumbline, where you find your jobs and messages. Open this link to choose a password and join: ${link}`

/** A link that composes a text message. Both iOS and Android understand `?&`. */
export const textInviteUrl = ({ phone }: Invitee, text: string) =>
  `sms:${phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(text)}`

/** A link that composes an email. */
export const mailInviteUrl = ({ email }: Invitee, subject: string, text: string) =>
  `${mailUrl(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
