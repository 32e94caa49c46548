import { chromium } from 'playwright-core'
const base='http://127.0.0.1:3111'
let r=await fetch(base+'/api/setup',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({companyName:'Ridgeline Builders',holdingsName:'Ridgeline Holdings',firstName:'Ada',lastName:'Byron',email:'ada@ridgeline.example',password:'a long walk by the quarry',timeZone:'America/Chicago',sample:true})})
console.log(r.status)
if(r.status!==201&&r.status!==200) r=await fetch(base+'/api/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'ada@ridgeline.example',password:'a long walk by the quarry'})})
const cookie=r.headers.getSetCookie()[0].split(';')[0]
const [name,...v]=cookie.split('=')
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
for (const [w,h,scheme] of [[1440,900,'light'],[1440,900,'dark'],[390,844,'light'],[820,1100,'light']]){
 const ctx=await browser.newContext({viewport:{width:w,height:h},colorScheme:scheme,hasTouch:w<500,isMobile:w<500})
 await ctx.addCookies([{name,value:v.join('='),url:base}])
 const page=await ctx.newPage()
 page.on('pageerror',e=>console.log('ERR',e.message))
 const shot=(n)=>page.screenshot({path:`/tmp/shots/${n}-${w}-${scheme}.png`})
 await page.goto(base+'/schedule?view=gantt&group=job')
 await page.waitForSelector(w<500?'main':'[role=treegrid] [role=row]')
 await page.waitForTimeout(700)
 if(w>500){
  const row=page.getByRole('row',{name:/^Cabinet install/}).first()
  await row.focus(); await page.keyboard.press('Alt+ArrowRight'); await page.keyboard.press('Alt+ArrowRight')
  await page.waitForTimeout(700)
 }
 await shot('gantt')
 await page.goto(base+'/schedule?view=calendar'); await page.waitForTimeout(900); await shot('week')
 const wd=process.argv[2]||'2026-11-24'
 await page.goto(base+`/schedule?view=daily&date=${wd}&weather=${wd}`); await page.waitForTimeout(1200); await shot('weather')
 await page.goto(base+`/schedule?view=daily&date=${wd}`); await page.waitForTimeout(900); await shot('daily')
 await ctx.close()
}
await browser.close()
