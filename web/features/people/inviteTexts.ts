import { mailUrl } from '../../ui/Person.tsx'
import type { Invitee } from './openInvites.ts'

/** The subject of a message that invites somebody. */
export const inviteSubject = (company: string) => `${company} invites you`

/** The message that invites somebody, short enough to be texted. */
export const inviteText = ({ firstName }: Invitee, company: string, link: string) =>
  `Hello ${firstName}, ${company} invites you to Plumbline, where you find your jobs and messages. Open this link to choose a password and join: ${link}`

/** A link that writes a text message. `?&` is what iOS and Android both understand. */
export const textInviteUrl = ({ phone }: Invitee, text: string) =>
  `sms:${phone?.replace(/[^\d+]/g, '') ?? ''}?&body=${encodeURIComponent(text)}`

/** A link that writes an email. */
export const mailInviteUrl = ({ email }: Invitee, subject: string, text: string) =>
  `${mailUrl(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
