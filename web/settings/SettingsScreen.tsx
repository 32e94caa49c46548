import { createFileRoute } from '@tanstack/react-router'
import { useCompany } from '../api/company.ts'
import { AccountTabs } from '../auth/AccountTabs.tsx'
import { adminOnly, screen } from '../shell/screen.ts'
import { ScreenHeader } from '../ui/Headings.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { LogoPart } from './LogoPart.tsx'
import { WorkdaysForm } from './WorkdaysForm.tsx'

export const Route = createFileRoute('/settings')({
  ...screen({ title: 'Settings', ...adminOnly }),
  component: SettingsScreen,
})

/** The company, for its admins. */
function SettingsScreen() {
  const company = useCompany()
  return (
    <>
      <ScreenHeader title="Settings" />
      <AccountTabs at="Settings" />
      <div>
        <CompanyForm company={company} />
        <LogoPart company={company} />
        <WorkdaysForm company={company} />
      </div>
    </>
  )
}
