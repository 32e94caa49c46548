import { useCompany } from '../api/company.ts'
import { AccountTabs } from '../auth/AccountTabs.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { LogoPart } from './LogoPart.tsx'
import { WorkdaysForm } from './WorkdaysForm.tsx'

/** The company, for its admins. */
export function SettingsScreen() {
  const company = useCompany()
  return (
    <>
      <PageHead title="Settings" />
      <AccountTabs at="Settings" />
      <div>
        <CompanyForm company={company} />
        <LogoPart company={company} />
        <WorkdaysForm company={company} />
      </div>
    </>
  )
}
