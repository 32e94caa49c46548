import { expect } from 'vitest'
import { story } from './harness/story.ts'

// A story fails when the browser reports what its policy refused. The document is large, hence the patience.
story('the page about the API works in a browser', async ({ anonymous, visit }) => {
  const page = await visit(anonymous, '/api/docs')
  page.setDefaultTimeout(60_000)
  const group = page.locator('.opblock-tag-section', { hasText: 'bids' }).first()
  await group.locator('.opblock-tag').click()
  await group.locator('.opblock').first().waitFor()
  expect(await page.locator('.info .title').textContent()).toContain('Plumbline')
  expect(await page.locator('.opblock-tag-section').count()).toBeGreaterThan(20)
})
