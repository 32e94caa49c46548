import {
  CalendarRange,
  CircleUser,
  FileSpreadsheet,
  LogOut,
  Plus,
  Settings,
  SunMoon,
  UserPlus,
} from 'lucide-react'
import { pages } from '../pages.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from './commands.ts'
import { nav } from './nav.ts'
import { toggleTheme } from './theme.ts'

/** The screens of one's role. */
export const screenCommands: CommandSource = {
  heading: 'Screens',
  from: 0,
  find: (word, { me, company }) => {
    const inSidebar = nav[me.role].map(({ path, label, icon }) => ({
      id: path,
      label: label ?? company.holdingsName,
      icon,
      href: path,
    }))
    const others = [
      { page: pages.enhancedSchedule, icon: CalendarRange },
      { page: pages.account, icon: CircleUser },
      { page: pages.settings, icon: Settings },
    ]
    const further = others
      .filter(({ page }) => (page.roles as readonly string[]).includes(me.role))
      .map(({ page, icon }) => ({ id: page.path, label: page.title, icon, href: page.path }))
    return [...inSidebar, ...further].filter(({ label }) => fits(label, word))
  },
}

/** What one can start from anywhere. */
export const actionCommands: CommandSource = {
  heading: 'Actions',
  from: 0,
  find: (word, { me }) => {
    const actions: Command[] = [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: toggleTheme },
      { id: 'logout', label: 'Logout', icon: LogOut, run: () => location.assign(paths.signOut()) },
    ]
    if (me.role === 'admin')
      actions.unshift(
        { id: 'new-job', label: 'Create a new job', icon: Plus, href: paths.jobs({ new: 'job' }) },
        {
          id: 'new-task',
          label: 'Create a new task',
          icon: Plus,
          href: paths.tasks({ new: 'task' }),
        },
        {
          id: 'new-bid',
          label: 'Create a new bid',
          icon: Plus,
          href: paths.pendingBids({ new: 'bid' }),
        },
        {
          id: 'invite',
          label: 'Invite a user',
          icon: UserPlus,
          href: paths.users({ new: 'invite' }),
        },
        ...(['subcontractors', 'customers', 'jobs'] as const).map((kind) => ({
          ...{
            id: `import-${kind}`,
            label: `Import ${kind} from CSV`,
            icon: FileSpreadsheet,
            href: paths.imports(kind),
          },
        })),
      )
    return actions.filter(({ label }) => fits(label, word))
  },
}
