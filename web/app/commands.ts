import {
  Bell,
  CalendarRange,
  CircleUserRound,
  FileSpreadsheet,
  LogOut,
  Plus,
  Settings,
  SunMoon,
  UserPlus,
} from 'lucide-react'
import { signOut } from '../api/unauthorized.ts'
import { viewedId } from '../api/viewAs.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from '../screens/commands.ts'
import { navOf } from '../screens/nav.ts'
import { toggleTheme } from '../ui/ThemeToggle.tsx'

/** The screens that the person may open. */
export const screenCommands: CommandSource = {
  heading: 'Screens',
  minLength: 0,
  find: (word, { me, company, may }) => {
    const inSidebar = navOf(me.role, company).map(({ path, label, icon }) => ({
      id: path,
      label,
      icon,
      href: path,
    }))
    const others = [
      { label: 'Enhanced Schedule', icon: CalendarRange, href: paths.enhancedSchedule() },
      { label: 'Notifications', icon: Bell, href: paths.notifications() },
      { label: 'My account', icon: CircleUserRound, href: paths.account() },
      ...(may('settings.update')
        ? [{ label: 'Settings', icon: Settings, href: paths.settings() }]
        : []),
    ]
    const further = others.map((command) => ({ id: command.href, ...command }))
    return [...inSidebar, ...further].filter(({ label }) => fits(label, word))
  },
}

/** The actions that can be started from any screen. */
export const actionCommands: CommandSource = {
  heading: 'Actions',
  minLength: 0,
  find: (word, { may }) => {
    const actions: Command[] = [
      { id: 'theme', label: 'Switch between light and dark', icon: SunMoon, run: toggleTheme },
    ]
    // Not in a view as another person, which has to be left first.
    if (viewedId() === undefined)
      actions.push({
        id: 'logout',
        label: 'Logout',
        icon: LogOut,
        run: signOut,
      })
    if (may('job.create'))
      actions.unshift(
        { id: 'new-job', label: 'Create a new job', icon: Plus, href: paths.jobs({ new: 'job' }) },
        {
          id: 'new-task',
          label: 'Create a new task',
          icon: Plus,
          href: paths.tasks({ new: 'task' }),
        },
        {
          id: 'new-entry',
          label: 'Add a schedule item',
          icon: Plus,
          href: paths.schedule({ new: 'entry' }),
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
          id: `import-${kind}`,
          label: `Import ${kind} from CSV`,
          icon: FileSpreadsheet,
          href: paths.imports(kind),
        })),
      )
    return actions.filter(({ label }) => fits(label, word))
  },
}
