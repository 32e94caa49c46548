import { story } from './harness/story.ts'

story(
  'the subs are for admins, and look right',
  async ({ admin, join, visit, checkAppearance }) => {
    const { api } = await join('subcontractor', 'Maximiliana-Konstantina')
    const page = await visit(api, '/subcontractors')
    await page.getByText('Access Denied: This page is only available to administrators.').waitFor()
    await checkAppearance(admin, '/subcontractors', 'subcontractors', (there) =>
      there.getByRole('heading', { name: 'Maximiliana-Konstantina Sub' }).waitFor(),
    )
  },
)
