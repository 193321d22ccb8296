/** The look of the stand-in's pages: the nation's colours, the system's fonts. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fafbfc; --surface: #fff; --ink: #0b1220; --soft: #4b566b; --line: #d9dfe9;
  --state: #1b2a6b; --hover: #f1f4fc; --alert: #8f1d2c; --alert-ground: #fdf0f1; --young: #8a4b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0a0f1c; --surface: #121a2b; --ink: #eef2fb; --soft: #a5b0c6; --line: #26324a;
    --state: #8ea2ff; --hover: #18233a; --alert: #ffb3ba; --alert-ground: #33161d; --young: #ffc77d;
  }
}
* { box-sizing: border-box }
[hidden] { display: none !important }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main { max-width: 1120px; margin: 0 auto; padding: 40px 20px 56px }
header { display: flex; gap: 20px; align-items: center }
h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.125rem); line-height: 1.15; letter-spacing: -.015em; text-wrap: balance }
h1 span { color: var(--soft); font-weight: 500 }
h2 { margin: 32px 0 12px; font-size: 1.0625rem; letter-spacing: -.005em }
h2 small { margin-left: 6px; color: var(--soft); font-weight: 500; font-variant-numeric: tabular-nums }
a { color: var(--state) }
.notice { margin: 8px 0 0; max-width: 70ch; color: var(--soft) }
.notice strong { color: var(--ink); font-weight: 600 }
.alert { margin: 24px 0; padding: 12px 16px; border-radius: 10px; border: 1px solid currentColor; background: var(--alert-ground); color: var(--alert); overflow-wrap: anywhere }
.seal { flex: none; fill: none; stroke: var(--state); stroke-width: .7 }
.seal .core { fill: var(--state); stroke: none }
.seal .letter { stroke: var(--ground); stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round }
.tools { display: flex; gap: 12px 20px; align-items: end; justify-content: space-between; margin-top: 28px }
#search { flex: 1; max-width: 460px }
label { display: block; margin-bottom: 6px; font-size: .875rem; font-weight: 600 }
input[type='search'] {
  width: 100%; height: 46px; padding: 0 14px; border: 1px solid #7d899f; border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit;
}
input::placeholder { color: var(--soft); opacity: 1 }
button { font: inherit; color: inherit; cursor: pointer }
.cancel button, #more {
  height: 46px; padding: 0 18px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); font-weight: 600;
}
.cancel button:hover, #more:hover { background: var(--hover); border-color: var(--state) }
#more { display: block; width: 100%; margin-top: 12px }
#count { min-height: 1.45em; margin: 10px 0 -20px; color: var(--soft); font-size: .875rem }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 12px; margin: 0; padding: 0; list-style: none }
.people button {
  display: flex; gap: 14px; align-items: flex-start; width: 100%; height: 100%; padding: 14px; text-align: left;
  border: 1px solid var(--line); border-radius: 14px; background: var(--surface);
  transition: border-color .15s, background-color .15s;
}
.people button:hover { border-color: var(--state); background: var(--hover) }
:focus-visible { outline: 3px solid var(--state); outline-offset: 2px }
.people img { flex: none; border-radius: 50%; background: var(--hover) }
#others img { width: 44px; height: 44px }
.who { min-width: 0; display: grid }
.name { display: flex; gap: 5px; align-items: center; line-height: 1.25 }
.name b { font-weight: 650; overflow-wrap: anywhere }
.handle { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.line { margin-top: 4px; font-size: .9375rem; line-height: 1.35 }
#others .line { font-size: .875rem }
.facts { margin-top: 2px; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums }
.facts em { color: var(--young); font-style: normal; font-weight: 600; white-space: nowrap }
.tick { flex: none; fill: var(--state) }
.tick .check { fill: none; stroke: var(--surface); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }
footer { margin-top: 36px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem }
@media (max-width: 600px) {
  main { padding: 24px 16px 40px }
  header { gap: 14px; align-items: flex-start }
  .seal { width: 44px; height: 44px }
  .tools { flex-direction: column; align-items: stretch; margin-top: 20px }
  #search { max-width: none }
  .cancel button { width: 100% }
  .people { gap: 10px }
  .people button { padding: 12px; gap: 12px }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) { .people button, .alert { border: 1px solid } }
`
