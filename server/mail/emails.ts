import type { Email } from './mail.ts'

interface To {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

const email = (to: To, subject: string, lines: readonly string[]): Email => ({
  to: { name: `${to.firstName} ${to.lastName}`, address: to.email },
  subject,
  text: [`Hello ${to.firstName},`, ...lines, ''].join('\n\n'),
})

export const inviteEmail = (to: To, company: string, link: string) =>
  email(to, `${company} invites you`, [
    `${company} invites you to Plumbline, where your jobs, schedules and messages are kept.`,
    `Open this link to choose a password and join. It works once, for 7 days:`,
    link,
  ])

export const resetEmail = (to: To, company: string, link: string) =>
  email(to, 'Choose a new password', [
    `Somebody, you we hope, asked for a new password for your account at ${company}.`,
    'Open this link to choose one. It works once, for 30 minutes:',
    link,
    'If it was not you, you need do nothing: your password stays as it is.',
  ])

export const passwordChangedEmail = (to: To, company: string) =>
  email(to, 'Your password was changed', [
    `The password of your account at ${company} was just changed, and you were signed out everywhere else.`,
    'If it was not you, tell an admin of your company at once.',
  ])
