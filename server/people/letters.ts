import type { Letter } from '../mail/mail.ts'

interface To {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

const letter = (to: To, subject: string, lines: readonly string[]): Letter => ({
  to: { name: `${to.firstName} ${to.lastName}`, address: to.email },
  subject,
  text: [`Hello ${to.firstName},`, ...lines, ''].join('\n\n'),
})

export const inviteLetter = (to: To, company: string, link: string) =>
  letter(to, `${company} invites you`, [
    `${company} invites you to Plumbline, where your jobs, schedules and messages are kept.`,
    `Open this link to choose a password and join. It works once, for 7 days:`,
    link,
  ])

export const resetLetter = (to: To, company: string, link: string) =>
  letter(to, 'Choose a new password', [
    `Somebody, you we hope, asked for a new password for your account at ${company}.`,
    'Open this link to choose one. It works once, for 30 minutes:',
    link,
    'If it was not you, you need do nothing: your password stays as it is.',
  ])

export const passwordChangedLetter = (to: To, company: string) =>
  letter(to, 'Your password was changed', [
    `The password of your account at ${company} was just changed, and you were signed out everywhere else.`,
    'If it was not you, tell an admin of your company at once.',
  ])
