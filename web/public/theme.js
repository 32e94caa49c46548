// Runs before the first paint, so that nobody sees the other theme flash by, and follows the system while none is chosen.
// shell/theme.ts does the rest.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let theme = null
    try {
      theme = localStorage.getItem('theme')
    } catch {
      // Storage may be blocked; the system's colours are used then.
    }
    const dark = theme ? theme === 'dark' : system.matches
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#11161b' : '#f6f4ef')
  }
  apply()
  system.addEventListener('change', apply)
}
