/** The page's style sheet, with no external fonts or images. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #c62828; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
header { display: flex; justify-content: space-between; align-items: baseline; flex-wrap: wrap; gap: .5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; margin-top: 1rem; }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; background: var(--soft); }
.card h2 { margin-top: 0; } .asking { border-color: #b8860b; background: #b8860b22; }
.code { font: 600 2rem/1.2 ui-monospace, monospace; letter-spacing: .25em; margin: .3rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; font-size: .85rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { opacity: .7; font-size: .87rem; }
form { display: inline-block; margin: 0 .3rem .3rem 0; }
button, input, select, textarea { font: inherit; min-height: 2.75rem; max-width: 100%; padding: .4rem .8rem; border-radius: .4rem; border: 1px solid var(--line); }
textarea { width: 100%; font: .85rem/1.4 ui-monospace, monospace; resize: vertical; }
label, summary { font-weight: 600; } summary { min-height: 2.75rem; padding: .6rem 0; cursor: pointer; }
.tall { display: block; } .main { background: #1f5fbf; border-color: #1f5fbf; color: #fff; font-weight: 600; }
button { cursor: pointer; }
img.label { height: 5.5rem; border: 1px solid var(--line); background: #fff; }
:focus-visible { outline: 3px solid #4c8dff; outline-offset: 2px; }
@media (max-width: 44rem) {
  body { padding: 1rem .75rem; }
  .cards { grid-template-columns: 1fr; }
  table, tbody, tr, td { display: block; } tr:has(th) { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0; } td { border: 0; padding: .15rem 0; }
  #address input, #address select, #address button { width: 100%; margin-bottom: .4rem; } #address { display: block; }
}
@media (prefers-color-scheme: dark) { :root { --good: #4cc26a; --bad: #ff8a80; } }
`;
