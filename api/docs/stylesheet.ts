/** How every documentation page looks: light and dark, from a phone to a desk. */
export const stylesheet = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --quiet: #5a6675; --line: #d9dee5; --tint: #f3f5f8; --link: #14508c; --key: #14508c; --text: #17663a; --value: #8a3b00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --paper: #14181f; --quiet: #9aa5b4; --line: #313a46; --tint: #1d232c; --link: #8fc1f5; --key: #8fc1f5; --text: #8fd6a4; --value: #f0b57d; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { border-bottom: 1px solid var(--line); padding: .6rem 1rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; }
header strong a { color: inherit; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
nav a[aria-current] { color: inherit; font-weight: 600; }
a { color: var(--link); text-decoration: none; }
a:hover, main p a, main li a { text-decoration: underline; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem; }
.shelved { display: grid; grid-template-columns: 15rem minmax(0, 52rem); justify-content: center; }
.shelved main { margin: 0; width: 100%; }
aside { padding: 1rem .5rem 1rem 1rem; font-size: .93rem; align-self: start; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
aside h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .04em; color: var(--quiet); margin: 1rem 0 .3rem; }
aside ol { list-style: none; margin: 0; padding: 0; }
aside li { padding: .12rem 0; }
aside li ol { padding-left: .8rem; font-size: .93em; }
aside a[aria-current] { font-weight: 600; color: inherit; }
@media (max-width: 56rem) {
  .shelved { display: flex; flex-direction: column-reverse; }
  aside { position: static; max-height: none; padding: .5rem 1rem 0; }
}
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.turn a:last-child { margin-left: auto; text-align: right; }
.turn small { display: block; }
form.search { margin-left: auto; }
form.search input { font: inherit; width: 11rem; padding: .15rem .5rem; border: 1px solid var(--quiet); border-radius: 6px; color: inherit; background: var(--paper); }
.found { list-style: none; padding: 0; }
.found li { margin-bottom: 1rem; }
.found p { margin: .1rem 0; color: var(--quiet); overflow-wrap: anywhere; }
.anchor { margin-left: .4rem; color: var(--quiet); opacity: 0; text-decoration: none; }
:is(h2, h3):hover .anchor, .anchor:focus { opacity: 1; }
@media (hover: none) { .anchor { opacity: 1; } }
.tab > p { margin: .6rem 0 0; font-size: .85rem; color: var(--quiet); }
.tab-list { display: flex; gap: .25rem; margin: 1rem 0 -.6rem; }
.tab-list button { padding: .2rem .7rem; font-size: .85rem; background: none; color: var(--quiet); border: 0; border-bottom: 2px solid transparent; border-radius: 0; }
.tab-list button[aria-selected=true] { color: var(--ink); border-bottom-color: currentcolor; }
.code { position: relative; }
.code pre { padding-right: 4.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.code button { position: absolute; top: .4rem; right: .4rem; padding: .1rem .55rem; font-size: .8rem; background: var(--paper); color: var(--quiet); border: 1px solid var(--line); }
.code button:hover, .code button:focus { color: var(--ink); }
.key { color: var(--key); } .text { color: var(--text); } .value { color: var(--value); }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; scroll-margin-top: 1rem; overflow-wrap: anywhere; }
h2:target { background: var(--tint); outline: .4rem solid var(--tint); }
code { font: .88em ui-monospace, monospace; background: var(--tint); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; overflow-x: auto; line-height: 1.45; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
form.inline { display: inline-block; margin: 0 .3rem .3rem 0; }
small { color: var(--quiet); }
.number { white-space: nowrap; }
@media (max-width: 40rem) {
  .cards, .cards tbody, .cards tr, .cards td { display: block; border: 0; }
  .cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .cards tr { border: 1px solid var(--line); border-radius: 8px; padding: .4rem .2rem; margin-bottom: .8rem; }
  .cards td::before { content: attr(data-label); display: block; font-size: .8rem; color: var(--quiet); }
  .cards button { min-height: 44px; }
}
.states { list-style: none; padding: 0; display: none; }
.states b { display: inline-block; background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .1rem .6rem; }
.states b.first { border: 2px solid var(--link); }
.states ul, .states p { margin: .2rem 0 .8rem; padding-left: 1.2rem; color: var(--quiet); overflow-wrap: anywhere; }
@media (max-width: 56rem) {
  .diagram { display: none; }
  .states { display: block; }
  details td { overflow-wrap: anywhere; }
}
button { font: inherit; padding: .35rem .8rem; background: var(--link); color: var(--paper); border: 0; border-radius: 6px; cursor: pointer; }
.diagram { overflow-x: auto; }
.diagram text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.diagram .action { font-size: 12px; fill: var(--quiet); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
.diagram rect { fill: var(--tint); stroke: var(--line); }
.diagram .first { stroke: var(--link); stroke-width: 2; }
.diagram path { fill: none; stroke: var(--quiet); }
.diagram .tip { fill: var(--quiet); stroke: none; }
`;
