// Applies the theme before the first paint, so that the other one does not flash. Follows the
// system setting while no theme is chosen. ui/ThemeToggle.tsx sends the choice as the event
// `theme`.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const storedTheme = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      // Storage may be blocked. The system setting is used then.
      return null
    }
  }
  const apply = (theme) => {
    const dark = theme ? theme === 'dark' : system.matches
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', dark ? '#11161b' : '#f6f4ef')
  }
  apply(storedTheme())
  system.addEventListener('change', () => apply(storedTheme()))
  addEventListener('theme', ({ detail }) => apply(detail))
}
