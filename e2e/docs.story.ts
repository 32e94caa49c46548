import { expect } from 'vitest'
import { story } from './harness/story.ts'

// A story fails when the browser reports what its policy refused.
story('the page about the API works in a browser', async ({ anonymous, visit }) => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const page = await visit(anonymous, path)
    const group = page.locator('.opblock-tag-section', { hasText: 'jobs' }).first()
    await group.waitFor({ timeout: 60_000 })
    expect(await page.locator('.info .title').textContent()).toContain('Plumbline')
    expect(await page.locator('.opblock-tag-section').count()).toBeGreaterThan(20)
    await group.locator('.opblock-tag').click()
    const operation = group.locator('.opblock').first()
    await operation.locator('button').first().click()
    await operation.locator('.opblock-body').getByText('Unauthorized').first().waitFor()
  }
})
