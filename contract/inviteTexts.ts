import type { Role } from './policy.ts'

/** The subject of an invite, and the beginning of its text. */
export const inviteSubject = (company: string, role: Role): string =>
  ({
    admin: `${company} invites you`,
    subcontractor: `${company} shares your jobs with you`,
    client: `${company} shares your project with you`,
  })[role]

const contents: Readonly<Record<Role, string>> = {
  admin: 'its jobs, schedules, money and messages',
  subcontractor: 'your days and tasks, photos, and messages with the office',
  client: 'its schedule, photos, and messages with the people who work on it',
}

/** An invite in one sentence, in which the company speaks to the person. */
export const inviteSentence = (company: string, role: Role): string =>
  `${inviteSubject(company, role)}: ${contents[role]}.`
