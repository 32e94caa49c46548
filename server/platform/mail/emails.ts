import { inviteSentence, inviteSubject } from '@plumbline/contract/inviteTexts.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Email } from './mail.ts'

/** The recipient of an email. Without an address nothing is sent. */
interface To {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
}

const email = (to: To, subject: string, lines: readonly string[]): Email => ({
  to: { name: `${to.firstName} ${to.lastName}`, address: to.email },
  subject,
  text: [`Hello ${to.firstName},`, ...lines, ''].join('\n\n'),
})

export const inviteEmail = (to: To & { readonly role: Role }, company: string, link: string) =>
  email(to, inviteSubject(company, to.role), [
    inviteSentence(company, to.role),
    `Open this link to choose a password and join. It works once, for 7 days:`,
    link,
  ])

export const crewEmail = (to: To, company: string, days: string, link: string) =>
  email(to, `${company}: please confirm your days`, [
    `${company} has planned these days with you. Open the link below a day to confirm it, or to say that you can’t come:`,
    days,
    'All your days, after signing in:',
    link,
  ])

export const resetEmail = (to: To, company: string, link: string) =>
  email(to, 'Choose a new password', [
    `Someone, hopefully you, asked to reset the password of your account at ${company}.`,
    'Open this link to choose one. It works once, for 30 minutes:',
    link,
    'If it was not you, you can ignore this email. Your password has not changed.',
  ])

export const passwordChangedEmail = (to: To, company: string) =>
  email(to, 'Your password was changed', [
    `The password of your account at ${company} was just changed, and you were signed out everywhere else.`,
    'If it was not you, contact an admin of your company right away.',
  ])

/** Tells a person that how they sign in was changed. `change` is a whole sentence. */
export const signInChangedEmail = (to: To, company: string, change: string) =>
  email(to, 'How you sign in was changed', [
    `This was just changed for your account at ${company}: ${change}`,
    'If it was not you, contact an admin of your company right away.',
  ])
