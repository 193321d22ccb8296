import type { Call } from '@nation/domain/contract'
import { commonErrors } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { audienceSentence, factsSchema, heardEvents } from './event-schemas'
import { accessSentence } from './openapi'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** The interface as a page to read: one section for each resource, one article for each call, no script. */
export function docsPage(calls: readonly Call[]): string {
  const resources = [...new Set(calls.map((call) => call.resource))].sort()
  const links = [...resources, 'events'].map((resource) => `<li><a href="#${resource}">${resource}</a></li>`).join('')
  const sections = resources
    .map((resource) =>
      sectionOf(
        resource,
        calls.filter((call) => call.resource === resource),
      ),
    )
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nation: interface</title><style>${styles}</style></head>
<body><header><p class="eyebrow">Nation</p><h1>The interface of the nation</h1>
<p>Every call, who may make it, and what it can answer. The same as an
<a href="/api/openapi.json">OpenAPI 3.1 document</a>. Send a bearer token from <code>POST /api/auth/refresh</code>;
mutations of a signed-in citizen take an <code>Idempotency-Key</code>.</p><nav aria-label="Resources"><ul>${links}</ul></nav></header>
<main>${sections}${eventsSection()}</main></body></html>`
}

function sectionOf(resource: string, calls: readonly Call[]): string {
  return `<section id="${resource}"><h2>${resource}</h2>${calls.map(articleOf).join('')}</section>`
}

function articleOf(call: Call): string {
  const errors = [...new Set([...call.errors, ...commonErrors])]
    .map((code) => `<li><code>${errorTable[code][0]} ${code}</code> ${escape(errorTable[code][1])}</li>`)
    .join('')
  const other = call.path ? '' : `<p>Also <code>${call.method} /api/${call.resource}?action=${call.action}</code></p>`
  return `<article id="${call.id}"><h3><code><b>${call.method}</b> ${escape(call.canonical)}</code></h3>
<p>${escape(call.summary)}</p><p>For ${escape(accessSentence(call))}.</p>${other}
<details><summary>Example and errors</summary><pre>${escape(JSON.stringify(call.example, null, 2))}</pre><ul>${errors}</ul></details></article>`
}

/** What the event stream tells: one article an event. */
function eventsSection(): string {
  const articles = heardEvents.map((event) => {
    const reads = [...event.stale, ...event.staleForAdmins, ...event.staleWhere.calls, ...event.brings]
      .map((id) => `<li><a href="#${id}"><code>${id}</code></a></li>`)
      .join('')
    return `<article id="event-${event.kind}"><h3><code>${event.kind}</code></h3>
<p>${escape(event.summary)} Heard by ${escape(audienceSentence(event))}.</p>
<details><summary>Facts, and what reads differently after it</summary><pre>${escape(JSON.stringify(factsSchema(event), null, 2))}</pre><ul>${reads}</ul></details></article>`
  })
  return `<section id="events"><h2>events</h2><p><code>GET /api/events</code> streams these as server-sent events; the
document holds them as JSON Schema.</p>${articles.join('')}</section>`
}

const styles = `
:root{color-scheme:light dark;--paper:#FAFBFC;--ink:#0B1220;--blue:#1B2A6B;--line:#d5dae3;--card:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#0A0F1C;--ink:#e8ecf5;--blue:#8EA2FF;--line:#26314a;--card:#121A2B}}
body{margin:0 auto;max-width:56rem;padding:2rem 1rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
h1{font-size:2rem;line-height:1.15;margin:.25rem 0 1rem}h2{margin:3rem 0 1rem;border-bottom:2px solid var(--blue)}
.eyebrow{color:var(--blue);font-weight:700;letter-spacing:.12em;text-transform:uppercase;margin:0}
a{color:var(--blue)}nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1rem;padding:0;list-style:none}
article{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:0 0 1rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}h3 b{color:var(--blue)}p{margin:.35rem 0}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:6px}summary{cursor:pointer;color:var(--blue)}
summary:focus-visible,a:focus-visible{outline:2px solid var(--blue);outline-offset:2px}`
